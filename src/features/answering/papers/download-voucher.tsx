import { IconReceipt } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { paperMessages } from '#documents/pdf/index.ts'
import { voucherOf, type Paper, type Voucher } from '#domain/paper/index.ts'
import { PaperButton, usePaperDownload, type Pictures } from './download-paper.tsx'

/**
 * Downloads the form's voucher text and the answer's code as a PDF. Renders nothing if the form has no voucher.
 */
export function DownloadVoucher({ voucher }: { readonly voucher: Voucher }) {
  const { t, i18n } = useLingui()
  const paper = voucherOf(voucher, {
    own: { title: t`Voucher` },
    words: paperMessages(i18n),
    language: i18n.locale,
    home: location.origin,
  })
  return paper === null ? null : <Download paper={paper} />
}

const NONE: Pictures = new Map()

function Download({ paper }: { readonly paper: Paper }) {
  return (
    <PaperButton {...usePaperDownload(paper, NONE)} icon={<IconReceipt size={20} aria-hidden="true" />}>
      <Trans>Download voucher</Trans>
    </PaperButton>
  )
}
