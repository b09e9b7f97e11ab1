import { useLingui } from '@lingui/react/macro'
import { isScannable, parseScannedCode } from '#domain/questions/index.ts'
import { loadScanButton, type ScanButtonProps } from '#ui/capture/index.ts'
import { translateField, lazyPartOrNone, useProblemText } from '#ui/index.ts'
import type { ScanCodeButtonProps } from '../form/form-context.ts'
import { withText } from './control.ts'
import { useCodeReader } from './use-code-reader.ts'

/** Button that scans a code. If it cannot be loaded, users type the code. */
const LaterScanButton = lazyPartOrNone<ScanButtonProps>(async () => (await loadScanButton()).ScanButton)

/** Scans a code into the field, if the device can scan. Otherwise users type or use a hardware scanner. */
export function ScanCodeButton({ question, value, id, labelledBy, onChange }: ScanCodeButtonProps) {
  const { i18n } = useLingui()
  const problemText = useProblemText()
  const reader = useCodeReader()
  if (reader === null || !isScannable(question)) return null
  return (
    <LaterScanButton
      subject={translateField(question, 'titulo', i18n.locale)}
      present={typeof value.respuesta === 'string' ? value.respuesta : ''}
      reader={reader}
      judge={({ text }) => {
        const read = parseScannedCode(question, text)
        return read.ok ? { ok: true, text: read.value } : { ok: false, why: problemText(read.problem) }
      }}
      field={id}
      labelledBy={labelledBy}
      onTake={(text) => onChange(withText(value, text))}
    />
  )
}
