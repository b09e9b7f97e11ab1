import { buildPlainSubmit } from '../builders/submit.ts'
import { many } from './large-drafts.ts'
import { type Case, small } from './large-cases.ts'
import { FACTOR_BODIES } from './large-factors.ts'
import { INTEGRATION_BODIES } from './large-integrations.ts'
import { DOOR_BODIES } from './large-doors.ts'
import { PAYMENT_BODIES } from './large-payments.ts'
import { PDF_BODIES } from './large-pdfs.ts'
import { PEOPLE_BODIES } from './large-people.ts'

function askedMutation(index: number): object {
  const { id, answer, kind } = buildPlainSubmit(index)
  return { id, answer, kind }
}

const LACKING: Case = {
  what: 'all that may be asked about',
  status: 200,
  as: 'ines',
  ask: () => ['/api/sync/lacking', { body: { mutations: many(1_000, askedMutation) } }],
}

/** Bodies of subjects that need no world. */
export const OTHER_BODIES = {
  ...FACTOR_BODIES,
  ...PEOPLE_BODIES,
  ...PDF_BODIES,
  ...PAYMENT_BODIES,
  ...DOOR_BODIES,
  ...INTEGRATION_BODIES,
  'POST /api/sync/lacking': [LACKING],
  'POST /api/password': [small('/api/password', 400)],
  'POST /api/sso': [small('/api/sso', 400)],
  'POST /api/sso/finish': [small('/api/sso/finish', 400)],
  'POST /api/password/forgotten': [small('/api/password/forgotten', 400)],
  'DELETE /api/session': [],
  'DELETE /api/sessions': [],
  'DELETE /api/sessions/:id': [],
  'POST /api/deleted/:id/restore': [],
  'POST /api/privacy/find': [{ ...small('/api/privacy/find', 400), as: 'sofia' }],
  'POST /api/privacy/export': [{ ...small('/api/privacy/export', 400), as: 'sofia' }],
  'POST /api/privacy/erase': [{ ...small('/api/privacy/erase', 400), as: 'sofia' }],
  'POST /api/getCitizenLoginWithOaToken': [small('/api/getCitizenLoginWithOaToken', 400)],
  'POST /api/getCitizenOAToken': [{ ...small('/api/getCitizenOAToken', 400), as: 'sofia' }],
  // No staff user is a citizen, so the body is not read.
  'DELETE /api/citizen/session': [],
  'POST /api/citizen/permits': [small('/api/citizen/permits', 401)],
  'POST /api/citizen/answers/:id/withdraw': [small(`/api/citizen/answers/${'0'.repeat(26)}/withdraw`, 401)],
  'POST /api/getIdentifiers': [{ ...small('/api/getIdentifiers', 400), as: 'ines' }],
  'POST /api/getIdentifierDataById': [{ ...small('/api/getIdentifierDataById', 400), as: 'ines' }],
}
