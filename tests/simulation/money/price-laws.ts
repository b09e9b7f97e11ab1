import { decomposeAnswer } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { PaymentOrder } from '#domain/payments/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { buildVersionWrites } from '#domain/templates/judge/index.ts'
import { type Instant, generateMutationId, type TemplateId, toInstant, toMilliseconds } from '#domain/kernel/index.ts'
import type { Write } from '#domain/store/index.ts'
import { CLOCK, DEVICE } from '#tests/support/builders/submit.ts'
import type { Chance } from '../chance.ts'
import type { Desks } from '../desks.ts'
import type { SimServer } from '../server.ts'
import { EXTRA, FEE, FORMS, MIN_RESERVATION_MINUTES, TREASURER } from './fair.ts'

/** Milliseconds for which the price is held: 72 hours for validation by staff, and one day after it. */
const HELD_FOR_STAFF = (72 + 24) * 3_600_000
/** Minimum and maximum fee, in cents. */
const [LEAST, MOST] = [100, 20_000]

type Price = { readonly from: Instant; readonly base: number }

/**
 * Administrators of forms who change fees while people pay. All payers answered the first version. Laws:
 *
 * - an attempt, or a payment at the desk, has the price that is current when it begins, or the price that an earlier
 * attempt of the same order still holds
 * - staff complete answers with a paid option: no answer gets it, as no one paid for it
 */
export function createPrices(chance: Chance, note: (violation: string) => void, now: () => number) {
  const fees = FORMS.filter(({ ticketSale }) => ticketSale === undefined)
  const prices = new Map<TemplateId, Price[]>(
    fees.map(({ id, charge }) => [id, [{ from: toInstant(0), base: charge?.base ?? 0 }]]),
  )
  const current = new Map(fees.map((form) => [form.id, form]))
  const opened = new Map<string, number>()
  const answers = new Map<string, Answer>()

  function priceAt(form: TemplateId, at: Instant): number | undefined {
    return prices.get(form)?.findLast(({ from }) => from <= at)?.base
  }

  /** The current price, and those of earlier attempts that still hold, each current when its attempt began. */
  function allowed({ form, attempts }: PaymentOrder, at: Instant): readonly (number | undefined)[] {
    const hold = attempts.some(({ provider }) => provider === 'desk')
      ? HELD_FOR_STAFF
      : MIN_RESERVATION_MINUTES * 60_000
    const held = attempts.filter(({ openedAt, amount }) => {
      const age = toMilliseconds(at) - toMilliseconds(openedAt)
      return age > 0 && age < hold && priceAt(form, openedAt) === amount
    })
    return [priceAt(form, at), ...held.map(({ amount }) => amount)]
  }

  function orderWritten(order: PaymentOrder): void {
    const { id, form, attempts, amount, facts } = order
    const isCash = facts.some(({ provider, kind }) => provider === 'desk' && kind === 'paid')
    const begun = attempts.length + (isCash ? 1 : 0)
    if (!prices.has(form) || begun === opened.get(id)) return
    opened.set(id, begun)
    const at = isCash ? toInstant(now()) : (attempts.at(-1)?.openedAt ?? toInstant(now()))
    if (!allowed(order, at).includes(amount))
      note(`price: ${id} costs ${amount}, and its form asks for ${priceAt(form, at)}`)
  }

  function answerWritten(answer: Answer): void {
    if (answer.idPlantilla !== FEE) return
    answers.set(answer.id, answer)
    if (decomposeAnswer(answer).values[EXTRA as never] !== undefined)
      note(`price: ${answer.id} was completed with an extra that nobody paid`)
  }

  return {
    committed: (writes: readonly Write[]): void => {
      for (const { key, ...write } of writes) {
        if (write.kind !== 'set') continue
        if (key.startsWith('payOrder/')) orderWritten(write.document as PaymentOrder)
        if (/^respuestas_formularios\/[^/]+$/.test(key)) answerWritten(write.document as Answer)
      }
    },
    /** Staff complete an answer with a paid option. */
    complete: async (desks: Desks): Promise<void> => {
      if (answers.size === 0) return
      const { id: answer, idPlantilla: template, templateVersion, version: base } = chance.pick([...answers.values()])
      const correction = { values: [{ at: EXTRA, seen: null, value: { respuesta: true } }], conditions: [], rows: [] }
      const facts = { id: generateMutationId(chance.bytes(16)), device: DEVICE, clock: CLOCK, offset: 0 }
      const edit = {
        kind: 'answer.edit',
        author: TREASURER,
        answer,
        template,
        version: templateVersion,
        base,
        ...facts,
      }
      const mutations = [{ ...edit, correction, signatures: [], files: [] }]
      const body = { protocol: 1, device: DEVICE, account: TREASURER, mutations }
      await desks.ask(TREASURER, 'POST', '/api/sync/push', body)
    },
    /** Changes a fee. */
    change: async (server: SimServer): Promise<void> => {
      const form = chance.pick([...current.values()])
      const next = {
        ...form,
        version: form.version + 1,
        charge: { ...form.charge, base: chance.int(LEAST, MOST) },
      } as FormTemplate
      current.set(form.id, next)
      prices.get(form.id)?.push({ from: toInstant(now()), base: next.charge?.base ?? 0 })
      const writes = buildVersionWrites(next)
      await server.store.commit({ keysFor: () => [], decide: () => ({ result: undefined, writes }) })
    },
  }
}
