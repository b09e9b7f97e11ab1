export * from './copy.ts'
export * from './letter.ts'
export * from './api.ts'
