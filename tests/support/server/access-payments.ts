import { MUNICIPALITY } from '../builders/template.ts'
import { all, signedIn, type Line } from './access-lines.ts'

const ANSWER = 'A'.repeat(26)
const ORDER = `/api/payments/orders/${ANSWER}/K3WQ9ZT0M4XB`
const OF = `municipality=${encodeURIComponent(MUNICIPALITY)}`
const payer = { fullName: 'Ana Paz', dni: '30111222', phone: '', email: 'ana@relevo.example' }
const id = 'M'.repeat(26)
/**
 * Supervisors record payments; administrators of the municipality or of all refund them; uma administers another one.
 * Paid forms: sandbox/payments.test.ts.
 */
const mayRecord = (status: number) => signedIn(403, { sofia: status, uma: 404, ada: status })
const administers = signedIn(403, { sofia: 200, uma: 404, ada: 200 })

export const PAYMENT_LINES = {
  'POST /api/payments/orders': {
    ask: (answer) => ['POST', '/api/payments/orders', { body: { answer, payer, shown: 0 } }],
    expected: all(404),
  },
  'POST /api/payments/own': {
    ask: (answer) => ['POST', '/api/payments/own', { body: { answer, proof: id } }],
    expected: all(404),
  },
  'GET /api/payments/orders/:id/:orderId': { ask: () => ['GET', ORDER], expected: all(404) },
  'GET /api/payments/orders/:id/:orderId/receipt': { ask: () => ['GET', `${ORDER}/receipt`], expected: all(404) },
  'POST /api/payments/orders/:id/:orderId/look': { ask: () => ['POST', `${ORDER}/look`], expected: all(404) },
  'POST /api/payments/webhooks/:provider': {
    ask: () => ['POST', `/api/payments/webhooks/stripe?${OF}`, { body: {} }],
    expected: all(404),
  },
  // The form of this answer has no price.
  'GET /api/answers/:id/payment': {
    ask: (answer) => ['GET', `/api/answers/${answer}/payment`],
    expected: signedIn(404, { gil: 403 }),
  },
  'POST /api/answers/:id/payment/desk': {
    ask: (answer) => ['POST', `/api/answers/${answer}/payment/desk`, { body: { id, payer, amount: 100 } }],
    expected: mayRecord(422),
  },
  'POST /api/answers/:id/payment/look': {
    ask: (answer) => ['POST', `/api/answers/${answer}/payment/look`],
    expected: mayRecord(404),
  },
  'POST /api/answers/:id/payment/validation': {
    ask: (answer) => ['POST', `/api/answers/${answer}/payment/validation`],
    expected: mayRecord(404),
  },
  'POST /api/answers/:id/payment/refunds': {
    ask: (answer) => ['POST', `/api/answers/${answer}/payment/refunds`, { body: { id, amount: 1, reason: 'Lluvia' } }],
    expected: mayRecord(404),
  },
  'GET /api/payments/orders': { ask: () => ['GET', `/api/payments/orders?${OF}`], expected: mayRecord(200) },
  'POST /api/payments/orders/export': {
    ask: () => ['POST', '/api/payments/orders/export', { body: { sought: { municipality: MUNICIPALITY } } }],
    expected: mayRecord(200),
  },
  'POST /api/payments/closing': {
    ask: () => ['POST', '/api/payments/closing', { body: { municipality: MUNICIPALITY, day: '2026-11-20' } }],
    expected: administers,
  },
  'GET /api/payments/closings': {
    ask: () => ['GET', `/api/payments/closings?${OF}&from=2026-11-20&to=2026-11-20`],
    expected: administers,
  },
  'POST /api/payments/closings': {
    ask: () => ['POST', '/api/payments/closings', { body: { municipality: MUNICIPALITY, day: '2026-11-20' } }],
    expected: administers,
  },
  'GET /api/payments/account': { ask: () => ['GET', `/api/payments/account?${OF}`], expected: administers },
  'PUT /api/payments/account': {
    ask: () => [
      'PUT',
      `/api/payments/account?${OF}`,
      { body: { provider: 'stripe', mode: 'test', key: 'sk_test', webhookSecrets: ['whsec_test'] } },
    ],
    expected: administers,
  },
} satisfies Readonly<Record<string, Line>>
