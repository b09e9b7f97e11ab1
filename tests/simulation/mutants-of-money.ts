import type { Mutant } from './mutants.ts'

const JUDGED = 'src/domain/judgement/payments'
const RULES = 'src/domain/payments'

/** Bugs that would cost somebody money, a place or a receipt: each caught in the worlds of money. */
const PLANTED: readonly Omit<Mutant, 'money'>[] = [
  {
    name: 'places are sold and not taken',
    file: `${JUDGED}/step.ts`,
    find: 'set(stock, movedStock(found.get(stock) ?? NONE, same, after)),',
    replace: '',
  },
  {
    name: 'who orders is not asked whether enough is left',
    file: `${JUDGED}/order-unit.ts`,
    find: 'if (left < next.quanty) return',
    replace: 'if (left < -99) return',
  },
  {
    name: 'money that comes too late buys what is not there',
    file: `${RULES}/settle.ts`,
    find: 'concluded(known, takenBy(order) > 0 || left >= order.quanty, now)',
    replace: 'concluded(known, true, now)',
  },
  {
    name: 'what is too much is kept',
    file: `${RULES}/settle.ts`,
    find: 'return withOpen(withSurplusAsked({ ...order, status, delivery }, now))',
    replace: 'return withOpen({ ...order, status, delivery })',
  },
  {
    name: 'a receipt’s number is given without being taken',
    file: `${JUDGED}/units.ts`,
    find: 'writes: [set(place, issued), set(counter, { count: number })]',
    replace: 'writes: [set(place, issued)]',
  },
  {
    name: 'what is owed is owed with every step',
    file: `${RULES}/effects.ts`,
    find: 'return wantedBy(after).filter(({ key }) => !owed.has(key))',
    replace: 'return wantedBy(after)',
  },
  {
    name: 'a refund that is asked for again has another key',
    file: 'functions/src/core/payments/carry-out.ts',
    find: 'await provider.refund({ account, order, refund, amount }, id)',
    replace: 'await provider.refund({ account, order, refund, amount }, `${id}~${clock()}`)',
  },
  {
    name: 'a webhook that is forged is believed',
    file: 'functions/src/connectors/payments/stripe.ts',
    find: "if (!isGood) return refuse('access.forbidden')",
    replace: '',
  },
  {
    name: 'an attempt that is begun again has another key',
    file: 'functions/src/connectors/payments/stripe.ts',
    find: 'idempotencyKey: `${order.id}~${attempt.number}~${attempt.amount}`,',
    replace: 'idempotencyKey: `${order.id}~${attempt.number}~${performance.now()}`,',
  },
  {
    name: 'an attempt whose time is over is closed unasked',
    file: 'functions/src/core/payments/watch.ts',
    find: 'const known = await learn({ store }, connectors, order, attempt, how, { now, effects })',
    replace:
      "const asked = how === 'close' ? { ...attempt, session: undefined } : attempt\n  const known = await learn({ store }, connectors, order, asked as never, how, { now, effects })",
  },
  {
    name: 'an answer does not hear what became of its order',
    file: `${JUDGED}/step.ts`,
    find: '...(said === undefined ? [] : [set(keys.answer(after.id), said)]),',
    replace: '...(said === undefined || before !== undefined ? [] : [set(keys.answer(after.id), said)]),',
  },
  {
    name: 'an incident does not wait for its answer’s money',
    file: `${RULES}/entry.ts`,
    find: 'return opcionales.addPaymentGateway && !payments.some(({ preview }) => !preview)',
    replace: 'return opcionales.addPaymentGateway && payments.length < 0',
  },
  {
    name: 'a ticket whose money went back lets people in',
    file: `${JUDGED}/ticket-units.ts`,
    find: 'const after = ticket && withTicket(ticket, { refunded: isGivenBack(order, ticket.place) })',
    replace: 'const after = ticket && withTicket(ticket, { refunded: false })',
  },
]

export const MUTANTS_OF_MONEY: readonly Mutant[] = PLANTED.map((mutant) => ({ ...mutant, money: true }))
