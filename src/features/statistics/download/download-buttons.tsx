import { Button } from '@mantine/core'
import { IconFileTypePdf, IconTable } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ReportFormat } from '#documents/index.ts'
import type { Report } from '#documents/pdf/index.ts'
import type { Instant } from '#domain/kernel/index.ts'
import { downloadFile, NAMED_LANGUAGES, notify, useProblemText, chooseLanguage } from '#ui/index.ts'
import { toChartFileName } from '../charts/chart.ts'

type DownloadButtonsProps = {
  readonly busy: boolean
  /** missing while some figures are loading */
  readonly take?: (format: ReportFormat) => void
}

/** The downloads of a page with figures. */
export function DownloadButtons({ busy, take }: DownloadButtonsProps) {
  const { t } = useLingui()
  const disabled = take === undefined || busy
  const downloads = [
    { format: 'pdf', FileIcon: IconFileTypePdf, name: t`Download PDF` },
    { format: 'xlsx', FileIcon: IconTable, name: t`Download workbook (XLSX)` },
  ] as const
  return downloads.map(({ format, FileIcon, name }) => (
    <Button
      key={format}
      variant="default"
      disabled={disabled}
      leftSection={<FileIcon size={20} aria-hidden="true" />}
      onClick={() => take?.(format)}
    >
      {name}
    </Button>
  ))
}

type ReportRequest = Pick<Report, 'title' | 'municipality' | 'lines' | 'parts'> & {
  readonly at: Instant
  readonly format: ReportFormat
}

/** Creates a file of the figures on this device and downloads it. Works offline. */
export function useReportDownload() {
  const { t, i18n } = useLingui()
  const problemText = useProblemText()
  const [busy, setBusy] = useState(false)

  const make = async ({ format, at, ...wanted }: ReportRequest): Promise<void> => {
    setBusy(true)
    try {
      // Loads the writer with the first file.
      const files = await import('#documents/index.ts')
      const language = NAMED_LANGUAGES[chooseLanguage(i18n.locale)].tag
      const lackingCharacters = t`\ufffd replaces a character that cannot be shown in this file. See it on the page.`
      const result = await files.writeReport({ ...wanted, lackingCharacters }, { format, language, at })
      if (!result.ok) return notify({ tone: 'attention', text: problemText(result.problem) })
      const name = `${toChartFileName(t`Statistics of ${wanted.title}`)}.${format}`
      downloadFile(result.value, name, result.value.type)
      notify({ tone: 'received', text: t`${name} is in your downloads.` })
    } catch {
      notify({ tone: 'attention', text: problemText({ code: 'network.unreachable' }) })
    } finally {
      setBusy(false)
    }
  }
  return { make: (reportRequest: ReportRequest) => void make(reportRequest), busy }
}
