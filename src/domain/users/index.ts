export * from './listing.ts'
