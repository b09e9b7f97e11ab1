import type { TemplateOptions } from './options.ts'

/** Fields of a form or answer that hold the text of its voucher. */
export type VoucherText = {
  readonly opcionales: Pick<TemplateOptions, 'customizedVoucher'>
  readonly customizedVoucherText?: string | undefined
}

/** Text of the voucher. @returns empty when the form has none */
export function pickVoucherText({ opcionales, customizedVoucherText }: VoucherText): string {
  return opcionales.customizedVoucher ? (customizedVoucherText ?? '').trim() : ''
}
