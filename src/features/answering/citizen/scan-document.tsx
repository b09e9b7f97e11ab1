import { useRef } from 'react'
import { useLingui } from '@lingui/react/macro'
import { type IdCardHolder, parseIdCardBarcode } from '#domain/citizens/index.ts'
import { loadScanButton, type ScanButtonProps } from '#ui/capture/index.ts'
import { lazyPartOrNone } from '#ui/index.ts'
import { useCodeReader } from '../controls/use-code-reader.ts'
import { buildCitizenFieldElementId } from '../form/element-ids.ts'

/** Button that scans the document. If it cannot be loaded, users type the citizen in. */
const LaterScanButton = lazyPartOrNone<ScanButtonProps>(async () => (await loadScanButton()).ScanButton)

type ScanDocumentProps = {
  /** citizen currently entered */
  readonly citizen: IdCardHolder
  readonly onRead: (holder: IdCardHolder) => void
}

/** Reads number and names from the barcode of an identity document. Renders nothing if the device cannot scan. */
export function ScanDocumentButton({ citizen, onRead }: ScanDocumentProps) {
  const { t } = useLingui()
  const reader = useCodeReader()
  const read = useRef(new Map<string, IdCardHolder>())
  if (reader === null) return null
  return (
    <LaterScanButton
      subject={t`Identity document`}
      present={formatHolder(citizen)}
      reader={reader}
      judge={({ text }) => {
        const holder = parseIdCardBarcode(text)
        if (holder === undefined) return { ok: false, why: t`This is not the barcode of an identity document.` }
        const name = formatHolder(holder)
        read.current.set(name, holder)
        return { ok: true, text: name }
      }}
      field={buildCitizenFieldElementId('dni')}
      labelledBy={`${buildCitizenFieldElementId('dni')}-label`}
      onTake={(name) => {
        const holder = read.current.get(name)
        if (holder !== undefined) onRead(holder)
      }}
    />
  )
}

/** Number and name of a citizen as one text; empty for an empty citizen. */
function formatHolder({ dni, nombre, apellido }: IdCardHolder): string {
  return [dni, `${nombre} ${apellido}`.trim()].filter((part) => part !== '').join(' · ')
}
