import { getMunicipality } from '#domain/kernel/index.ts'
import { encodePlaceId } from '#domain/places/index.ts'
import { AREA } from '../builders/template.ts'
import { type Case, small } from './large-cases.ts'

const HERE = `/api/municipalities/${encodePlaceId(getMunicipality(AREA))}`
const HOOK = `${HERE}/webhooks/${'W'.repeat(26)}`
const ofSofia = (path: string): Case => ({ ...small(path, 400), as: 'sofia' })

/** Tokens and webhooks. */
export const INTEGRATION_BODIES: Readonly<Record<string, readonly Case[]>> = {
  // The body is read only with a token, which no actor has here.
  'POST /api/v1/embed-codes': [],
  'POST /api/embed/session': [small('/api/embed/session', 400)],
  'POST /api/municipalities/:id/tokens': [ofSofia(`${HERE}/tokens`)],
  'DELETE /api/municipalities/:id/tokens/:token': [],
  'POST /api/municipalities/:id/webhooks': [ofSofia(`${HERE}/webhooks`)],
  'PUT /api/municipalities/:id/webhooks/:webhook': [ofSofia(HOOK)],
  'DELETE /api/municipalities/:id/webhooks/:webhook': [],
  'POST /api/municipalities/:id/webhooks/:webhook/secret': [],
  'POST /api/municipalities/:id/webhooks/:webhook/test': [],
  'POST /api/municipalities/:id/webhooks/:webhook/deliveries/:number/send': [],
}
