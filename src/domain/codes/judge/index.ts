export * from './series.ts'
