export * from './documents.ts'
export * from './chain.ts'
export * from './api.ts'
