import type { Imported } from './backup.ts'

export type { Imported }

/** Loads the backup module, which contains all stored schemas, at the first use. */
const backup = () => import('./backup.ts')

export const exportUnsent: (typeof import('./backup.ts'))['exportUnsent'] = async (...what) =>
  (await backup()).exportUnsent(...what)

export const importUnsent: (typeof import('./backup.ts'))['importUnsent'] = async (...what) =>
  (await backup()).importUnsent(...what)
