import type { BackupImportResult } from './backup.ts'

export type { BackupImportResult }

/** Loads the backup module at the first use, because it contains the schemas of all stored data. */
const backup = () => import('./backup.ts')

export const exportUnsentWork: (typeof import('./backup.ts'))['writeUnsentBackup'] = async (...what) =>
  (await backup()).writeUnsentBackup(...what)

export const importUnsentWork: (typeof import('./backup.ts'))['readUnsentBackup'] = async (...what) =>
  (await backup()).readUnsentBackup(...what)
