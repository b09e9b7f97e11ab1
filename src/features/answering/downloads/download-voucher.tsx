import { IconReceipt } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { pdfMessages } from '#documents/pdf/index.ts'
import { buildVoucher, type PdfContent, type VoucherSource } from '#domain/pdf/index.ts'
import { PdfButton, usePdfDownload, type PicturesByHash } from './pdf-button.tsx'

/**
 * Downloads the form's voucher text and the answer's code as a PDF. Renders nothing if the form has no voucher.
 */
export function DownloadVoucher({ voucher }: { readonly voucher: VoucherSource }) {
  const { t, i18n } = useLingui()
  const content = buildVoucher(voucher, {
    own: { title: t`Voucher` },
    texts: pdfMessages(i18n),
    language: i18n.locale,
    home: location.origin,
  })
  return content === null ? null : <Download content={content} />
}

const NONE: PicturesByHash = new Map()

function Download({ content }: { readonly content: PdfContent }) {
  return (
    <PdfButton {...usePdfDownload(content, NONE)} icon={<IconReceipt size={20} aria-hidden="true" />}>
      <Trans>Download voucher</Trans>
    </PdfButton>
  )
}
