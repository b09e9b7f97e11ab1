import { useEffect, useRef } from 'react'
import { IconFileDownload, IconReceipt } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { buildPdfMessages } from '#documents/pdf/index.ts'
import { composeAnswer } from '#domain/answering/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { AnswerId, Instant } from '#domain/kernel/index.ts'
import { buildAnswerPdf, type VoucherSource } from '#domain/pdf/index.ts'
import { useFormats } from '#ui/index.ts'
import { PdfButton, usePdfDownload } from './pdf-button.tsx'
import { DownloadVoucherButton, useVoucher } from './download-voucher.tsx'
import type { SentAnswer } from './sent-answer.ts'

export type AnswerDownloadsProps = {
  readonly template: FormTemplate
  readonly answer: AnswerId
  /** undefined: the code is not assigned yet, or the municipality hides codes */
  readonly code: string | undefined
  readonly at: Instant
  /** the server has received the answer */
  readonly hasArrived: boolean
  /** undefined: the answer is no longer on this device, or the form is not downloaded */
  readonly written: SentAnswer | undefined
}

/** Downloads for users without an account: the voucher, and the answer if the form offers that. */
export function AnswerDownloads({ template, answer, code, at, hasArrived, written }: AnswerDownloadsProps) {
  const { dateTime } = useFormats()
  const voucher = { of: template, code, id: answer, at: dateTime(at) }
  if (written !== undefined)
    return <DownloadWritten written={written} code={code} hasArrived={hasArrived} voucher={voucher} />
  return hasArrived && <DownloadVoucherButton voucher={voucher} />
}

type DownloadWrittenProps = Pick<AnswerDownloadsProps, 'code' | 'hasArrived'> & {
  readonly written: SentAnswer
  readonly voucher: VoucherSource
}

/**
 * Downloads the answer once automatically. Waits until the server has received the answer, so that the PDF contains the
 * code.
 */
function DownloadWritten({ written, code, hasArrived, voucher }: DownloadWrittenProps) {
  const { submit, template, at, pictures } = written
  const { i18n } = useLingui()
  const { dateTime } = useFormats()
  const answer = composeAnswer(template, submit, { code: code ?? '', now: at, author: null })
  const content = buildAnswerPdf(answer, template.pdfSettings, {
    texts: buildPdfMessages(i18n),
    language: i18n.locale,
    dateTime,
    codeHidden: code === undefined,
    // Citizens' copies do not show the electronic signature.
    electronicSignatureHidden: true,
    home: location.origin,
    isUnsent: !hasArrived,
  })
  const voucherPdf = useVoucher(voucher)
  const { make, ...download } = usePdfDownload()
  const began = useRef(false)
  useEffect(() => {
    if (!hasArrived || began.current) return
    began.current = true
    make(content, pictures)
  })
  return (
    <PdfButton
      {...download}
      icon={<IconFileDownload size={20} aria-hidden="true" />}
      onClick={() => make(content, pictures)}
      // Offered only after receipt, which the voucher confirms.
      items={
        voucherPdf === null || !hasArrived
          ? []
          : [
              {
                key: 'voucher',
                icon: <IconReceipt size={20} aria-hidden="true" />,
                text: <Trans>Download voucher</Trans>,
                onClick: () => make(voucherPdf),
              },
            ]
      }
    >
      <Trans>Download Answer</Trans>
    </PdfButton>
  )
}
