import { answerIdSchema } from '#domain/kernel/index.ts'
import type { VoucherSource } from '#domain/pdf/index.ts'
import { useAnswer } from '../use-answer.ts'
import { DownloadPdfButton } from './download-pdf.tsx'

type DownloadAnswerProps = { readonly id: string; readonly voucher?: VoucherSource | undefined }

/** PDF download for screens that have only the id of the answer. Renders nothing until the answer is loaded. */
export function DownloadAnswerButton({ id, voucher }: DownloadAnswerProps) {
  const parsed = answerIdSchema.safeParse(id)
  return parsed.success ? <OfAnswer id={parsed.data} voucher={voucher} /> : null
}

type OfAnswerProps = Pick<DownloadAnswerProps, 'voucher'> & { readonly id: Parameters<typeof useAnswer>[0] }

function OfAnswer({ id, voucher }: OfAnswerProps) {
  const [loadable] = useAnswer(id)
  return loadable.kind === 'here' ? (
    <DownloadPdfButton shownAnswer={loadable.value} voucher={voucher} variant="default" />
  ) : null
}
