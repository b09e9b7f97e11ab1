export * from './commit.ts'
export { type Counter, keys } from './keys.ts'
