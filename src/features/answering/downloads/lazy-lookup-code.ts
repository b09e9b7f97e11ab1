import { lazyPart } from '#ui/index.ts'
import type { LookupCodeProps } from './lookup-code.tsx'

/** Loaded on demand, as few forms allow lookups. If it cannot be loaded, the page still shows the code or reference. */
export const LazyLookupCode = lazyPart<LookupCodeProps>(async () => {
  const file = await import('./lookup-code.tsx').catch(() => undefined)
  return file?.LookupCode ?? (() => null)
})
