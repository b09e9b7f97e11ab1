export * from './documents.ts'
export * from './api.ts'
