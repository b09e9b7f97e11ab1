import type { TemplateOptions } from './options.ts'

/** The part of a form, and of an answer to it, that has the text of its voucher. */
export type VoucherText = {
  readonly opcionales: Pick<TemplateOptions, 'customizedVoucher'>
  readonly customizedVoucherText?: string | undefined
}

/** @returns empty where the form has no voucher */
export function voucherTextOf({ opcionales, customizedVoucherText }: VoucherText): string {
  return opcionales.customizedVoucher ? (customizedVoucherText ?? '').trim() : ''
}
