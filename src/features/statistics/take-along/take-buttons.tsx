import { Button } from '@mantine/core'
import { IconFileTypePdf, IconTable } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import type { ReportFormat } from '#documents/index.ts'
import styles from '../statistics.module.css'

type DownloadButtonsProps = {
  readonly busy: boolean
  /** undefined: some figures are still loading */
  readonly take?: (format: ReportFormat) => void
}

export function DownloadButtons({ busy, take }: DownloadButtonsProps) {
  const disabled = take === undefined || busy
  return (
    <>
      <Button
        variant="default"
        className={styles['take'] ?? ''}
        disabled={disabled}
        leftSection={<IconFileTypePdf size={20} aria-hidden="true" />}
        onClick={() => take?.('pdf')}
      >
        <Trans>Download PDF</Trans>
      </Button>
      <Button
        variant="default"
        className={styles['take'] ?? ''}
        disabled={disabled}
        leftSection={<IconTable size={20} aria-hidden="true" />}
        onClick={() => take?.('xlsx')}
      >
        <Trans>Workbook (XLSX)</Trans>
      </Button>
    </>
  )
}
