export * from './copy.ts'
export * from './email-content.ts'
export * from './api.ts'
