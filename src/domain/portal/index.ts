export * from './citizen-answer.ts'
export * from './portal-api.ts'
