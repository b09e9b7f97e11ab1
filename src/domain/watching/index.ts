export * from './troubles.ts'
