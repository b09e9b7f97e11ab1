export { PaymentBadge } from './payment-badge.tsx'
export { PaymentFilter } from './payment-filter.tsx'
export { PAYMENT_STATUS_NAMES } from './payment-names.ts'
