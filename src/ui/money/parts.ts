export { PaymentBadge } from './payment-badge.tsx'
export { PaymentFilter } from './payment-filter.tsx'
