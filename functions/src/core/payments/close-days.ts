import { actorOfUser, can } from '#domain/access/index.ts'
import { withAudit } from '#domain/audit/index.ts'
import {
  addDays,
  createDayReader,
  dayBounds,
  daysBetween,
  ok,
  refuse,
  toInstant,
  type Result,
} from '#domain/kernel/index.ts'
import {
  findDisagreements,
  listMovements,
  MAX_CLOSING_REFERENCES,
  sumMovements,
  type Closing,
  type ClosingReport,
  type ClosingSum,
  type LastClosing,
  type Movement,
  type PaymentOrder,
} from '#domain/payments/index.ts'
import { closeDayUnit, storeClosingUnit } from '#domain/payments/judge/index.ts'
import { resolveSettings, type Municipality } from '#domain/places/index.ts'
import { keys } from '#domain/store/index.ts'
import type { User } from '#domain/users/index.ts'
import type { Requester } from '../context.ts'
import type { Ports, Store } from '../ports.ts'
import { formatCashier } from './list-orders.ts'

/** Orders read per batch: well under 200 ms of CPU time. */
const BATCH_SIZE = 250
/** Days per query; a store accepts at most 30 values. */
const DAYS_PER_QUERY = 25
/** Maximum differences shown. */
const MAX_DIFFERENCES = 200

type Period = { readonly from: string; readonly to: string }
type Moved = { readonly order: PaymentOrder; readonly movements: readonly Movement[] }

/**
 * Money of a municipality in a period, with its closings. For a single closed day, returns the sums stored at its
 * closing.
 */
export async function reportClosings(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { user, place }: { readonly user: User; readonly place: Municipality },
  period: Period,
): Promise<ClosingReport> {
  const { timeZone, language } = resolveSettings(place)
  const today = createDayReader(timeZone)(clock())
  await finishClosing(store, place)
  const { from, to } = period
  const keysOfDays = listDays(from, to).map((day) => keys.closing(place.path, day))
  const [found, last] = await Promise.all([store.getMany(keysOfDays), store.get(keys.lastClosing(place.path))])
  const documents = keysOfDays.flatMap((key) => found.get(key) ?? [])
  const [only] = from === to ? documents : []
  const sums = only?.sums ?? sumMovements(await collectMoved(store, place, period))
  const names = await readNames(store, [...sums.flatMap(({ by }) => by ?? []), ...documents.map(({ by }) => by)])
  const due = last === undefined ? undefined : await findDueDay(store, place, { from: addDays(last.day, 1), to: today })
  return {
    timeZone,
    language,
    today,
    sums: sums.map(({ by, ...sum }) => ({ ...sum, cashier: by === undefined ? '' : (names.get(by) ?? '') })),
    differences: await findDifferences(store, user, place),
    closings: documents.map(({ day, number, at, by }) => ({ day, number, at, by: names.get(by) ?? '' })),
    ...(due === undefined ? {} : { due }),
  }
}

/**
 * Closes a day. After the first closing, days with money are closed in order. Refuses with payment.day-ahead,
 * payment.day-order ({ day }) and payment.day-closed.
 */
export async function closeDayOf(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { user, address, place }: Requester & { readonly place: Municipality },
  day: string,
): Promise<Result<Pick<Closing, 'day' | 'number'>>> {
  const { path: municipality } = place
  const { timeZone } = resolveSettings(place)
  const at = toInstant(clock())
  if (day > createDayReader(timeZone)(clock())) return refuse('payment.day-ahead')
  await finishClosing(store, place)
  const last = await store.get(keys.lastClosing(municipality))
  const due = last === undefined ? undefined : await findDueDay(store, place, { from: addDays(last.day, 1), to: day })
  if (due !== undefined && due < day) return refuse('payment.day-order', { day: due })
  const noted = {
    action: 'payment.day-closed',
    target: keys.closing(municipality, day),
    by: user,
    from: address,
    municipality,
    details: { day },
  } as const
  const unit = closeDayUnit(municipality, { day, by: user.id, at, timeZone })
  const closed = await store.commit(withAudit(unit, noted, at))
  if (!closed.ok) return closed
  await finishClosing(store, place)
  return ok({ day, number: closed.value.number })
}

/**
 * Computes and stores the sums of the last closed day, if that was interrupted. Sums of a closed day no longer change.
 */
async function finishClosing(store: Store, place: Municipality): Promise<void> {
  const { path: municipality } = place
  const last: LastClosing | undefined = await store.get(keys.lastClosing(municipality))
  if (last === undefined || (await store.get(keys.closing(municipality, last.day))) !== undefined) return
  const { day, timeZone } = last
  const moved = await collectMoved(store, place, { from: day, to: day }, timeZone)
  const references = moved.flatMap(({ order, movements }) =>
    movements.map(({ kind, reference }) => `${kind} ${order.orderId} ${reference}`),
  )
  const closing: Closing = {
    municipality,
    ...last,
    sums: sumMovements(moved),
    movements: references.length,
    references: references.slice(0, MAX_CLOSING_REFERENCES),
  }
  await store.commit(storeClosingUnit(closing))
}

/** The first day of a period with money. */
async function findDueDay(store: Store, place: Municipality, period: Period): Promise<string | undefined> {
  const moved = period.from > period.to ? [] : await collectMoved(store, place, period)
  return moved.flatMap(({ movements }) => movements.map(({ day }) => day)).toSorted()[0]
}

/** Orders with money in a period, with their movements. Test payments do not count. */
async function collectMoved(
  store: Store,
  place: Municipality,
  { from, to }: Period,
  timeZone = resolveSettings(place).timeZone,
): Promise<readonly Moved[]> {
  const dayOf = createDayReader(timeZone)
  const moved: Moved[] = []
  for await (const order of readOrders(store, place, searchedDays({ from, to }, timeZone))) {
    const movements = listMovements(order, dayOf).filter(({ day }) => from <= day && day <= to)
    if (order.mode === 'live' && movements.length > 0) moved.push({ order, movements })
  }
  return moved
}

/** Days to search: the UTC days that overlap the period, and the period's own days. */
function searchedDays({ from, to }: Period, timeZone: string): readonly string[] {
  const [start, end] = [dayBounds(from, timeZone).first.slice(0, 10), dayBounds(to, timeZone).last.slice(0, 10)]
  return listDays(start < from ? start : from, end > to ? end : to)
}

/** Days of a period, both included. */
function listDays(from: string, to: string): readonly string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))
}

async function* readOrders(
  store: Store,
  { path }: Municipality,
  days: readonly string[],
): AsyncGenerator<PaymentOrder, void> {
  const known = new Set<string>()
  for (let start = 0; start < days.length; start += DAYS_PER_QUERY) {
    const values = days.slice(start, start + DAYS_PER_QUERY).map((day) => `${path}~${day}`)
    let after: { readonly value: string; readonly key: string } | undefined
    for (;;) {
      const entries = await store.query({
        collection: 'payOrder',
        containsAny: { field: 'listing.reach', values },
        order: { field: 'createdAt', descending: false },
        limit: BATCH_SIZE,
        ...(after === undefined ? {} : { after }),
      })
      for (const { key, document } of entries) {
        if (!known.has(key)) yield document
        known.add(key)
      }
      const last = entries.at(-1)
      if (last === undefined || entries.length < BATCH_SIZE) break
      after = { value: last.document.createdAt, key: last.key }
      // Yields to other requests.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

/** Orders of the municipality with a difference that staff must resolve, in the areas that the user may access. */
async function findDifferences(store: Store, user: User, { path }: Municipality) {
  const actor = actorOfUser(user)
  const entries = await store.query({
    collection: 'payOrder',
    containsAny: { field: 'listing.reach', values: [path] },
    order: { field: 'createdAt', descending: false },
    limit: MAX_DIFFERENCES,
  })
  return entries.flatMap(({ document: order }) => {
    const document = {
      areas: [order.area],
      authorId: actor.id,
      datosCiudadano: undefined,
      portalCiudadanoData: undefined,
    }
    if (!can(actor, 'close', { kind: 'pago', document })) return []
    const { id, orderId, formTitle: title = '', currency } = order
    return findDisagreements(order).map(({ kind, amount }) => ({ id, orderId, title, kind, amount, currency }))
  })
}

/** Names of users by id. */
async function readNames(store: Store, ids: readonly ClosingSum['by'][]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))]
  const documents = await store.getMany(wanted.map(keys.user))
  return new Map(
    wanted.flatMap((id) => {
      const user = documents.get(keys.user(id))
      return user === undefined ? [] : [[id, formatCashier(user)]]
    }),
  )
}
