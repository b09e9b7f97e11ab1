export { earlierEndUnit, endedUnit, latestEnd } from './ends.ts'
export * from './limits/rate-limit.ts'
