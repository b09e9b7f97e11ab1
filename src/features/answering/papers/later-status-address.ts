import { later } from '#ui/index.ts'
import type { StatusAddressProps } from './status-address.tsx'

/** If this file cannot be loaded, the answer’s code is still shown on the page. */
export const StatusAddress = later<StatusAddressProps>(async () => {
  const file = await import('./status-address.tsx').catch(() => undefined)
  return file?.StatusAddress ?? (() => null)
})
