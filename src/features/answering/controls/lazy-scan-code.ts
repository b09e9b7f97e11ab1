import { lazyPartOrNone } from '#ui/index.ts'
import type { ScanCodeProps } from '../form/form-context.ts'

/** Loaded with the first question that allows scanning. Without this component codes are typed. */
export const LazyScanCode = lazyPartOrNone<ScanCodeProps>(async () => (await import('./scan-code.tsx')).ScanCode)
