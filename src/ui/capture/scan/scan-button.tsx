import { useEffect, useState } from 'react'
import { IconBarcode } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { getCodeFormatName } from './format-names.ts'
import { Scanner, type ScannerProps } from './scanner.tsx'

export type ScanButtonProps = Pick<ScannerProps, 'subject' | 'present' | 'reader' | 'judge'> & {
  /**
   * id of the field for the code, which receives the focus afterwards, so that the user can check the value
   */
  readonly field: string
  /** id of the field's label */
  readonly labelledBy: string
  readonly onTake: (text: string) => void
}

/** Button that opens the scanner. Shows the format of the scanned code until the field is changed. */
export function ScanButton({ field, labelledBy, onTake, ...scanned }: ScanButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [taken, setTakenCode] = useState<{ readonly text: string; readonly kind: string } | null>(null)
  // Runs after the dialog has returned the focus to the button.
  useEffect(() => {
    if (taken !== null) document.getElementById(field)?.focus()
  }, [taken, field])
  const kind = taken?.text === scanned.present ? taken.kind : ''
  return (
    <div className="r-row r-gap-x-12 r-middle">
      <Button
        variant="default"
        leftSection={<IconBarcode size={20} aria-hidden="true" />}
        aria-describedby={labelledBy}
        onClick={() => setOpen(true)}
      >
        <Trans>Scan code</Trans>
      </Button>
      <span className="r-soft r-small" role="status">
        {kind !== '' && <Trans comment="a kind of code: EAN-13">{kind} was read</Trans>}
      </span>
      {isOpen && (
        <Scanner
          {...scanned}
          onTake={(text, { format }) => {
            onTake(text)
            setOpen(false)
            setTakenCode({ text, kind: getCodeFormatName(format) })
          }}
          onCancel={() => setOpen(false)}
        />
      )}
    </div>
  )
}
