import { describe, expect, it } from 'vitest'
import { API, buildEndpointPath, type Endpoint } from '#domain/endpoints/index.ts'
import { municipalityPathSchema } from '#domain/kernel/index.ts'
import { encodePlaceId } from '#domain/places/index.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { buildWorld, codeOf, PASSWORD, type World } from '#tests/support/server/world.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { DEFAULT_TUNING } from '../../tuning.ts'

const NARROW = { areas: [], forms: [] }
const ID = 'V'.repeat(26)
const HOOK = { name: 'GIS', url: 'https://gis.example.org/in', events: ['answer.created'], ...NARROW }
const PERSON = { firstName: 'Nora', lastName: 'Paz', inspectorID: '', roles: ['ROLE_ADMIN'] }
const NAMED = { email: 'nora@relevo.example', userMuniCore: 'nora' }
const CELLS = ['email', 'username', 'firstName', 'lastName', 'role', 'legajo', 'municipality', 'areas']
const LINE = { ...Object.fromEntries(CELLS.map((name) => [name, ''])), line: 1 }
const ACCOUNT = { provider: 'stripe', mode: 'test', key: 'sk_test', webhookSecrets: ['whsec_test'] }
const place = { id: encodePlaceId(municipalityPathSchema.parse(MUNICIPALITY)) }

/** Valid requests, because the password is checked only after the format. */
const ASKED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createToken: { body: { name: 'GIS', scopes: ['answers:read'], days: 30, ...NARROW } },
  createWebhook: { body: HOOK },
  editWebhook: { webhook: ID, body: { ...HOOK, on: true } },
  renewSecret: { webhook: ID },
  createUser: { body: { id: 'V'.repeat(26), user: { ...PERSON, ...NAMED, areas: [] }, language: 'en' } },
  editUser: { id: 'ines', body: { ...PERSON, seen: null } },
  importUsers: { body: { dry: true, language: 'en', lines: [LINE] } },
  decideUserRequest: { id: 'a'.repeat(64), body: { accepted: true } },
  resetFactors: { id: 'ines' },
  saveFactorRule: { body: { roles: [] } },
  removeFactor: { id: ID },
  renewRecovery: { body: { language: 'en' } },
  endSession: { id: ID },
  endOtherSessions: {},
  refundPayment: { id: ID, body: { id: ID, amount: 1, reason: 'Rain' } },
  cancelEvent: { form: 'comercios' },
  connectPaymentAccount: { municipality: MUNICIPALITY, body: ACCOUNT },
}
const NAMES = Object.entries(API)
  .filter(([, endpoint]) => (endpoint as Endpoint).confirms === true)
  .map(([name]) => name)

async function asked(world: World, name: string, cookie: string): Promise<string | undefined> {
  const endpoint: Endpoint = API[name as keyof typeof API]
  const { body, ...input } = { ...place, ...ASKED[name] } as Readonly<Record<string, unknown>>
  const reply = await world.ask(endpoint.method, buildEndpointPath(endpoint, input), { cookie, body })
  return reply.status < 300 ? 'done' : codeOf(reply)
}

describe('what outlives a session asks who it is, ten minutes after that was shown', () => {
  it('is accounts and whose they are, tokens, webhooks, factors of one’s own and of others, the rule about them, the end of sessions, and money that goes back', () => {
    expect(NAMES.toSorted()).toEqual(Object.keys(ASKED).toSorted())
  })

  it.each(NAMES)('%s', async (name) => {
    const webhooks = { accepts: () => true, send: async () => ({ ok: true, value: { id: '' } }) as const }
    const world = await buildWorld({}, openMemoryStore(), { webhooks: webhooks as never })
    const cookie = await world.signIn('ada')
    expect(await asked(world, name, cookie)).not.toBe('session.confirm-required')
    const later = await world.signIn('ada')
    world.clock.now += DEFAULT_TUNING.confirmationLife
    expect(await asked(world, name, later)).toBe('session.confirm-required')
    const confirmed = await world.ask('POST', '/api/session/confirm', { cookie: later, body: { password: PASSWORD } })
    expect(confirmed.status).toBe(204)
    expect(await asked(world, name, later)).not.toBe('session.confirm-required')
  })
})
