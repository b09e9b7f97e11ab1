export * from './paper.ts'
export { paperName, paperOf, type ChosenLook, type PaperSetting } from './paper-of.ts'
export { certificateOf, type CertificateWords } from './certificate-of.ts'
export { voucherOf, type Voucher, type VoucherWords } from './voucher-of.ts'
export {
  ticketsPaperOf,
  type TicketPaper,
  type TicketsPaper,
  type TicketsSetting,
  type TicketWords,
} from './tickets-paper.ts'
export { receiptPaperOf, type ReceiptPaper, type ReceiptSetting, type ReceiptWords } from './receipt-paper.ts'
export { imagesOf } from './images-of.ts'
export { numbered, type PaperWords } from './words.ts'
export * from './pdf-call.ts'
export * from './send-email-call.ts'
