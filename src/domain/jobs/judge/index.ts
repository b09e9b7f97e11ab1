export * from './job-units.ts'
export * from './with-jobs.ts'
