import { later } from '#ui/index.ts'
import type { ScanCodeProps } from '../form/form-context.ts'

/** Fetched with the first question whose code may be scanned. When it cannot be had, codes are typed. */
export const LaterScanCode = later<ScanCodeProps>(async () => {
  try {
    return (await import('./scan-code.tsx')).ScanCode
  } catch {
    return () => null
  }
})
