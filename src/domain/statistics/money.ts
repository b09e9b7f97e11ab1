import { z } from 'zod'
import { instantSchema } from '../kernel/instant.ts'
import { areaPathSchema, type AreaPath } from '../kernel/paths.ts'
import { addMovement, computeNetAmount, ZERO_MONEY_SUM, type ClosingMovement } from '../payments/closing.ts'
import { currencySchema } from '../payments/documents/currency.ts'
import type { PaymentOrder } from '../payments/documents/order.ts'
import type { AnswerFacts } from './facts.ts'
import type { OutlinedSection } from './outline.ts'
import { UNANSWERED_CODE } from './query.ts'
import { matchesCrossFilter, type CrossFilter } from './totals.ts'

/** Money of a group of orders, in cents. A reversed movement is negative. */
const sumShape = {
  payments: z.int().describe('number of payments received'),
  received: z.int().describe('amount received, in cents'),
  refunded: z.int().describe('amount refunded, in cents'),
  lost: z.int().describe('amount lost in disputes, in cents'),
}
const moneySumSchema = z.strictObject(sumShape)
export type MoneySum = Readonly<z.infer<typeof moneySumSchema>>

/** Key of the money of answers that were not asked a question, or that no longer exist. */
export const NOT_ASKED_KEY = ''

const moneyOfCurrencySchema = z.strictObject({
  currency: currencySchema,
  total: moneySumSchema,
  /** ascending, without days without money */
  days: z.array(z.strictObject({ day: z.string(), ...sumShape })),
  /** empty if no order is for a zone; `name` is empty for orders without a zone */
  zones: z.array(z.strictObject({ zone: z.int().nullable(), name: z.string(), ...sumShape })),
  areas: z.array(z.strictObject({ path: areaPathSchema, nombre: z.string(), ...sumShape })),
  /**
   * By the options of each question with options, `none` (not answered) and `NOT_ASKED_KEY`. If several options can be
   * chosen, the money of an answer counts for each.
   */
  questions: z.array(
    z.strictObject({ key: z.string(), options: z.array(z.strictObject({ key: z.string(), ...sumShape })) }),
  ),
})
export type MoneyOfCurrency = Readonly<z.infer<typeof moneyOfCurrencySchema>>

/**
 * Money of a form in a period, from the movements of closings. A movement counts on its own day, whenever the answer
 * was created. Test payments do not count.
 */
export const moneyStatisticsSchema = z.strictObject({
  at: instantSchema,
  /** time zone of the days */
  timeZone: z.string(),
  /** whether the form hides small counts: then its money is not shown */
  masked: z.boolean(),
  /** the currency with the highest amount first */
  currencies: z.array(moneyOfCurrencySchema),
})
export type MoneyStatistics = Readonly<z.infer<typeof moneyStatisticsSchema>>

/** An order with its movements in the period. `facts`: of its answer; undefined if the answer no longer exists. */
export type OrderWithMovements = {
  readonly order: Pick<PaymentOrder, 'currency' | 'zone' | 'sectionName'>
  readonly area: AreaPath
  readonly facts: AnswerFacts['facts'] | undefined
  readonly movements: readonly ClosingMovement[]
}

type Sums<Key> = Map<Key, MoneySum>
type Groups = {
  readonly currency: PaymentOrder['currency']
  readonly total: Sums<''>
  readonly days: Sums<string>
  readonly zones: Sums<number | null>
  readonly zoneNames: Map<number | null, string>
  readonly areas: Sums<AreaPath>
  readonly questions: Map<string, Sums<string>>
}

function addTo<Key>(sums: Sums<Key>, key: Key, movements: readonly ClosingMovement[]): void {
  sums.set(key, movements.reduce<MoneySum>(addMovement, sums.get(key) ?? ZERO_MONEY_SUM))
}

/**
 * Sums money order by order.
 * @param cross cross-filter, by measure. The money by a question's options ignores the condition on that question
 */
export function createMoneyCounter(outline: readonly OutlinedSection[], cross: CrossFilter) {
  const groups = new Map<string, Groups>()
  const questions = outline
    .flatMap((section) => section.questions)
    .filter(({ kind }) => kind === 'options')
    .map(({ key, measure }) => ({ key, measure, others: new Map([...cross].filter(([name]) => name !== measure)) }))

  function getGroups(currency: PaymentOrder['currency']): Groups {
    const known = groups.get(currency.name)
    if (known !== undefined) return known
    const created: Groups = {
      currency,
      total: new Map(),
      days: new Map(),
      zones: new Map(),
      zoneNames: new Map(),
      areas: new Map(),
      questions: new Map(),
    }
    groups.set(currency.name, created)
    return created
  }

  function add({ order, area, facts = [], movements }: OrderWithMovements): void {
    const { total, days, zones, zoneNames, areas, questions: sums } = getGroups(order.currency)
    const isChosen = matchesCrossFilter({ facts }, cross)
    for (const { key, measure, others } of questions) {
      if (others.size === cross.size ? !isChosen : !matchesCrossFilter({ facts }, others)) continue
      const options = sums.get(key) ?? new Map<string, MoneySum>()
      sums.set(key, options)
      const asked = facts.filter((fact) => fact.measure === measure && fact.asked)
      const codes = new Set(asked.flatMap(({ codes: own }) => (own.length === 0 ? [UNANSWERED_CODE] : own)))
      for (const code of codes.size === 0 ? [NOT_ASKED_KEY] : codes) addTo(options, code, movements)
    }
    if (!isChosen) return
    const zone = order.zone ?? null
    addTo(total, '', movements)
    addTo(zones, zone, movements)
    zoneNames.set(zone, zone === null ? '' : order.sectionName)
    addTo(areas, area, movements)
    for (const movement of movements) addTo(days, movement.day, [movement])
  }

  /** @param nameOfArea name of an area by path */
  function result(nameOfArea: (path: AreaPath) => string): readonly MoneyOfCurrency[] {
    const all = [...groups.values()].map((group): MoneyOfCurrency => {
      const { currency, total, days, zones, zoneNames, areas, questions: sums } = group
      return {
        currency: { ...currency },
        total: total.get('') ?? { ...ZERO_MONEY_SUM },
        days: [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([day, sum]) => ({ day, ...sum })),
        zones: [...zones.keys()].some((zone) => zone !== null)
          ? [...zones].toSorted(compareByNet).map(([zone, sum]) => ({ zone, name: zoneNames.get(zone) ?? '', ...sum }))
          : [],
        areas: [...areas].toSorted(compareByNet).map(([path, sum]) => ({ path, nombre: nameOfArea(path), ...sum })),
        questions: [...sums].map(([key, options]) => ({
          key,
          options: [...options].map(([option, sum]) => ({ key: option, ...sum })),
        })),
      }
    })
    return all.toSorted((a, b) => b.total.received - a.total.received)
  }
  return { add, areas: () => [...groups.values()].flatMap(({ areas }) => [...areas.keys()]), result }
}

function compareByNet([, a]: readonly [unknown, MoneySum], [, b]: readonly [unknown, MoneySum]): number {
  return computeNetAmount(b) - computeNetAmount(a)
}
