export type { DocumentIn } from './collections.ts'
export * from './commit.ts'
export { type Counter, keys } from './keys.ts'
