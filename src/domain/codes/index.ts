export * from './codes.ts'
export * from './reference.ts'
