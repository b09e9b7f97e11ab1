import type { TemplateOptions } from './options.ts'

/** Fields of a form or answer that contain the text of its voucher. */
export type VoucherText = {
  readonly opcionales: Pick<TemplateOptions, 'customizedVoucher'>
  readonly customizedVoucherText?: string | undefined
}

/** Returns the text of the voucher; empty if the form has none. */
export function pickVoucherText({ opcionales, customizedVoucherText }: VoucherText): string {
  return opcionales.customizedVoucher ? (customizedVoucherText ?? '').trim() : ''
}
