import { later } from '#ui/index.ts'
import type { KeptCodeProps } from './kept-code.tsx'

/** Loaded on demand, as few forms allow lookups. If loading fails, the page still shows the code or reference. */
export const KeptCode = later<KeptCodeProps>(async () => {
  const file = await import('./kept-code.tsx').catch(() => undefined)
  return file?.KeptCode ?? (() => null)
})
