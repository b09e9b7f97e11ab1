export * from './letter.ts'
