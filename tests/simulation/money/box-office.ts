import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import type { Chance } from '../chance.ts'
import type { Desks } from '../desks.ts'
import type { Timeline } from '../timeline.ts'
import { handIn, type Purchase } from './crowd.ts'
import { PLACES, SALE } from './fair.ts'
import type { SaleLaws } from './sale-laws.ts'
import type { Treasury } from './treasury.ts'

/** First number of these payers, after those who buy from home. */
const FIRST_NUMBER = 101
/** Milliseconds in which a clerk counts money. */
const COUNTING_MS = 120_000

type Around = {
  readonly timeline: Timeline
  readonly chance: Chance
  readonly desks: Desks
  readonly treasury: Treasury
  readonly sales: SaleLaws
}

/** The box office: people come with cash, and clerks count the amount that their screen shows on arrival. */
export function createBoxOffice({ timeline, chance, desks, treasury, sales }: Around) {
  let number = FIRST_NUMBER
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => void timeline.after(milliseconds, 'box office', () => resolve()))
  return {
    /** Sells to a person who pays in cash. */
    sell: async (): Promise<void> => {
      const submit = buildPlainSubmit((number += 1), 'una nota', { template: SALE })
      const payer = {
        fullName: 'Leo Sol',
        dni: `C${30_000_000 + number}`,
        phone: '',
        email: `cash${number}@relevo.example`,
      }
      const purchase: Purchase = { zone: chance.pick([...PLACES.keys()]), quanty: chance.int(1, 3) }
      if (!(await handIn(submit, desks, pause))) return
      if (!sales.offers(purchase.zone)) return
      const shown = sales.priceOf(purchase)
      await pause(chance.int(0, COUNTING_MS))
      const about = { form: SALE, wish: { purchase }, payer }
      await treasury.record(submit.answer, about, shown)
      if (treasury.cash.has(submit.answer)) treasury.know(submit.answer, about)
    },
  }
}
