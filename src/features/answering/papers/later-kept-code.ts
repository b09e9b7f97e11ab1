import { later } from '#ui/index.ts'
import type { KeptCodeProps } from './kept-code.tsx'

/** Few forms let their records be looked up. Without this file, the code or reference of the page stands. */
export const KeptCode = later<KeptCodeProps>(async () => {
  const file = await import('./kept-code.tsx').catch(() => undefined)
  return file?.KeptCode ?? (() => null)
})
