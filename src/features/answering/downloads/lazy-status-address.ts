import { lazyPart } from '#ui/index.ts'
import type { StatusAddressProps } from './status-address.tsx'

/** Loaded on demand. If loading fails, the page still shows the code. */
export const LazyStatusAddress = lazyPart<StatusAddressProps>(async () => {
  const file = await import('./status-address.tsx').catch(() => undefined)
  return file?.StatusAddress ?? (() => null)
})
