import { actorOfUser, can } from '#domain/access/index.ts'
import { withAudit } from '#domain/audit/index.ts'
import {
  addDays,
  createLocalDayFormatter,
  getDayBounds,
  countDaysBetween,
  ok,
  refuse,
  toInstant,
  type Result,
  type TemplateId,
} from '#domain/kernel/index.ts'
import {
  findDisagreements,
  listMovements,
  MAX_CLOSING_DAYS,
  buildOrderSortKey,
  sumMovements,
  type Closing,
  type ClosingReport,
  type ClosingSum,
  type LastClosing,
  type ClosingMovement,
  type PaymentOrder,
} from '#domain/payments/index.ts'
import { closeDayUnit, storeClosingUnit } from '#domain/payments/judge/index.ts'
import { resolveSettings, type Municipality } from '#domain/places/index.ts'
import { keys } from '#domain/store/index.ts'
import type { User } from '#domain/users/index.ts'
import type { Requester } from '../context.ts'
import { CatchingUpError, type Ports, type Store } from '../ports.ts'
import { formatCashierName } from './list-orders.ts'
import { readOrderPages, readFoundOrderPages, type OrderSearch } from './live-sales.ts'

/** Days per query; a store accepts at most 30 values. */
const DAYS_PER_QUERY = 25
/** Maximum orders with differences shown. */
const MAX_DIFFERENCES = 200
/** Maximum attempts to close a day while other days are being closed. */
const MAX_ATTEMPTS = 5

type Period = { readonly from: string; readonly to: string }
/** A period, or everything until a day. */
type Covered = { readonly from?: string | undefined; readonly to: string }
/** Orders to search. `form`: only those of one form. `signal`: ends the search when the reader has left. */
type Searched = {
  readonly place: Municipality
  readonly covered: Covered
  readonly timeZone: string
  readonly form?: TemplateId
  readonly signal?: AbortSignal
}
type Moved = Parameters<typeof sumMovements>[0][number]

/** Money of a municipality in a period, with its closings. The day of a closing shows the sums that were closed. */
export async function buildClosingReport(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { user, place }: { readonly user: User; readonly place: Municipality },
  period: Period,
): Promise<ClosingReport> {
  const last = await finishClosing(store, place)
  const timeZone = findClosingTimeZone(place, last)
  const today = createLocalDayFormatter(timeZone)(clock())
  const closings = last === undefined ? [] : await findClosings(store, place, period, last)
  const own = closings.find(({ day }) => day === period.from && day === period.to)
  const sums = own?.sums ?? sumMovements(await collectMoved(store, place, period, timeZone))
  const names = await readNames(store, [...sums.flatMap(({ by }) => by ?? []), ...closings.map(({ by }) => by)])
  const firstOpen = last === undefined ? undefined : addDays(last.day, 1)
  const due =
    firstOpen === undefined ? undefined : await findDueDay(store, place, { from: firstOpen, to: today }, timeZone)
  return {
    timeZone,
    language: resolveSettings(place).language,
    today,
    sums: sums.map((sum) => ({ ...sum, cashier: sum.by === undefined ? '' : (names.get(sum.by) ?? '') })),
    ...(await findDifferences(store, user, place)),
    closings: closings.map(({ day, from, number, at, by }) => {
      return { day, ...(from === undefined ? {} : { from }), number, at, by: names.get(by) ?? '' }
    }),
    ...(firstOpen === undefined ? {} : { firstOpen }),
    ...(due === undefined ? {} : { due }),
  }
}

/** Closings of a period. For a single day, the closing that covers it, if that closing ends within a year. */
async function findClosings(
  store: Store,
  { path }: Municipality,
  { from, to }: Period,
  last: LastClosing,
): Promise<readonly Closing[]> {
  const isDay = from === to
  const days = listDays(from, isDay ? addDays(from, MAX_CLOSING_DAYS) : to).filter((day) => day <= last.day)
  const found = await store.getMany(days.map((day) => keys.closing(path, day)))
  const closings = days.flatMap((day) => found.get(keys.closing(path, day)) ?? [])
  return isDay ? closings.slice(0, 1) : closings
}

export async function readClosingTimeZone(store: Pick<Store, 'get'>, place: Municipality): Promise<string> {
  return findClosingTimeZone(place, await store.get(keys.lastClosing(place.path)))
}

/** The time zone of closings. All closings have the time zone of the first, so that no fact counts twice or never. */
export function findClosingTimeZone(
  place: Parameters<typeof resolveSettings>[0],
  last: LastClosing | undefined,
): string {
  return last?.timeZone ?? resolveSettings(place).timeZone
}

/** Closes the days up to a day. Refuses with payment.day-ahead, payment.day-past, payment.day-closed, server.busy. */
export async function closeDaysUpTo(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { user, address, place }: Requester & { readonly place: Municipality },
  day: string,
): Promise<Result<Pick<Closing, 'day' | 'number'>>> {
  const { path: municipality } = place
  const timeZone = await readClosingTimeZone(store, place)
  const at = toInstant(clock())
  const today = createLocalDayFormatter(timeZone)(clock())
  if (day > today) return refuse('payment.day-ahead')
  if (day < addDays(today, -MAX_CLOSING_DAYS)) return refuse('payment.day-past')
  const noted = {
    action: 'payment.day-closed',
    target: keys.closing(municipality, day),
    by: user,
    from: address,
    municipality,
    details: { day },
  } as const
  const unit = withAudit(closeDayUnit(municipality, { day, by: user.id, at, timeZone }), noted, at)
  for (let attempt = 1; ; attempt += 1) {
    await finishClosing(store, place)
    const closed = await store.commit(unit)
    if (closed.ok) {
      await finishClosing(store, place)
      return ok({ day, number: closed.value.number })
    }
    // Another day was closed in the meantime, and its sums are not stored yet.
    if (closed.problem.code !== 'server.busy' || attempt === MAX_ATTEMPTS) return closed
  }
}

/**
 * Computes and stores the sums of the last closing, if they are missing, and returns that closing. The sums of closed
 * days no longer change.
 */
async function finishClosing(store: Store, place: Municipality): Promise<LastClosing | undefined> {
  const { path: municipality } = place
  const last: LastClosing | undefined = await store.get(keys.lastClosing(municipality))
  if (last === undefined || (await store.get(keys.closing(municipality, last.day))) !== undefined) return last
  const moved = await collectMoved(store, place, { from: last.from, to: last.day }, last.timeZone)
  const movements = moved.reduce((count, each) => count + each.movements.length, 0)
  await store.commit(storeClosingUnit({ municipality, ...last, sums: sumMovements(moved), movements }))
  return last
}

/** The first day of a period with money, among the days of the last year. */
async function findDueDay(
  store: Store,
  place: Municipality,
  { from, to }: Period,
  timeZone: string,
): Promise<string | undefined> {
  const earliest = addDays(to, 1 - MAX_CLOSING_DAYS)
  const moved = await collectMoved(store, place, { from: from > earliest ? from : earliest, to }, timeZone)
  return moved.flatMap(({ movements }) => movements.map(({ day }) => day)).toSorted()[0]
}

async function collectMoved(
  store: Store,
  place: Municipality,
  covered: Covered,
  timeZone: string,
): Promise<readonly Moved[]> {
  const moved: Moved[] = []
  for await (const { order, movements } of readOrdersWithMovements(store, { place, covered, timeZone })) {
    // Keeps only some fields of each order, because a first closing may cover very many orders.
    const { form, formTitle = '', zone, currency } = order
    moved.push({ order: { form, formTitle, currency, ...(zone === undefined ? {} : { zone }) }, movements })
  }
  return moved
}

/** Orders with money in a period, with their movements in it. Test payments do not count. */
export async function* readOrdersWithMovements(
  store: Store,
  { place, covered: { from = '', to }, timeZone, form, signal }: Searched,
): AsyncGenerator<{ readonly order: PaymentOrder; readonly movements: readonly ClosingMovement[] }, void> {
  const dayOf = createLocalDayFormatter(timeZone)
  const searches = listSearches(place, { from, to }, timeZone)
  const pages =
    form !== undefined && (await hasFewerOrders(store, form, searches))
      ? readOrderPages(store, ['form', form])
      : readFoundOrderPages(store, searches)
  for await (const orders of pages) {
    if (signal?.aborted === true) throw new CatchingUpError()
    for (const order of orders) {
      if (order.mode !== 'live' || (form !== undefined && order.form !== form)) continue
      const movements = listMovements(order, dayOf).filter(({ day }) => from <= day && day <= to)
      if (movements.length > 0) yield { order, movements }
    }
  }
}

/** Whether a form has at most as many orders as the searches find. */
async function hasFewerOrders(store: Store, form: TemplateId, searches: readonly OrderSearch[]): Promise<boolean> {
  // A search by place finds all orders of the municipality.
  if (searches.some(({ range }) => range !== undefined)) return true
  let found = 0
  for (const search of searches) found += await store.count({ collection: 'payOrder', ...search })
  return (await store.count({ collection: 'payOrder', where: { form }, max: found + 1 })) <= found
}

/** Searches that find the orders with money in a period: by its days, or all orders if it is long. */
function listSearches({ path }: Municipality, { from, to }: Period, timeZone: string): readonly OrderSearch[] {
  if (from === '' || countDaysBetween(from, to) > MAX_CLOSING_DAYS)
    return [
      {
        range: { field: 'listing.place', from: buildOrderSortKey(path, ''), to: buildOrderSortKey(path, '\u{10ffff}') },
      },
    ]
  const days = listSearchedDays({ from, to }, timeZone).map((day) => `${path}~${day}`)
  return Array.from({ length: Math.ceil(days.length / DAYS_PER_QUERY) }, (_, index) => {
    const start = index * DAYS_PER_QUERY
    return { containsAny: { field: 'listing.reach', values: days.slice(start, start + DAYS_PER_QUERY) } }
  })
}

/** Days to search: the UTC days that overlap the period, and the period's own days. */
function listSearchedDays({ from, to }: Period, timeZone: string): readonly string[] {
  if (from > to) return []
  const [start, end] = [getDayBounds(from, timeZone).first.slice(0, 10), getDayBounds(to, timeZone).last.slice(0, 10)]
  return listDays(start < from ? start : from, end > to ? end : to)
}

/** Days of a period, both included. */
function listDays(from: string, to: string): readonly string[] {
  return Array.from({ length: countDaysBetween(from, to) + 1 }, (_, index) => addDays(from, index))
}

/** Orders of the municipality with a difference that staff must resolve, in the areas that the user may access. */
async function findDifferences(store: Store, user: User, { path }: Municipality) {
  const actor = actorOfUser(user)
  const entries = await store.query({
    collection: 'payOrder',
    containsAny: { field: 'listing.reach', values: [path] },
    order: { field: 'createdAt', descending: false },
    limit: MAX_DIFFERENCES + 1,
  })
  const differences = entries.slice(0, MAX_DIFFERENCES).flatMap(({ document: order }) => {
    const document = {
      areas: [order.area],
      authorId: actor.id,
      datosCiudadano: undefined,
      portalCiudadanoData: undefined,
    }
    if (order.mode !== 'live' || !can(actor, 'close', { kind: 'pago', document })) return []
    const { id, orderId, form, formTitle: title = '', currency } = order
    return findDisagreements(order).map(({ kind, amount }) => {
      const isEventCancelled = kind === 'surplus' && order.cancelled !== undefined
      const cause = isEventCancelled ? { isEventCancelled } : {}
      return { id, orderId, form, title, kind, ...cause, amount, currency }
    })
  })
  return { differences, moreDifferences: entries.length > MAX_DIFFERENCES }
}

/** Names of users by id. */
async function readNames(store: Store, ids: readonly ClosingSum['by'][]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))]
  const documents = await store.getMany(wanted.map(keys.user))
  return new Map(
    wanted.flatMap((id) => {
      const user = documents.get(keys.user(id))
      return user === undefined ? [] : [[id, formatCashierName(user)]]
    }),
  )
}
