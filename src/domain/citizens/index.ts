export * from './citizen-faults.ts'
export * from './registered.ts'
export * from './registry-calls.ts'
export * from './unsettled-api.ts'
