export * from './citizen-faults.ts'
