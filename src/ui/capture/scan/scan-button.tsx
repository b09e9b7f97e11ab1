import { useEffect, useState } from 'react'
import { IconBarcode } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { formatName } from './format-names.ts'
import { Scanner, type ScannerProps } from './scanner.tsx'

export type ScanButtonProps = Pick<ScannerProps, 'subject' | 'present' | 'reader' | 'judge'> & {
  /** of the field that a code is read into, which has the focus then: what was read can be seen and mended there */
  readonly field: string
  /** of what says what the field is */
  readonly labelledBy: string
  readonly onTake: (text: string) => void
}

/** Opens the scanner, and says what kind of code was read, as long as the field says what it said. */
export function ScanButton({ field, labelledBy, onTake, ...scanned }: ScanButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [taken, setTaken] = useState<{ readonly text: string; readonly kind: string } | null>(null)
  // By now the dialog has given the focus back to the button.
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
            setTaken({ text, kind: formatName(format) })
          }}
          onCancel={() => setOpen(false)}
        />
      )}
    </div>
  )
}
