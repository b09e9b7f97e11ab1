import { DEVICE } from '../builders/submit.ts'
import { all, signedIn, type Line } from './access-lines.ts'

/** A form of the area that sells no tickets, so its door exists for no one. Events: tickets/routes/doors.test.ts. */
const DOOR = '/api/doors/comercios'
const TICKET = '0'.repeat(20)
const keepsDoors = signedIn(404, { gil: 403, carla: 403 })
const mayRecord = signedIn(403, { sofia: 404, uma: 404, ada: 404 })
const ruben = { fullName: 'Rubén Sosa', dni: '28000111', email: 'ruben@relevo.example' }

export const DOOR_LINES = {
  'GET /api/payments/orders/:id/:orderId/tickets': {
    ask: () => ['GET', `/api/payments/orders/${'A'.repeat(26)}/K3WQ9ZT0M4XB/tickets`],
    expected: all(404),
  },
  'GET /api/payments/tickets/:ticket': { ask: () => ['GET', `/api/payments/tickets/${TICKET}`], expected: all(404) },
  'POST /api/doors/:form/sync': {
    ask: () => ['POST', `${DOOR}/sync`, { body: { device: DEVICE, door: 'Norte', scans: [] } }],
    expected: keepsDoors,
  },
  'GET /api/doors/:form/report': { ask: () => ['GET', `${DOOR}/report`], expected: keepsDoors },
  'GET /api/events/:form/guests': { ask: () => ['GET', '/api/events/comercios/guests'], expected: keepsDoors },
  'GET /api/events/:form/sales': { ask: () => ['GET', '/api/events/comercios/sales'], expected: mayRecord },
  'POST /api/events/:form/move': {
    ask: () => ['POST', '/api/events/comercios/move', { body: { version: 1, eventDate: '2027-02-01T22:00:00.000Z' } }],
    expected: signedIn(403, { sofia: 404, uma: 404, gil: 404, ada: 404 }),
  },
  'POST /api/events/:form/cancel': {
    ask: () => ['POST', '/api/events/comercios/cancel'],
    expected: mayRecord,
  },
  'POST /api/doors/:form/links': {
    ask: () => ['POST', `${DOOR}/links`, { body: { name: 'Norte' } }],
    expected: mayRecord,
  },
  'GET /api/doors/:form/links': { ask: () => ['GET', `${DOOR}/links`], expected: mayRecord },
  'GET /api/doors/:form/links/:link/scans': {
    ask: () => ['GET', `${DOOR}/links/${TICKET}/scans`],
    expected: mayRecord,
  },
  'POST /api/doors/:form/links/:link/discard': {
    ask: () => ['POST', `${DOOR}/links/${TICKET}/discard`],
    expected: mayRecord,
  },
  'DELETE /api/doors/:form/links/:link': { ask: () => ['DELETE', `${DOOR}/links/${TICKET}`], expected: mayRecord },
  'GET /api/answers/:id/tickets': {
    ask: (answer) => ['GET', `/api/answers/${answer}/tickets`],
    expected: signedIn(200, { olga: 404, uma: 404, gil: 403, carla: 404 }),
  },
  'POST /api/answers/:id/tickets/send': {
    ask: (answer) => ['POST', `/api/answers/${answer}/tickets/send`, { body: {} }],
    expected: mayRecord,
  },
  'POST /api/answers/:id/tickets/:ticket/block': {
    ask: (answer) => ['POST', `/api/answers/${answer}/tickets/${TICKET}/block`, { body: { reason: 'Reventa' } }],
    expected: mayRecord,
  },
  'POST /api/answers/:id/tickets/:ticket/hand-on': {
    ask: (answer) => ['POST', `/api/answers/${answer}/tickets/${TICKET}/hand-on`, { body: ruben }],
    expected: mayRecord,
  },
} satisfies Readonly<Record<string, Line>>
