/**
 * Modules that only citizens' pages and embedded frames need, separate from the first bundle, which every page loads.
 */
export { createMemoryStorage } from './memory-storage.ts'
export { forgetPermits, storePermit, listLapsedPermits, listWaitingPermits } from './permits.ts'
