import { later } from '#ui/index.ts'
import type { StatusAddressProps } from './status-address.tsx'

/** If loading fails, the page's code remains. */
export const StatusAddress = later<StatusAddressProps>(async () => {
  const file = await import('./status-address.tsx').catch(() => undefined)
  return file?.StatusAddress ?? (() => null)
})
