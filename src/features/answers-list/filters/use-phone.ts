import { useState } from 'react'

/**
 * Whether the window had a phone's width when the list was opened. On phones filters would push the list out of view.
 * Rotating the phone keeps the layout, and with it an open dialog.
 */
export function useIsPhone(): boolean {
  const [phone] = useState(() => matchMedia('(max-width: 36em)').matches)
  return phone
}
