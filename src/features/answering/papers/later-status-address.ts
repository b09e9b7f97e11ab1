import { later } from '#ui/index.ts'
import type { StatusAddressProps } from './status-address.tsx'

/** A file that cannot be had takes nothing else with it: the code of the page stands. */
export const StatusAddress = later<StatusAddressProps>(async () => {
  const file = await import('./status-address.tsx').catch(() => undefined)
  return file?.StatusAddress ?? (() => null)
})
