import type { Mutant } from './mutants.ts'

const RULES = 'src/domain/payments'
const CLOSING = 'functions/src/core/payments/close-days.ts'

/** Bugs in the work of cashiers and in the closings: each is caught in the payment worlds, or by its test. */
const PLANTED: readonly Omit<Mutant, 'money'>[] = [
  {
    name: 'a closing sums the money before its day is closed',
    test: 'functions/src/core/payments/close-days.test.ts',
    file: CLOSING,
    find: 'const closed = await store.commit(unit)',
    replace:
      'const before = await store.get(keys.lastClosing(municipality))\n    const from = before === undefined ? undefined : addDays(before.day, 1)\n    const early = await collectMoved(store, place, { from, to: day }, timeZone)\n    const closed = await store.commit(unit)\n    const sums = sumMovements(early)\n    if (closed.ok) await store.commit(storeClosingUnit({ municipality, ...closed.value, sums, movements: 1 }))',
  },
  {
    name: 'money that arrives late counts on its closed day',
    file: `${RULES}/judge/step.ts`,
    find: 'assignOpenDayToLateFacts(before, after, documents.get(keys.lastClosing(after.municipality)))',
    replace: 'after',
  },
  {
    name: 'the sums of two cashiers are those of one',
    file: `${RULES}/closing.ts`,
    find: 'JSON.stringify([form, provider, method, by, currency.name])',
    replace: 'JSON.stringify([form, provider, method, currency.name])',
  },
  {
    name: 'a payment at the desk names no cashier',
    file: `${RULES}/judge/order-facts.ts`,
    find: 'by: cashier,',
    replace: '',
  },
  {
    name: 'a refund at the desk names no cashier',
    file: `${RULES}/closing.ts`,
    find: 'const by = refunds.find(({ reference }) => reference === fact.reference)?.by',
    replace: 'const by = undefined',
  },
  {
    name: 'a second cashier is told that the money was recorded',
    file: 'functions/src/core/payments/pay.ts',
    find: "return isTheirs ? ok(order) : refuse('payment.already-paid', await readPaidDetails(paying.ports.store, order))",
    replace: 'return ok(order)',
  },
  {
    name: 'money of a settled dispute is lost and refunded',
    file: `${RULES}/closing.ts`,
    find: 'back.filter((each) => !isSettledDispute(each, facts))',
    replace: 'back',
  },
  {
    name: 'a refund that failed stays in the sums',
    file: `${RULES}/closing.ts`,
    find: 'const back = listSuccessfulRefunds(facts)',
    replace: "const back = facts.filter(({ kind }) => kind === 'refunded')",
  },
  {
    name: 'the first closing leaves out earlier money',
    file: CLOSING,
    find: '{ from: last.from, to: last.day }',
    replace: '{ from: last.from ?? last.day, to: last.day }',
  },
  {
    name: 'a closing leaves out the hours of another day in UTC',
    file: CLOSING,
    find: 'return listDays(start < from ? start : from, end > to ? end : to)',
    replace: 'return listDays(from, to)',
  },
  {
    name: 'a day is closed again by a repeated request',
    file: `${RULES}/judge/closing-units.ts`,
    find: 'if (last?.day === closing.day) return { result: ok(last), writes: [] }',
    replace: '',
  },
  {
    name: 'a day is closed before the previous closing has its sums',
    test: 'functions/src/core/payments/close-days.test.ts',
    file: `${RULES}/judge/closing-units.ts`,
    find: "if (documents.get(keys.closing(municipality, day)) === undefined) return { result: refuse('server.busy'), writes: [] }",
    replace: '',
  },
  {
    name: 'the days of closings follow the time zone of the municipality',
    file: CLOSING,
    find: 'return last?.timeZone ?? resolveSettings(place).timeZone',
    replace: 'return resolveSettings(place).timeZone',
  },
  {
    name: 'test payments count in closings',
    file: CLOSING,
    find: "if (order.mode !== 'live' || (form !== undefined && order.form !== form)) continue",
    replace: 'if (form !== undefined && order.form !== form) continue',
  },
  {
    name: 'the page of an event counts money of closed days on these days',
    file: 'functions/src/core/tickets/routes/events.ts',
    find: 'listMovements(order, dayOf)',
    replace: 'listMovements({ ...order, facts: order.facts.map(({ day: _, ...fact }) => fact) }, dayOf)',
  },
]

export const MUTANTS_OF_CLOSINGS: readonly Mutant[] = PLANTED.map((mutant) => ({ ...mutant, money: true }))
