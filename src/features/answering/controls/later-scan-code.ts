import { laterOrNone } from '#ui/index.ts'
import type { ScanCodeProps } from '../form/form-context.ts'

/** Fetched with the first question whose code may be scanned. When it cannot be had, codes are typed. */
export const LaterScanCode = laterOrNone<ScanCodeProps>(async () => (await import('./scan-code.tsx')).ScanCode)
