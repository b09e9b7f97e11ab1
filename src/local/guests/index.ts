/**
 * Modules for citizens' pages and for pages that cannot store data, separate from the bundle that every page loads
 * first.
 */
export { createMemoryStorage } from './memory-storage.ts'
export { forgetPermits, storePermit, listExpiredPermits, listWaitingPermits } from './permits.ts'
