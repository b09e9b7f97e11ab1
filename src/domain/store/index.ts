export * from './commit.ts'
export { keys } from './keys.ts'
