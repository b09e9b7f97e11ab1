export * from './copy.ts'
export * from './letter.ts'
