import { createHash } from 'node:crypto'
import { municipalityPathSchema, templateIdSchema, type Author, authorSchema } from '#domain/kernel/index.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import type { PaymentMode } from '#domain/payments/index.ts'
import type { ReentryRule } from '#domain/tickets/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { buildVersionWrites } from '#domain/templates/judge/index.ts'
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
/** A user with all payment permissions. */
export const TREASURER: Author = authorSchema.parse('sofia')
/** Users who take money at the desk, and those of them who also refund and close days. */
const [SUPERVISOR, TREASURY] = [authorSchema.parse('rosa'), authorSchema.parse('tito')]
export const CASHIERS: readonly Author[] = [TREASURER, SUPERVISOR, TREASURY]
export const CLOSERS: readonly Author[] = [TREASURER, TREASURY]

const id = (text: string) => templateIdSchema.parse(text)
/** Forms: one that sells places, one that staff validate before payment, and one with a fee. */
export const [SALE, VALIDATED, FEE] = [id('funcion'), id('permiso'), id('tasa')]
/** Minutes for which an order is reserved: the minimum. */
export const MIN_RESERVATION_MINUTES = 30
/** Places by zone; fewer than the demand. */
export const PLACES: ReadonlyMap<number, number> = new Map([
  [7, 5],
  [2, 9],
])
/** Price of one place, in cents. */
const PRICES: ReadonlyMap<number, number> = new Map([
  [7, 5_000],
  [2, 2_000],
])
/** Number of places of zone 2 from which an order is free. */
export const FREE_FROM = 4

const ticketSale = {
  productType: 'event',
  currency: PESO,
  // Doors open twelve hours before it, when the world begins.
  eventDate: '2026-11-21T03:30:00.000Z',
  // After the end of the world, which continues until all disputes are decided.
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
  buildTicketForm({ ticketSale: undefined }, { base, minutes: MIN_RESERVATION_MINUTES, validated, currency: PESO })

/** A paid option in the form with a fee, which no payer chooses. */
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

/** A show that sells out, a permit that staff validate before payment, and a fee. */
export const FORMS: readonly FormTemplate[] = [
  { ...buildTicketForm({ ticketSale }, { minutes: MIN_RESERVATION_MINUTES }), id: SALE },
  { ...fee(9_000, true), id: VALIDATED },
  { ...fee(1_500), id: FEE, secciones: WITH_EXTRA },
]

type Founded = {
  /** whether doors admit a ticket again */
  readonly again: ReentryRule
  /** mode of the bank account */
  readonly mode: PaymentMode
  readonly timeZone: string
}

/** Creates the municipality of a payment world and its bank account. */
export async function foundFair(server: SimServer, { again, mode, timeZone }: Founded): Promise<void> {
  const passwordHash = createHash('sha256').update(PASSWORD).digest('hex')
  const { key, secret } = STRIPE_SANDBOX
  const documents: readonly (readonly [Key, StoredDocument])[] = [
    ['paises/AR', buildCountry()],
    ['paises/AR/provincias/cordoba', { path: 'paises/AR/provincias/cordoba', nombre: 'Córdoba' }],
    [MUNICIPALITY, buildMunicipality({ settings: { timeZone } })],
    [AREA, { path: AREA, nombre: 'Cultura', municipalityPath: MUNICIPALITY }],
    [keys.user(CLERK as never), buildUser(CLERK)],
    [keys.user(TREASURER as never), buildUser(TREASURER, 'ROLE_SUPERVISOR_ELEVADO')],
    [keys.user(SUPERVISOR as never), buildUser(SUPERVISOR, 'ROLE_SUPERVISOR')],
    [keys.user(TREASURY as never), buildUser(TREASURY, 'ROLE_TESORERIA')],
    ...[CLERK, ...CASHIERS].map((author) => [`credentials/${author}`, { passwordHash, epoch: 0 }] as const),
    [keys.paymentAccount(OWNER), buildAccount({ mode, key, webhookSecrets: [secret] })],
    ...FORMS.map((form) =>
      form.ticketSale === undefined ? form : { ...form, ticketSale: { ...form.ticketSale, again } },
    )
      .flatMap((form) => buildVersionWrites(form))
      .map(({ key: at, document }) => [at, document] as const),
  ]
  await server.store.commit({
    keysFor: () => [],
    decide: () => ({ result: undefined, writes: documents.map(([at, document]) => set(at, document)) }),
  })
}
