import type { Integrations, ApiTokenListItem, WebhookListItem } from '#domain/integrations/index.ts'
import { AREA, MUNICIPALITY } from './template.ts'

export const ID = 'AR~cordoba~villa-serena'
export const AT = '2026-11-20T15:00:00.000Z'
export const TOKEN = {
  id: 'T'.repeat(26),
  name: 'Tablero',
  scopes: ['templates:read', 'answers:read'],
  municipality: MUNICIPALITY,
  areas: [AREA],
  forms: [],
  expiresAt: '2027-02-18T15:00:00.000Z',
  createdAt: AT,
  by: 'ada',
  username: 'ada',
  ended: false,
} as unknown as ApiTokenListItem
export const HOOK = {
  id: 'W'.repeat(26),
  name: 'Alertas',
  url: 'https://hooks.example.org/relevo',
  events: ['answer.created', 'answer.deleted'],
  areas: [],
  forms: [],
  state: 'on',
  createdAt: AT,
  by: 'ada',
  username: 'ada',
  oldSecretUntil: null,
} as unknown as WebhookListItem
export const DELIVERY = {
  number: 7,
  message: 'msg_1_created',
  event: 'answer.created',
  answer: '7F3K2M00000000000000000001',
  at: AT,
  state: 'failed',
  attempts: 3,
  tries: [{ at: AT, status: 500, failure: 'status', took: 12 }],
}
export const NOTHING = {
  municipality: { id: ID, nombre: 'Villa Serena' },
  tokens: [],
  webhooks: [],
  canTell: true,
  areas: [{ path: AREA, nombre: 'Inspección' }],
  forms: [],
} as unknown as Integrations
