/** Modules that only citizens' pages and embedded frames need, kept out of the first file, which every page loads. */
export { memoryStorage } from './memory-storage.ts'
export { forgetPermits, storePermit, listLapsedPermits, listWaitingPermits } from './permits.ts'
