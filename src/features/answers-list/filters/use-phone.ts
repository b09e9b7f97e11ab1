import { useState } from 'react'

/**
 * Whether the window was a phone's when the list was opened: there, what narrows a list would push it out of view. A
 * phone that is turned afterwards keeps the layout, and with it the dialog that is open.
 */
export function usePhone(): boolean {
  const [phone] = useState(() => matchMedia('(max-width: 36em)').matches)
  return phone
}
