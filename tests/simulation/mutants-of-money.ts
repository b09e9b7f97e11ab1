import type { Mutant } from './mutants.ts'

const RULES = 'src/domain/payments'

/** The queueing of earlier refunds, and the end of a refund that is not needed, which are two guards of one case. */
const SWALLOWED = [
  "if (documents.get(keys.job(id))?.state === 'waiting') return []\n",
  "    const job = { id, kind: 'payment.refund', payload: { answer: after.id, refund: at } } as const\n",
  "    const queued = { municipality: after.municipality, state: 'waiting', attempts: 0, dueAt: now } as const\n",
  '    return [set(keys.job(id), { ...job, ...queued })]\n',
  '  })\n',
  '}\n',
  '\n',
  '/**\n',
  ' * Returns the unit that ends an automatic refund which is no longer needed, so that money that is to be refunded later\n',
  ' * gets a new refund. Returns false if the refund is needed after all.\n',
  ' */\n',
  'export function withdrawRefundUnit(order: AnswerId, refund: string): Unit<boolean> {\n',
  '  const key = keys.paymentOrder(order)\n',
  '  return unitForKeys<boolean>([key], (documents) => {\n',
  '    const before = documents.get(key)\n',
  '    const found = before?.refunds.find(({ id }) => id === refund)\n',
  '    if (before === undefined || found === undefined) return { result: true, writes: [] }\n',
  '    if (computeAmountToRefund(found, before) > 0) return { result: false, writes: [] }\n',
  '    if (found.by !== undefined || found.reference !== undefined) return { result: true, writes: [] }\n',
  '    const refunds = before.refunds.map((each) => (each === found ? { ...each, withdrawn: true } : each))\n',
]

/** Bugs that would cost money, a place or a receipt: each is caught in the payment worlds. */
const PLANTED: readonly Omit<Mutant, 'money'>[] = [
  {
    name: 'places are sold and not taken',
    file: 'src/domain/payments/judge/step.ts',
    find: 'set(stock, updateStock(documents.get(stock) ?? EMPTY_STOCK, same, after)),',
    replace: '',
  },
  {
    name: 'who orders is not asked whether enough is left',
    file: 'src/domain/payments/judge/order-unit.ts',
    find: 'if (remaining < next.quanty) return',
    replace: 'if (remaining < -99) return',
  },
  {
    name: 'money that comes too late buys what is not there',
    file: `${RULES}/settle.ts`,
    find: 'concludeOrder(known, countTakenPlaces(order) > 0 || remaining >= order.quanty, now)',
    replace: 'concludeOrder(known, true, now)',
  },
  {
    name: 'an order has the prices of the version that its answer names',
    file: 'src/domain/payments/judge/order-price.ts',
    find: 'isSold ? held : found.get(keys.template(answer.idPlantilla))',
    replace: 'isSold ? held : findAnsweredVersion(answer, found)',
  },
  {
    name: 'an order holds its prices for ever',
    file: `${RULES}/price-by-version.ts`,
    find: 'order?.priced !== undefined && order.priced.until > now ?',
    replace: 'order?.priced !== undefined ?',
  },
  {
    name: 'an order is priced again whenever it is paid again',
    file: 'src/domain/payments/judge/order-price.ts',
    find: 'const version = findKeptPriceVersion(before, now)',
    replace: 'const version = requestedOrder.by === "desk" ? findKeptPriceVersion(before, now) : undefined',
  },
  {
    name: 'the places of a zone are those of the version that was answered',
    file: 'src/domain/payments/judge/order-unit.ts',
    find: 'if (remaining < next.quanty) return',
    replace:
      'const answered = findZone(documents.get(keys.templateVersion(next.form, 1)), next.zone)\n  if (remaining - zone.maxQuantity + (answered?.maxQuantity ?? 0) < next.quanty) return',
  },
  {
    name: 'a sale has the hours of the version that was answered',
    file: 'src/domain/payments/judge/order-unit.ts',
    find: 'const [sale, zone] = [form?.ticketSale, findZone(form, next.zone)]',
    replace:
      'const [sale, zone] = [documents.get(keys.templateVersion(next.form, 1))?.ticketSale, findZone(form, next.zone)]',
  },
  {
    name: 'an order that holds its prices buys in a zone that was removed',
    file: 'src/domain/payments/judge/order-unit.ts',
    find: 'if (sale === undefined || zone === undefined || form?.deleted === true)',
    replace:
      'if (sale !== undefined && zone === undefined) return ok(null)\n  if (sale === undefined || zone === undefined)',
  },
  {
    name: 'an order has the discounts of the version that was answered',
    file: `${RULES}/price-by-version.ts`,
    find: 'return computePrice(pricing, priced, now)',
    replace:
      'const promotions = filled.ticketSale?.promotions ?? []\n  const sale = pricing.ticketSale && { ...pricing.ticketSale, promotions }\n  return computePrice({ ...pricing, ticketSale: sale }, priced, now)',
  },
  {
    name: 'an answer is changed into one that costs more',
    file: 'src/domain/answers/judge/price-of-change.ts',
    find: 'if (total === was.value.total) return ok(null)',
    replace: 'if (total >= 0) return ok(null)',
  },
  {
    name: 'what is too much is kept',
    file: `${RULES}/settle.ts`,
    find: 'return setNextPoll(setOpenFlag(withSurplusRefunds({ ...order, status, delivery }, now)), now)',
    replace: 'return setNextPoll(setOpenFlag({ ...order, status, delivery }), now)',
  },
  {
    name: 'a receipt’s number is given without being taken',
    file: 'src/domain/payments/judge/units.ts',
    find: 'writes: [set(place, issued), set(counter, { count: number })]',
    replace: 'writes: [set(place, issued)]',
  },
  {
    name: 'what is owed is owed with every step',
    file: `${RULES}/effects.ts`,
    find: 'return findWantedEffects(after).filter(({ key }) => !owed.has(key))',
    replace: 'return findWantedEffects(after)',
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
    find: 'const known = await pollAttempt(asking, order, attempt, how)',
    replace:
      "const asked = how === 'close' ? { ...attempt, session: undefined } : attempt\n  const known = await pollAttempt(asking, order, asked as never, how)",
  },
  {
    name: 'an answer does not hear what became of its order',
    file: 'src/domain/payments/judge/step.ts',
    find: '...(updatedAnswer === undefined ? [] : [set(keys.answer(after.id), updatedAnswer)]),',
    replace:
      '...(updatedAnswer === undefined || before !== undefined ? [] : [set(keys.answer(after.id), updatedAnswer)]),',
  },
  {
    name: 'an incident does not wait for its answer’s money',
    file: `${RULES}/entry.ts`,
    find: 'return opcionales.addPaymentGateway && !payments.some(({ preview }) => !preview)',
    replace: 'return opcionales.addPaymentGateway && payments.length < 0',
  },
  {
    name: 'money over the desk is live in a sale that is a test',
    file: 'src/domain/payments/judge/order-unit.ts',
    find: '    mode,\n    currency',
    replace: "    mode: way.by === 'desk' ? 'live' : mode,\n    currency",
  },
  {
    name: 'a ticket whose money went back lets people in',
    file: 'src/domain/tickets/judge/ticket-units.ts',
    find: 'const after = ticket && updateTicket(ticket, { refunded: isRefunded(order, ticket.place) })',
    replace: 'const after = ticket && updateTicket(ticket, { refunded: false })',
  },
  {
    name: 'a scan that a door sends is not kept',
    file: 'functions/src/core/tickets/routes/doors.ts',
    find: 'dropped.push(...(await store.commit(storeScansUnit(form, own))))',
    replace: 'dropped.push(...(await store.commit(storeScansUnit(form, own.slice(0, 1)))))',
  },
  {
    name: 'a scan is forgotten as it is sent, whatever the server answers',
    file: 'src/sync/doors/open-door.ts',
    find: "if (outcome.kind !== 'ok') return failed(outcome, secret)",
    replace:
      "if (outcome.kind !== 'ok') {\n      await sent(batch, new Set())\n      return failed(outcome, secret)\n    }",
  },
  {
    name: 'of a scan it is not kept why it was refused',
    file: 'src/domain/tickets/judge/scan-units.ts',
    find: '{ isAdmitted: false, why: judged.why }',
    replace: "{ isAdmitted: false, why: 'unknown' as const }",
  },
  {
    name: 'a door that let a ticket in does not see its second use',
    file: 'src/sync/doors/open-door.ts',
    find: "book.hear([toScan(scan, row?.device ?? '')])",
    replace: '',
  },
  {
    name: 'what two doors let in is not reported',
    file: 'src/domain/tickets/scan.ts',
    find: 'else if (first.device !== device || at - first.at >= REPEATED_SCAN_MS)',
    replace: 'else if (first.device === device && at - first.at >= REPEATED_SCAN_MS)',
  },
  {
    name: 'a door’s list does not hear that a ticket is good no more',
    file: 'functions/src/core/tickets/door-data.ts',
    find: '[document.id, document.zone, document.state],',
    replace: "[document.id, document.zone, 'valid'],",
  },
  {
    name: 'a door asks for the scans of others one place too far on',
    file: 'functions/src/core/tickets/door-data.ts',
    find: 'scansNext: formatScanCursor(seen.position, store.eras),',
    replace: 'scansNext: formatScanCursor(seen.position + 1, store.eras),',
  },
  {
    name: 'a door believes its own clock',
    file: 'src/sync/doors/door-facts.ts',
    find: 'return isRoundTripShort || !isPossible ? Math.round(value.at - (sentAt + gotAt) / 2) : before',
    replace: 'return isRoundTripShort || !isPossible ? 0 * value.at : before',
  },
  {
    name: 'the scans of a link that are sent after its discard count',
    file: 'src/domain/tickets/judge/scan-units.ts',
    find: 'findDoorLink(form, scan.link, documents)?.discarded ? discardScan(scan) : scan',
    replace: 'scan',
  },
  {
    name: 'of two moves of an event only the first is announced',
    file: 'src/domain/tickets/judge/event-units.ts',
    find: '`${order.id}~moved${form.version}${part}`',
    replace: '`${order.id}~moved${part}`',
  },
  {
    name: 'a refund that was not needed swallows the refund of a cancellation',
    file: 'src/domain/payments/judge/cancel-order.ts',
    find: SWALLOWED.join(''),
    replace: SWALLOWED.join('').replace("=== 'waiting'", "!== 'dead'").replace('withdrawn: true', ''),
    seen: 57,
  },
  {
    name: 'money that arrives after a cancellation buys tickets',
    file: 'src/domain/payments/judge/units.ts',
    find: 'settleOrder(isLate ? { ...order, cancelled: now } : order, known, remaining, now)',
    replace: 'settleOrder(isLate ? order : order, known, remaining, now)',
  },
  {
    name: 'a cancellation does not reach orders that are being paid',
    file: 'src/domain/payments/judge/cancel-order.ts',
    find: 'if (before === undefined || (isMarked && !again))',
    replace: "if (before?.delivery !== 'delivered' || (isMarked && !again))",
  },
  {
    name: 'the page of a cancelled event hides what staff have to give back',
    file: 'src/domain/tickets/event-sales.ts',
    find: "if (rest > 0) return { state: 'desk', amount: rest }",
    replace: '',
  },
  {
    name: 'a false code is asked about by the ticket that it names',
    file: 'src/sync/doors/scanner.ts',
    find: "ownVerdict.kind === 'refused' && FALSE_TICKET_REASONS.has(ownVerdict.why) ? undefined : unheard.get(hash)",
    replace: 'unheard.get(hash)',
  },
  {
    name: 'money that came is not asked about again',
    file: `${RULES}/polling.ts`,
    find: 'return findLatestFactTime(order) === undefined ? order : { ...order, lookAt: computeNextPollTime(order, now) ?? null }',
    replace: 'return findLatestFactTime(order) === undefined ? order : { ...order, lookAt: null }',
  },
  {
    name: 'a dispute that is decided stays open',
    file: 'functions/src/connectors/payments/stripe.ts',
    find: "if (status === 'won' || status === 'lost') return status",
    replace: '',
  },
  {
    name: 'a dispute that is won leaves its settled money gone',
    file: `${RULES}/ledger.ts`,
    find: 'return isFailed || isDisputeWonLater(reference, facts)',
    replace: 'return isFailed',
  },
]

export const MUTANTS_OF_MONEY: readonly Mutant[] = PLANTED.map((mutant) => ({ ...mutant, money: true }))
