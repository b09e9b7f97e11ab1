export * from './report.ts'
export * from './fleet.ts'
