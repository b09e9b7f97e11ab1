import { createHash } from 'node:crypto'
import { DEFAULT_TUNING } from '#core/tuning.ts'
import { toMilliseconds } from '#domain/kernel/index.ts'
import type { Write } from '#domain/store/index.ts'
import type { DoorReport } from '#domain/tickets/index.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { chanceFrom } from '../chance.ts'
import { createDesks } from '../desks.ts'
import type { Report } from '../report.ts'
import { type SimServer, startServer } from '../server.ts'
import { createTimeline, every, useTimeline } from '../timeline.ts'
import { createBank } from './bank.ts'
import { audit } from './books.ts'
import { createBoxOffice } from './box-office.ts'
import { buyer } from './crowd.ts'
import { createCancellations } from './cancellations.ts'
import { createDelivered } from './delivered.ts'
import { createDisputes } from './disputes.ts'
import { FORMS, foundFair, SALE, TREASURER } from './fair.ts'
import { createClosings } from './closings.ts'
import { createDoorLaws } from './door-laws.ts'
import { createLiveLaws } from './live-laws.ts'
import { createMoves } from './moves.ts'
import { createPrices } from './price-laws.ts'
import { createSaleAuthor } from './sale-author.ts'
import { createSaleLaws } from './sale-laws.ts'
import { createTreasury, type Treasury } from './treasury.ts'
import { createVisitors } from './visitors.ts'

const MINUTE = 60_000
/** Added to the seed, so that a seed's other world is different. */
const MONEY = 0x3011_0000_0000
const DOORS = 0x3012_0000_0000
const AUTHORS = 0x3013_0000_0000
const MOVERS = 0x3014_0000_0000
const LINKS = 0x3015_0000_0000
const DISPUTES = 0x3016_0000_0000
const ADMINISTRATORS = 0x3017_0000_0000
const CLERKS = 0x3018_0000_0000
const CLOSERS = 0x3019_0000_0000
const CASHIERS = 0x301a_0000_0000
const CANCELLERS = 0x301b_0000_0000
/** Share of worlds whose money is real; closings leave out tests. */
const LIVE = 0.7
const [BUYERS_LEAST, BUYERS_MOST] = [12, 28]
/** Probability, per buyer, that the server is killed at its next commit, and that staff act. */
const [KILLED, STAFF] = [0.4, 0.5]
/** Probability of a visit at the doors, a change of a ticket, a change of a fee, and a completed answer. */
const [VISITED, CHANGED, PRICED, COMPLETED] = [0.3, 0.2, 0.15, 0.15]
/** Probability that the show is moved, and that the scans of a link are discarded (at most once). */
const [MOVED, DISCARDED] = [0.06, 0.03]
/** Probability that the show is cancelled, in the worlds where it is, or that a cancellation is repeated. */
const CANCELLED = 0.3
/** Probability of a dispute or a failed refund. */
const DISPUTED = 0.35
/** Probability of a change of the sale, and of a person at the box office. */
const [ADMINISTERED, AT_BOX_OFFICE] = [0.3, 0.2]
/** Probability that a day is closed, and that the municipality's time zone changes. */
const [CLOSED, ZONE_MOVED] = [0.15, 0.02]
const JOBS_EVERY = MINUTE
/** Interval of jobs once all faults have ended and only reconciliations are waited for. */
const JOBS_AT_REST_EVERY = 10 * MINUTE
const LOOKS_EVERY = 60 * MINUTE
/** Interval of closings beside those by chance, also while money only arrives by reconciliation. */
const CLOSED_EVERY = 170 * MINUTE
/** The reconciliation waits ten minutes, and more than twice this delay counts as a wrong clock. */
const TUNING = { ...DEFAULT_TUNING, jobLongestDelay: 6 * MINUTE }
/**
 * Milliseconds after the last arrival: the slowest method takes 70 minutes, a buyer tries four times, webhooks repeat
 * for 1 h.
 */
const [WEATHER, REST] = [90 * MINUTE, 150 * MINUTE]
/** Milliseconds after that: payments are reconciled 1 and 6 hours after their latest event, at the next full hour. */
const UNTIL_LOOKED_AT = 6 * 60 * MINUTE

/**
 * Runs a payment world: people buy while bank, webhooks and server fail; then all faults end, and the records are
 * compared.
 */
export async function runMoneyWorld(seed: number): Promise<Report> {
  const hash = createHash('sha256')
  const lines: string[] = []
  const violations: string[] = []
  const trace = (line: string): void => {
    hash.update(line).update('\n')
    lines.push(line)
  }
  const note = (violation: string): void => void (violations.includes(violation) || violations.push(violation))
  const chance = chanceFrom(seed + MONEY)
  const timeline = createTimeline(toMilliseconds(NOW), trace)
  useTimeline(timeline)
  let server: SimServer
  const doors = chanceFrom(seed + DOORS)
  const again = doors.pick(['never', 'never', 'after-exit', 'always'] as const)
  const closers = chanceFrom(seed + CLOSERS)
  const mode = closers.happens(LIVE) ? 'live' : 'test'
  const doorLaws = createDoorLaws({ again, mode, cancelled: cancelledAt, now: timeline.now, note })
  const desks = createDesks(() => server)
  const founded = FORMS.find(({ id }) => id === SALE)?.ticketSale
  if (founded === undefined) throw new Error('The fair has no sale')
  const author = createSaleAuthor(timeline, desks, { ...founded, again }, note)
  function cancelledAt(): number {
    const { cancelled } = author.current()
    return cancelled === undefined ? Infinity : toMilliseconds(cancelled)
  }
  const laws = createLiveLaws({ mode, now: timeline.now, sale: author.current, note })
  const administrators = { timeline, chance: chanceFrom(seed + ADMINISTRATORS) }
  const sales = createSaleLaws(administrators, author, laws, note)
  const authors = chanceFrom(seed + AUTHORS)
  const prices = createPrices(authors.fork(), note, timeline.now)
  const movers = chanceFrom(seed + MOVERS)
  const moves = createMoves(movers.fork(), author, note, timeline.now)
  const links = chanceFrom(seed + LINKS)
  const delivered = createDelivered(chance.fork())
  const bank = createBank(timeline, chance.fork(), () => server, mode === 'live')
  let treasury: Treasury
  const closings = createClosings({
    timeline,
    chance: closers.fork(),
    server: () => server,
    bank,
    treasury: () => treasury,
    laws,
    mode,
    note,
  })
  const watch = {
    decided: () => undefined,
    committed: (writes: readonly Write[]) => {
      author.committed(writes)
      laws.committed(writes)
      sales.committed(writes)
      doorLaws.committed(writes)
      prices.committed(writes)
      moves.committed(writes)
      closings.committed(writes)
    },
    crashed: (point: string) => {
      trace(`server dies ${point}`)
      delivered.died()
    },
    killsFollower: () => false,
    slowly: closings.slowly,
    outside: { ...delivered.connectors, payments: bank.providers },
  }
  server = startServer(timeline, chance.fork(), watch, { disk: { file: ':memory:' }, tuning: TUNING })
  const cashiers = chanceFrom(seed + CASHIERS)
  treasury = createTreasury({ timeline, chance: chance.fork(), cashiers, desks, bank, sales })
  const clerks = chanceFrom(seed + CLERKS)
  const boxOffice = createBoxOffice({ timeline, chance: clerks.fork(), desks, treasury, sales })
  const trouble = chanceFrom(seed + DISPUTES)
  const disputes = createDisputes(timeline, trouble.fork(), bank, treasury)
  const cancellers = chanceFrom(seed + CANCELLERS)
  const cancellations = createCancellations({
    timeline,
    chance: cancellers.fork(),
    server: () => server,
    author,
    bank,
    treasury,
    laws,
    mode,
    note,
  })
  await foundFair(server, { again, mode, timeZone: closings.timeZone })
  const visitors = await createVisitors({ timeline, chance: doors, server, desks, laws: doorLaws })

  const runUntil = async (until: number): Promise<void> => {
    while (await timeline.step(until));
  }
  /** Events at the doors with each activity. */
  const act = (): void => {
    if (doors.happens(VISITED)) void visitors.come()
    if (doors.happens(CHANGED)) void visitors.staffAct()
    if (authors.happens(PRICED)) void prices.change(server)
    if (authors.happens(COMPLETED)) void prices.complete(desks)
    if (movers.happens(MOVED)) void moves.move()
    if (links.happens(DISCARDED)) void visitors.discard()
    if (trouble.happens(DISPUTED)) void disputes.act()
    if (cancellers.happens(CANCELLED)) void cancellations.act()
    if (clerks.happens(ADMINISTERED)) void sales.change()
    if (clerks.happens(AT_BOX_OFFICE)) void boxOffice.sell()
    if (closers.happens(CLOSED)) void closings.act()
    if (closers.happens(ZONE_MOVED)) void closings.moveZone()
  }
  let isAtRest = false
  every(timeline, LOOKS_EVERY, 'looks', () => void server.lookAgain())
  every(timeline, CLOSED_EVERY, 'closings', () => void closings.act())
  every(timeline, JOBS_EVERY, 'jobs', () => {
    if (isAtRest && timeline.now() % JOBS_AT_REST_EVERY !== 0) return
    bank.closeDue()
    void server.runJobs()
  })
  const around = { timeline, desks, bank, treasury, sales, trace }
  const people = chance.int(BUYERS_LEAST, BUYERS_MOST)
  for (let number = 1; number <= people; number += 1) {
    await runUntil(timeline.now() + chance.int(0, 4 * MINUTE))
    if (chance.happens(KILLED)) server.crashAt(chance.pick(['before commit', 'after commit']))
    if (chance.happens(STAFF)) void treasury.act()
    act()
    void buyer(number, chance.fork(), around)
    await timeline.settle()
  }
  for (const until = timeline.now() + WEATHER; timeline.now() < until;) {
    await runUntil(timeline.now() + chance.int(1, 20) * MINUTE)
    if (chance.happens(KILLED)) server.crashAt(chance.pick(['before commit', 'after commit']))
    if (chance.happens(STAFF)) void treasury.act()
    act()
  }
  bank.heal()
  closings.heal()
  delivered.heal()
  void disputes.decide()
  await runUntil(timeline.now() + REST)
  isAtRest = true
  await runUntil(timeline.now() + UNTIL_LOOKED_AT)
  isAtRest = false
  await visitors.settle(runUntil)
  if (![...laws.orders.values()].some(({ status }) => status === 'Pagado')) note('rest: nothing was paid')
  moves.audit(delivered)
  await audit({ server, bank, treasury, disputes, delivered, laws, now: timeline.now(), note })
  await cancellations.audit(delivered)
  await closings.audit()
  const report = await desks.ask(TREASURER, 'GET', `/api/doors/${SALE}/report`)
  await doorLaws.audit(visitors.devices, report?.ok === true ? ((await report.json()) as DoorReport) : undefined)
  for (const device of visitors.devices) device.end('close')
  await server.close()
  const healed = [...bank.untold].flatMap(([reference, at]) => {
    const known = laws.known.get(reference)
    return known === undefined ? [] : [(known - at) / MINUTE]
  })
  const facts = { answers: people, orders: laws.orders.size, healed }
  return { seed, violations, trace: hash.digest('hex'), lines, cells: new Map(), ...facts }
}
