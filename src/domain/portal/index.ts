export * from './citizen-answer.ts'
export * from './citizen-history.ts'
export * from './portal-api.ts'
