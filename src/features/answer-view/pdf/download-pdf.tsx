import { Button } from '@mantine/core'
import { IconFileDownload, IconX } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { usePaper } from '../print/use-paper.ts'
import type { ShownAnswer } from '../use-answer.ts'
import { usePdf } from './use-pdf.ts'
import styles from './pdf.module.css'

type DownloadPdfProps = {
  readonly shown: ShownAnswer
  /** beside other buttons, not in a list of links */
  readonly variant?: 'default' | 'subtle'
}

/** The answer as a PDF, made on this device; how far it is while it is being made, and a way to end that. */
export function DownloadPdf({ shown, variant = 'subtle' }: DownloadPdfProps) {
  const { making, make, cancel } = usePdf(usePaper(shown))
  return (
    <div className={`r-row r-middle ${styles['download']}`} data-among-others={variant === 'default' || undefined}>
      <Button
        variant={variant}
        leftSection={<IconFileDownload size={20} aria-hidden="true" />}
        loading={making !== null}
        // A form that is not known yet may have settings for its paper.
        disabled={shown.version === undefined}
        onClick={make}
      >
        {variant === 'default' ? <Trans>Download Answer</Trans> : <Trans>Download PDF</Trans>}
      </Button>
      {making !== null && (
        <p role="status" className="r-row r-gap-4 r-middle r-soft">
          {making.of === 0 ? (
            <Trans>Making the PDF…</Trans>
          ) : (
            <Trans>
              Making the PDF: {making.pictures} of {making.of} pictures
            </Trans>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconX size={16} aria-hidden="true" />}
            onClick={cancel}
          >
            <Trans>Cancel</Trans>
          </Button>
        </p>
      )}
    </div>
  )
}
