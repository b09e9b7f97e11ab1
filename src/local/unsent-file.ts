import type { ImportResult } from './backup.ts'

export type { ImportResult }

/** Loads the backup module at the first use, because it contains the schemas of all stored data. */
const backup = () => import('./backup.ts')

export const exportUnsent: (typeof import('./backup.ts'))['writeUnsentBackup'] = async (...what) =>
  (await backup()).writeUnsentBackup(...what)

export const importUnsent: (typeof import('./backup.ts'))['readUnsentBackup'] = async (...what) =>
  (await backup()).readUnsentBackup(...what)
