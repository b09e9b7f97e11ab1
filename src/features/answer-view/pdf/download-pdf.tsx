import { Button, Group } from '@mantine/core'
import { IconFileDownload, IconX } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { useAnswerDocument } from '../print/use-answer-document.ts'
import type { ShownAnswer } from '../use-answer.ts'
import { usePdf } from './use-pdf.ts'
import styles from './pdf.module.css'

type DownloadPdfProps = {
  readonly shownAnswer: ShownAnswer
  /** `default` among other buttons, `subtle` in a list of links */
  readonly variant?: 'default' | 'subtle'
}

/** Creates the answer's PDF on this device, with progress and a cancel button. */
export function DownloadPdf({ shownAnswer, variant = 'subtle' }: DownloadPdfProps) {
  const { making, make, cancel } = usePdf(useAnswerDocument(shownAnswer))
  return (
    <Group gap="xs" className={styles['download'] ?? ''} data-among-others={variant === 'default' || undefined}>
      <Button
        variant={variant}
        leftSection={<IconFileDownload size={20} aria-hidden="true" />}
        loading={making !== null}
        // The form may have PDF settings, so it has to be loaded first.
        disabled={shownAnswer.version === undefined}
        onClick={make}
      >
        {variant === 'default' ? <Trans>Download Answer</Trans> : <Trans>Download PDF</Trans>}
      </Button>
      {making !== null && (
        <p role="status" className="r-row r-gap-4 r-middle r-soft">
          {making.total === 0 ? (
            <Trans>Generating the PDF…</Trans>
          ) : (
            <Trans>
              Generating the PDF: {making.pictures} of {making.total} images
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
    </Group>
  )
}
