import { buildPlainSubmit } from '../../support/builders/submit.ts'

const order = (n: number): string => `/api/payments/orders/${buildPlainSubmit(n).answer}/K3WQ9ZT0M4XB`
const pageOf = (page: string, n: number): string => `/pago-${page}/K3WQ9ZT0M4XB/${buildPlainSubmit(n).answer}`
const step = (n: number): string => `answer=${buildPlainSubmit(n).answer}&orderId=K3WQ9ZT0M4XB`
const payer = { fullName: 'A', dni: '30111222', phone: '', email: 'a@b.example' }

/** Calls of payment endpoints and pages without an account, about orders that do not exist. */
export const PAYMENTS_OF_STRANGERS = {
  'POST /api/payments/orders': (n: number) => ({
    method: 'POST',
    path: '/api/payments/orders',
    body: { answer: buildPlainSubmit(n).answer, shown: 0, payer },
  }),
  'POST /api/payments/own': (n: number) => ({
    method: 'POST',
    path: '/api/payments/own',
    body: { answer: buildPlainSubmit(n).answer, proof: buildPlainSubmit(n).id },
  }),
  'GET /api/payments/orders/:id/:orderId': (n: number) => ({ method: 'GET', path: order(n) }),
  'GET /api/payments/orders/:id/:orderId/receipt': (n: number) => ({ method: 'GET', path: `${order(n)}/receipt` }),
  'GET /api/payments/orders/:id/:orderId/tickets': (n: number) => ({ method: 'GET', path: `${order(n)}/tickets` }),
  'GET /api/payments/tickets/:ticket': (n: number) => ({
    method: 'GET',
    path: `/api/payments/tickets/${String(n).padStart(20, '0')}`,
  }),
  'POST /api/payments/orders/:id/:orderId/look': (n: number) => ({ method: 'POST', path: `${order(n)}/look` }),
  'POST /api/payments/webhooks/:provider': (n: number) => ({
    method: 'POST',
    path: '/api/payments/webhooks/stripe',
    body: { n },
  }),
  'GET /pago-exitoso/:orderId/:id': (n: number) => ({ method: 'GET', path: pageOf('exitoso', n) }),
  'POST /pago-exitoso/:orderId/:id': (n: number) => ({ method: 'POST', path: pageOf('exitoso', n) }),
  'GET /pago-denegado/:orderId/:id': (n: number) => ({ method: 'GET', path: pageOf('denegado', n) }),
  'GET /pago/:posting': () => ({ method: 'GET', path: `/pago/${'x'.repeat(60)}` }),
  'GET /pago': () => ({ method: 'GET', path: '/pago' }),
  'POST /pago': (n: number) => ({ method: 'POST', path: '/pago', body: step(n) }),
  'POST /publico/contestar/:id': (n: number) => ({ method: 'POST', path: '/publico/contestar/wide', body: step(n) }),
} as const
