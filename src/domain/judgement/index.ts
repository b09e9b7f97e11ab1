export { earlierEndUnit, endedUnit, latestEnd } from './ends.ts'
