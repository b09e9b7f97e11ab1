import { DEVICE } from '../builders/submit.ts'
import { padded, small, type Case } from './large-cases.ts'
import { many } from './large-drafts.ts'

const TICKETS = `/api/answers/${'0'.repeat(26)}/tickets`
const TICKET = `${TICKETS}/${'0'.repeat(20)}`
const SCANS = many(500, (index) => ({
  id: `${DEVICE}~${index}`,
  ticket: '0'.repeat(20),
  at: 1_800_000_000_000,
  direction: 'entry',
  isAdmitted: false,
  why: 'real-ticket-at-a-test',
}))

export const DOOR_BODIES: Readonly<Record<string, readonly Case[]>> = {
  'POST /api/doors/:form/sync': [
    {
      what: 'scans',
      status: 404,
      as: 'sofia',
      ask: () => [
        '/api/doors/comercios/sync',
        { body: padded(JSON.stringify({ device: DEVICE, door: 'Norte', scans: SCANS }), 160 * 1024) },
      ],
    },
  ],
  'POST /api/events/:form/move': [{ ...small('/api/events/comercios/move', 400), as: 'sofia' }],
  'POST /api/events/:form/cancel': [],
  'POST /api/doors/:form/links': [{ ...small('/api/doors/comercios/links', 400), as: 'sofia' }],
  'POST /api/doors/:form/links/:link/discard': [],
  'DELETE /api/doors/:form/links/:link': [],
  'POST /api/answers/:id/tickets/send': [{ ...small(`${TICKETS}/send`, 400), as: 'sofia' }],
  'POST /api/answers/:id/tickets/:ticket/block': [{ ...small(`${TICKET}/block`, 400), as: 'sofia' }],
  'POST /api/answers/:id/tickets/:ticket/hand-on': [{ ...small(`${TICKET}/hand-on`, 400), as: 'sofia' }],
}
