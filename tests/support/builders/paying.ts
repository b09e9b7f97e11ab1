import { type Desk, buildDesk, putTemplate } from './desk.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import {
  type PaymentAccount,
  type PaymentFact,
  type PaymentOrder,
  type ZoneStock,
  orderRequestSchema,
  type OrderRequest,
} from '#domain/payments/index.ts'
import { municipalityPathSchema, type AnswerId, type Result } from '#domain/kernel/index.ts'
import {
  setPaymentAccountUnit,
  addFactsUnit,
  openOrderUnit,
  type OrderOutcome,
  type StepContext,
} from '#domain/payments/judge/index.ts'
import { createMutationUnit } from '#domain/answers/judge/index.ts'
import { withJobs } from '#domain/jobs/judge/index.ts'
import { keys } from '#domain/store/index.ts'
import type { JobKind } from '#domain/jobs/index.ts'
import { buildFact, PESO } from './payments.ts'
import { AUTHOR, buildPlainSubmit } from './submit.ts'
import { buildPlainTemplate, MUNICIPALITY, NOW } from './template.ts'

const EFFECTS: ReadonlySet<JobKind> = new Set([
  'incident.create',
  'mail.send',
  'payment.watch',
  'payment.refund',
  'payment.receipt',
  'payment.tickets',
])
export const STEPPING: StepContext = { now: NOW, effects: EFFECTS }
export const OWNER = municipalityPathSchema.parse(MUNICIPALITY)
export const PLACES = 5

type Change = Readonly<Record<string, unknown>>

/** A form that sells tickets of an event: zone 7 with five places, zone 2 with a hundred. */
export function buildTicketForm(change: Change = {}, charge: Change = {}): FormTemplate {
  return buildPlainTemplate(
    {},
    {
      opcionales: { publico: true, addPaymentGateway: true, incidentes: true },
      muniCore: { username: 'muni', areaId: '102', idTipoIncidente: '5001' },
      charge: { base: 0, ...charge },
      ticketSale: {
        productType: 'event',
        currency: PESO,
        eventDate: '2027-01-10T21:00:00.000Z',
        address: 'Teatro Municipal',
        maxPerPerson: 4,
        zones: [
          { id: 7, name: 'Platea', price: 5_000, maxQuantity: PLACES, maxPerPerson: 3 },
          { id: 2, name: 'Campo', price: 2_000, maxQuantity: 100 },
        ],
      },
      ...change,
    },
  )
}

export function buildAccount(change: Partial<PaymentAccount> = {}): PaymentAccount {
  const account = { provider: 'stripe', mode: 'live', key: 'sk', webhookSecrets: ['whsec'], by: AUTHOR, at: NOW }
  return { ...account, ...change } as PaymentAccount
}

export function paid(reference = 'pi_1', change: Change = {}): PaymentFact {
  return buildFact('paid', { reference, ...change })
}

export function closed(number = 1): PaymentFact {
  return buildFact('closed', { attempt: number, reference: String(number) })
}

export type Paying = {
  readonly desk: Desk
  /** A person answers: the answer is stored with its code before payment. */
  answer(): AnswerId
  wishOf(id: AnswerId, change?: Change): OrderRequest
  order(id: AnswerId, change?: Change): Result<OrderOutcome>
  heard(id: AnswerId, ...facts: readonly PaymentFact[]): Result<PaymentOrder>
  stored(id: AnswerId): PaymentOrder
  /** queued jobs, without the ids of answers */
  jobs(): readonly string[]
  stock(zone?: number): Pick<ZoneStock, 'taken' | 'sold'> | undefined
}

/** A municipality that sells tickets, with its payment provider connected. */
export function buildPaying(): Paying {
  const desk = buildDesk()
  putTemplate(desk, buildTicketForm())
  desk.commit(setPaymentAccountUnit(OWNER, buildAccount()))
  let next = 0
  const wishOf: Paying['wishOf'] = (id, change = {}) =>
    orderRequestSchema.parse({
      answer: id,
      purchase: { zone: 7, quanty: 2 },
      payer: { fullName: 'Ana Paz', dni: `30.111.${next}`, phone: '', email: 'ana@relevo.example' },
      shown: 1e9,
      ...change,
    })
  return {
    desk,
    answer: () => {
      const submit = buildPlainSubmit((next += 1))
      desk.commit(withJobs(createMutationUnit(submit, { author: AUTHOR }, NOW), EFFECTS, NOW))
      return submit.answer
    },
    wishOf,
    order: (id, change = {}) =>
      desk.commit(openOrderUnit({ by: 'provider', wish: wishOf(id, change) }, 'K3WQ9ZT0M4XB', STEPPING)),
    heard: (id, ...facts) => desk.commit(addFactsUnit(id, facts, STEPPING)),
    stored: (id) => desk.documents.get(keys.paymentOrder(id)) as PaymentOrder,
    jobs: () =>
      [...desk.documents.keys()]
        .filter((key) => key.startsWith('jobs/'))
        .map((key) => key.slice(5).replaceAll(/~[0-9A-Z]{26}/g, '')),
    stock: (zone = 7) => {
      const found = desk.documents.get(keys.zoneStock(buildTicketForm().id, zone, 'live'))
      return found && { taken: found.taken, sold: found.sold }
    },
  }
}
