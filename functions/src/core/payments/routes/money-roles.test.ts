import { beforeAll, describe, expect, it } from 'vitest'
import { API, type Endpoint } from '#domain/endpoints/index.ts'
import { ordersPageSchema } from '#domain/payments/index.ts'
import type { AnswerId, AreaPath, Instant } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { ROLES, type Role } from '#domain/users/index.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AREA, FOREIGN_AREA, MUNICIPALITY, OTHER_AREA } from '#tests/support/builders/template.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { there } from '#tests/support/there.ts'
import { addPerson, buildWorld, type World } from '#tests/support/server/world.ts'

/**
 * Every endpoint of staff about money, tried by each role from the area of an order, from another area of its
 * municipality and from another municipality. Written by hand, independently of rights.ts: `a` reads answers, `A` also
 * those of others, `R` reads orders, `C` takes money, `F` refunds, `L` closes, `M` connects the account, `T` operates
 * doors, `S` reads statistics.
 */
const MONEY: Readonly<Record<Role, readonly [rights: string, reach: 'areas' | 'city' | 'every']>> = {
  ROLE_ADMIN: ['aARCFLMTS', 'every'],
  ROLE_SUPERVISOR_ELEVADO: ['aARCFLMTS', 'city'],
  ROLE_SUPERVISOR_CORRECTOR_DUPLICADOR: ['aARCTS', 'areas'],
  ROLE_SUPERVISOR_CORRECTOR: ['aARCTS', 'areas'],
  ROLE_SUPERVISOR_DUPLICADOR: ['aARCT', 'areas'],
  ROLE_SUPERVISOR: ['aARCTS', 'areas'],
  ROLE_CENSISTA_PRIVADO: ['a', 'areas'],
  ROLE_GENERADOR_RESPUESTAS: ['a', 'areas'],
  ROLE_GENERADOR_CORRECTOR_RESPUESTAS: ['a', 'areas'],
  ROLE_GENERADOR: ['', 'areas'],
  ROLE_INSPECTOR_ELEVADO_CORRECTOR: ['aAT', 'areas'],
  ROLE_INSPECTOR_ELEVADO: ['aAT', 'areas'],
  ROLE_INSPECTOR: ['aAT', 'areas'],
  ROLE_INSPECTOR_ACTAS: ['aAT', 'areas'],
  ROLE_TESORERIA: ['aARCFLS', 'city'],
}
const PLACES = { area: AREA, 'other area': OTHER_AREA, 'other municipality': FOREIGN_AREA } as const
type Place = keyof typeof PLACES
const REACHED: Readonly<Record<'areas' | 'city' | 'every', readonly Place[]>> = {
  areas: ['area'],
  city: ['area', 'other area'],
  every: ['area', 'other area', 'other municipality'],
}

type Call = {
  /** right of the access rule: without it, 403 */
  readonly needs: string
  /** further right, checked on the document: without it, 404 */
  readonly also?: string
  /** a municipality as a whole, or an answer or form of the area */
  readonly of: 'municipality' | 'area'
  readonly ask: readonly [method: string, path: string, body?: object]
}
const id = 'M'.repeat(26)
const OF = `municipality=${encodeURIComponent(MUNICIPALITY)}`
const payer = { fullName: 'Ana Paz', dni: '30111222', phone: '', email: 'ana@relevo.example' }
const EVENT = 'feria' as ReturnType<typeof buildTicketForm>['id']
const CANCELLED = 'baile' as typeof EVENT
const LINK = 'a'.repeat(20)
const calls = (answer: AnswerId): Readonly<Record<string, Call>> => {
  const own = `/api/answers/${answer}`
  const ticket = `${own}/tickets/${'0'.repeat(20)}`
  const door = `/api/doors/${EVENT}`
  return {
    'read a payment': { needs: 'a', also: 'A', of: 'area', ask: ['GET', `${own}/payment`] },
    'read tickets': { needs: 'a', also: 'A', of: 'area', ask: ['GET', `${own}/tickets`] },
    'list orders': { needs: 'R', of: 'municipality', ask: ['GET', `/api/payments/orders?${OF}`] },
    'export orders': {
      needs: 'R',
      of: 'municipality',
      ask: ['POST', '/api/payments/orders/export', { sought: { municipality: MUNICIPALITY } }],
    },
    'take a payment': {
      needs: 'C',
      of: 'area',
      ask: ['POST', `${own}/payment/desk`, { id, payer, amount: 100 }],
    },
    'ask the provider': { needs: 'C', of: 'area', ask: ['POST', `${own}/payment/look`] },
    'validate an order': { needs: 'C', of: 'area', ask: ['POST', `${own}/payment/validation`] },
    refund: { needs: 'F', of: 'area', ask: ['POST', `${own}/payment/refunds`, { id, amount: 1, reason: 'Lluvia' }] },
    'read closings': {
      needs: 'L',
      of: 'municipality',
      ask: ['GET', `/api/payments/closings?${OF}&from=2026-11-20&to=2026-11-20`],
    },
    'close a day': {
      needs: 'L',
      of: 'municipality',
      ask: ['POST', '/api/payments/closings', { municipality: MUNICIPALITY, day: '2026-11-20' }],
    },
    'export receipts of a day': {
      needs: 'L',
      of: 'municipality',
      ask: ['POST', '/api/payments/closing', { municipality: MUNICIPALITY, day: '2026-11-20' }],
    },
    'read the account': { needs: 'M', of: 'municipality', ask: ['GET', `/api/payments/account?${OF}`] },
    'connect an account': {
      needs: 'M',
      of: 'municipality',
      ask: [
        'PUT',
        `/api/payments/account?${OF}`,
        { provider: 'stripe', mode: 'test', key: 'sk_test', webhookSecrets: ['whsec_test'] },
      ],
    },
    'send tickets': { needs: 'C', of: 'area', ask: ['POST', `${own}/tickets/send`, {}] },
    'block a ticket': { needs: 'C', of: 'area', ask: ['POST', `${ticket}/block`, { reason: 'Reventa' }] },
    'transfer a ticket': {
      needs: 'C',
      of: 'area',
      ask: ['POST', `${ticket}/hand-on`, { fullName: 'Rubén Sosa', dni: '28000111', email: 'ruben@relevo.example' }],
    },
    'synchronize a door': {
      needs: 'T',
      of: 'area',
      ask: ['POST', `${door}/sync`, { device: 'N'.repeat(26), door: 'Norte', scans: [] }],
    },
    'read the doors': { needs: 'T', of: 'area', ask: ['GET', `${door}/report`] },
    'read the sales of an event': { needs: 'R', of: 'area', ask: ['GET', `/api/events/${EVENT}/sales`] },
    'repeat what failed in a cancellation': {
      needs: 'F',
      of: 'area',
      ask: ['POST', `/api/events/${CANCELLED}/cancel`],
    },
    'read its money by option': { needs: 'R', also: 'S', of: 'area', ask: ['GET', `/api/statistics/${EVENT}/money`] },
    'read its ticket holders': { needs: 'T', of: 'area', ask: ['GET', `/api/events/${EVENT}/guests`] },
    'list door links': { needs: 'C', also: 'T', of: 'area', ask: ['GET', `${door}/links`] },
    'make a door link': { needs: 'C', also: 'T', of: 'area', ask: ['POST', `${door}/links`, { name: 'Norte' }] },
    'count the scans of a door link': {
      needs: 'C',
      also: 'T',
      of: 'area',
      ask: ['GET', `${door}/links/${LINK}/scans`],
    },
    'end a door link': { needs: 'C', also: 'T', of: 'area', ask: ['DELETE', `${door}/links/${LINK}`] },
    'discard a door link': { needs: 'C', also: 'T', of: 'area', ask: ['POST', `${door}/links/${LINK}/discard`] },
  }
}

/** Forbidden before a document is read, missing for what the user does not reach, otherwise allowed. */
function expectedOf(role: Role, place: Place, { needs, also = '', of }: Call): string {
  const [rights, reach] = MONEY[role]
  if (!rights.includes(needs)) return 'forbidden'
  const reaches =
    of === 'municipality' ? reach === 'every' || place !== 'other municipality' : REACHED[reach].includes(place)
  return reaches && rights.includes(also) ? 'allowed' : 'missing'
}

let world: World
let answer: AnswerId
beforeAll(async () => {
  world = await buildWorld()
  answer = (await answerFrom(world, 'ines', 1)) as AnswerId
  const stored = there(await world.store.get(keys.answer(answer)))
  await world.put(keys.answer(answer), { ...stored, areas: [AREA], opcionales: { ...stored.opcionales } })
  const facts = [buildFact('paid', { provider: 'desk', reference: 'M0001', method: 'cash' })]
  await world.put(keys.paymentOrder(answer), buildOrder({ id: answer, status: 'Pagado', facts, tickets: [] }))
  const form = buildTicketForm({ opcionales: { publico: false, addPaymentGateway: true } })
  await world.put(keys.template(EVENT), { ...form, id: EVENT })
  const ticketSale = { ...there(form.ticketSale), cancelled: form.timeStamp }
  await world.put(keys.template(CANCELLED), { ...form, id: CANCELLED, ticketSale })
  const link = {
    id: LINK,
    hash: 'h',
    name: 'Sur',
    until: '2027-01-01T00:00:00.000Z' as Instant,
    by: 'sofia',
    at: form.timeStamp,
  }
  await world.put(keys.doorLinks(EVENT), { links: [link] } as never)
})

/** Refusals of the route, and of what the user does not reach; all other replies mean that the user may do it. */
const REFUSALS: Readonly<Record<string, string>> = {
  'session.required': 'forbidden',
  'access.forbidden': 'forbidden',
  'answer.missing': 'missing',
  'place.missing': 'missing',
  'template.missing': 'missing',
}
async function statusesOf(cookie: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [name, { ask }] of Object.entries(calls(answer))) {
    const [method, path, body] = ask
    const response = await world.ask(method, path, { ...cookie, ...(body === undefined ? {} : { body }) })
    expect([name, response.status]).not.toEqual([name, 500])
    const { error } = (response.status === 204 ? {} : await response.json()) as {
      readonly error?: { readonly code: string }
    }
    found[name] = REFUSALS[error?.code ?? ''] ?? 'allowed'
  }
  return found
}

async function signInAs(role: Role, area: AreaPath): Promise<string> {
  await addPerson(world.put, buildUser('rosa', role, [area]))
  return world.signIn('rosa')
}

describe.each(ROLES)('%s', (role) => {
  it.each(Object.keys(PLACES) as Place[])(
    'does with money of the area what its rights allow, from %s',
    async (place) => {
      const cookie = await signInAs(role, PLACES[place])
      const expected = Object.entries(calls(answer)).map(([name, call]) => [name, expectedOf(role, place, call)])
      expect(await statusesOf({ cookie })).toEqual(Object.fromEntries(expected))
      if (expectedOf(role, place, there(calls(answer)['list orders'])) !== 'allowed') return
      const response = await world.ask('GET', `/api/payments/orders?${OF}`, { cookie })
      const ids = ordersPageSchema.parse(await response.json()).orders.map((order) => order.id)
      expect(ids).toEqual(REACHED[MONEY[role][1]].includes(place) ? [answer] : [])
    },
  )
})

it('every endpoint of staff about money is tried', () => {
  const tried = Object.values(calls(answer)).map(({ ask: [method, path] }) => `${method} ${path.split('?')[0]}`)
  const isOfMoney = ({ access, path }: Endpoint): boolean =>
    access.kind === 'door' ||
    (access.kind === 'right' && (access.subject === 'pago' || /\/(?:payment|tickets)(?:\/|$)/.test(path)))
  const isTried = ({ method, path }: Endpoint): boolean => {
    const route = new RegExp(`^${method} /api${path.replaceAll(/:\w+/g, '[^/]+')}$`)
    return tried.some((one) => route.test(one))
  }
  const all = Object.entries<Endpoint>(API).filter(([, endpoint]) => isOfMoney(endpoint))
  expect(all.filter(([, endpoint]) => !isTried(endpoint)).map(([name]) => name)).toEqual([])
  // As many as endpoints: a line that names a removed route fails.
  expect(tried).toHaveLength(all.length)
})

it('everything about money is refused without an account', async () => {
  const statuses = new Set(Object.values(await statusesOf({})))
  expect([...statuses]).toEqual(['forbidden'])
})
