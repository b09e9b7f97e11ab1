export * from './listing.ts'
export * from './user-rules.ts'
export * from './users-api.ts'
