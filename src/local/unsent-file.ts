import type { Hash, Imported } from './backup.ts'

export type { Hash, Imported }

/** Writing and reading a backup knows the schemas of all that may be in one: they come with the first. */
const backup = () => import('./backup.ts')

export const exportUnsent: (typeof import('./backup.ts'))['exportUnsent'] = async (...what) =>
  (await backup()).exportUnsent(...what)

export const importUnsent: (typeof import('./backup.ts'))['importUnsent'] = async (...what) =>
  (await backup()).importUnsent(...what)
