import { lazyPartOrNone } from '#ui/index.ts'
import type { ScanCodeProps } from '../form/form-context.ts'

/** Loaded with the first question that allows scanning. If it cannot be loaded, users type codes. */
export const LazyScanCode = lazyPartOrNone<ScanCodeProps>(async () => (await import('./scan-code.tsx')).ScanCode)
