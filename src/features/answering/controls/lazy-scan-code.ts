import { lazyPartOrNone } from '#ui/index.ts'
import type { ScanCodeButtonProps } from '../form/form-context.ts'

/** Loaded with the first question that allows scanning. If it cannot be loaded, users type codes. */
export const LazyScanCodeButton = lazyPartOrNone<ScanCodeButtonProps>(
  async () => (await import('./scan-code.tsx')).ScanCodeButton,
)
