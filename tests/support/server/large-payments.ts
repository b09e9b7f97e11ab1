import { MUNICIPALITY } from '../builders/template.ts'
import { small, type Case } from './large-cases.ts'

const ANSWER = `/api/answers/${'0'.repeat(26)}/payment`
const OF = `municipality=${encodeURIComponent(MUNICIPALITY)}`

export const PAYMENT_BODIES: Readonly<Record<string, readonly Case[]>> = {
  'POST /pago-exitoso/:orderId/:id': [],
  'POST /pago': [small('/pago', 404)],
  'POST /publico/contestar/:id': [small('/publico/contestar/comercios', 404)],
  'POST /api/payments/orders': [small('/api/payments/orders', 400)],
  'POST /api/payments/own': [small('/api/payments/own', 400)],
  'POST /api/payments/orders/:id/:orderId/look': [],
  // No account is connected, so the body is not read.
  'POST /api/payments/webhooks/:provider': [
    {
      what: 'any',
      status: 404,
      ask: () => [`/api/payments/webhooks/stripe?${OF}`, { body: 'x'.repeat(256 * 1024) }],
    },
  ],
  'POST /api/answers/:id/payment/desk': [{ ...small(`${ANSWER}/desk`, 400), as: 'sofia' }],
  'POST /api/answers/:id/payment/look': [],
  'POST /api/answers/:id/payment/validation': [],
  'POST /api/answers/:id/payment/refunds': [{ ...small(`${ANSWER}/refunds`, 400), as: 'sofia' }],
  'POST /api/payments/closing': [{ ...small('/api/payments/closing', 400), as: 'sofia' }],
  'POST /api/payments/closings': [{ ...small('/api/payments/closings', 400), as: 'sofia' }],
  'POST /api/payments/orders/export': [{ ...small('/api/payments/orders/export', 400), as: 'sofia' }],
  'PUT /api/payments/account': [{ ...small(`/api/payments/account?${OF}`, 400), as: 'sofia' }],
}
