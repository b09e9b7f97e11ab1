/** What only citizens' pages and frames of other sites need, apart from the device's first file, which everyone waits for. */
export { memoryStorage } from './memory-storage.ts'
export { forgetPermits, keepPermit, lapsedPermits, waitingPermits } from './permits.ts'
