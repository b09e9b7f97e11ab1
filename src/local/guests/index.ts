/** What only citizens' pages and other sites' frames need, apart from the device's first file, which all wait for. */
export { memoryStorage } from './memory-storage.ts'
export { forgetPermits, keepPermit, lapsedPermits, waitingPermits } from './permits.ts'
