export * from './all.ts'
export * from './endpoint.ts'
export * from './request-outcome.ts'
