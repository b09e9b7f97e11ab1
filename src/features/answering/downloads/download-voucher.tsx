import { IconReceipt } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { buildPdfMessages } from '#documents/pdf/index.ts'
import { buildVoucher, type PdfContent, type VoucherSource } from '#domain/pdf/index.ts'
import { PdfButton, usePdfDownload } from './pdf-button.tsx'

/**
 * Downloads the form's voucher text and the answer's code as a PDF. Renders nothing if the form has no voucher.
 */
export function DownloadVoucherButton({ voucher }: { readonly voucher: VoucherSource }) {
  const content = useVoucher(voucher)
  const { make, ...download } = usePdfDownload()
  if (content === null) return null
  return (
    <PdfButton {...download} onClick={() => make(content)} icon={<IconReceipt size={20} aria-hidden="true" />}>
      <Trans>Download voucher</Trans>
    </PdfButton>
  )
}

/** The form's voucher text and the answer's code. null: the form has no voucher */
export function useVoucher(voucher: VoucherSource): PdfContent | null {
  const { t, i18n } = useLingui()
  return buildVoucher(voucher, {
    own: { title: t`Voucher` },
    texts: buildPdfMessages(i18n),
    language: i18n.locale,
    home: location.origin,
  })
}
