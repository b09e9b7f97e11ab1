import { createHash } from 'node:crypto'
import { municipalityPathSchema, templateIdSchema, type Author, authorSchema } from '#domain/kernel/index.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import type { ReentryRule } from '#domain/tickets/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { versionWrites } from '#domain/templates/judge/index.ts'
import { type Key, keys, set, type StoredDocument } from '#domain/store/index.ts'
import { buildAccount, buildTicketForm } from '#tests/support/builders/paying.ts'
import { PESO } from '#tests/support/builders/payments.ts'
import { buildCountry, buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { AREA, buildPlainTemplate, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { STRIPE_SANDBOX } from '#sandbox/stripe.ts'
import { PASSWORD } from '../device.ts'
import type { SimServer } from '../server.ts'

export const OWNER = municipalityPathSchema.parse(MUNICIPALITY)
export const CLERK: Author = authorSchema.parse('ines')
/** She may do everything with money. */
export const TREASURER: Author = authorSchema.parse('sofia')

const id = (text: string) => templateIdSchema.parse(text)
/** What places are sold by, and what staff look at before it is paid. */
export const [SALE, VALIDATED, FEE] = [id('funcion'), id('permiso'), id('tasa')]
/** Minutes that an order waits: the fewest. */
export const MINUTES = 30
/** Places by zone: fewer than are asked for. */
export const PLACES: ReadonlyMap<number, number> = new Map([
  [7, 5],
  [2, 9],
])
/** Of one place, cents. */
const PRICES: ReadonlyMap<number, number> = new Map([
  [7, 5_000],
  [2, 2_000],
])
/** So many of zone 2 cost nothing. */
export const FREE_FROM = 4

const ticketSale = {
  productType: 'event',
  currency: PESO,
  // Its doors open twelve hours before it: with the world.
  eventDate: '2026-11-21T03:30:00.000Z',
  // After the world, which goes on until all is known about disputes.
  eventEnd: '2026-11-21T21:30:00.000Z',
  address: 'Teatro Municipal',
  maxPerPerson: 4,
  zones: [
    { id: 7, name: 'Platea', price: PRICES.get(7), maxQuantity: PLACES.get(7), maxPerPerson: 3 },
    { id: 2, name: 'Campo', price: PRICES.get(2), maxQuantity: PLACES.get(2) },
  ],
  promotions: [{ name: 'Familia', percentOff: 100, from: FREE_FROM }],
}

const fee = (base: number, validated = false) =>
  buildTicketForm({ ticketSale: undefined }, { base, minutes: MINUTES, validated, currency: PESO })

/** The fee's form has an extra that costs something, and that no payer asks for. */
export const EXTRA = '0/1'
const WITH_EXTRA = buildPlainTemplate(
  {},
  {
    secciones: [
      {
        orden: 0,
        preguntas: [
          { orden: 0, titulo: 'Nota', tipoPregunta: QUESTION_TYPE.OPEN },
          { orden: 1, titulo: 'Urgente', tipoPregunta: QUESTION_TYPE.BOOLEAN, precio: 700 },
        ],
      },
    ],
  },
).secciones

/** A show whose places run out, a permit that staff look at before it is paid, and a fee. */
export const FORMS: readonly FormTemplate[] = [
  { ...buildTicketForm({ ticketSale }, { minutes: MINUTES }), id: SALE },
  { ...fee(9_000, true), id: VALIDATED },
  { ...fee(1_500), id: FEE, secciones: WITH_EXTRA },
]

/** The municipality of a world of money, its account at the bank. @param again whether doors let a ticket in again */
export async function foundFair(server: SimServer, again: ReentryRule): Promise<void> {
  const passwordHash = createHash('sha256').update(PASSWORD).digest('hex')
  const { key, secret } = STRIPE_SANDBOX
  const documents: readonly (readonly [Key, StoredDocument])[] = [
    ['paises/AR', buildCountry()],
    ['paises/AR/provincias/cordoba', { path: 'paises/AR/provincias/cordoba', nombre: 'Córdoba' }],
    [MUNICIPALITY, buildMunicipality()],
    [AREA, { path: AREA, nombre: 'Cultura', municipalityPath: MUNICIPALITY }],
    [keys.user(CLERK as never), buildUser(CLERK)],
    [keys.user(TREASURER as never), buildUser(TREASURER, 'ROLE_SUPERVISOR_ELEVADO')],
    ...[CLERK, TREASURER].map((author) => [`credentials/${author}`, { passwordHash, epoch: 0 }] as const),
    [keys.paymentAccount(OWNER), buildAccount({ mode: 'test', key, webhookSecrets: [secret] })],
    ...FORMS.map((form) =>
      form.ticketSale === undefined ? form : { ...form, ticketSale: { ...form.ticketSale, again } },
    )
      .flatMap((form) => versionWrites(form))
      .map(({ key: at, document }) => [at, document] as const),
  ]
  await server.store.commit({
    keysFor: () => [],
    decide: () => ({ result: undefined, writes: documents.map(([at, document]) => set(at, document)) }),
  })
}
