import { storing, type StorageOptions } from '#local/index.ts'
import type { Result } from '#domain/kernel/index.ts'
import type { DoorKnowledge, Scan } from '#domain/tickets/index.ts'
import {
  type DoorRow,
  type DoorSettings,
  type ListedRow,
  openDoorDatabase,
  type OwnRow,
  type OwnScan,
} from './door-database.ts'

/** All that this device knows of a form's door: read once, when it is opened. */
export type KeptDoor = {
  readonly row: DoorRow
  readonly tickets: readonly ListedRow[]
  /** of other doors, and of this one */
  readonly scans: readonly Scan[]
  /** oldest first */
  readonly waiting: readonly OwnScan[]
}

/** What one reply of the server brings. */
export type DoorNews = Pick<DoorKnowledge, 'event' | 'keys' | 'tickets' | 'listNext' | 'scans' | 'scansNext'> & {
  readonly asOf?: number | undefined
  readonly offset: number
}

const NEW: Pick<DoorRow, 'run' | 'settings' | 'offset'> = {
  run: 0,
  settings: { name: '', direction: 'entry' },
  offset: 0,
}

/**
 * Doors of this device, each by its form: list and scans without a name, and what waits to be sent. Every write is one strict transaction; it refuses with
 * device.storage-full or device.storage-failed, and then nothing has changed.
 */
export type DoorStore = {
  read(form: string): Promise<Result<KeptDoor | undefined>>
  /** Begins a run of numbers. @param device used when the form has no door here yet. @param secret of the link that was opened now */
  begin(
    form: string,
    given: { readonly device: string; readonly secret?: string | undefined },
  ): Promise<Result<DoorRow>>
  set(form: string, settings: DoorSettings): Promise<Result<undefined>>
  /** @param isSent the server has noted it already */
  note(form: string, scan: OwnScan, isSent: boolean): Promise<Result<undefined>>
  /** List, scans, cursors and what was acknowledged go in together. */
  receive(form: string, news: DoorNews): Promise<Result<undefined>>
  sent(form: string, ids: readonly string[]): Promise<Result<undefined>>
  /** The link has ended, or the right is gone: everything goes but the scans that wait. */
  end(form: string): Promise<Result<undefined>>
  close(): void
}

export function openDoorStore(storage: StorageOptions = {}): DoorStore {
  const database = openDoorDatabase(storage)
  const { doors, list, heard, own } = database
  const write = <T>(work: () => Promise<T>): Promise<Result<T>> =>
    storing(() => database.transaction('rw', [doors, list, heard, own], async () => work()))

  const change = async (form: string, changes: Partial<DoorRow>): Promise<void> => {
    await doors.update(form, changes)
  }

  return {
    read: (form) =>
      storing(() =>
        database.transaction('r', [doors, list, heard, own], async () => {
          const row = await doors.get(form)
          if (row === undefined) return undefined
          const [buckets, pages, mine] = await Promise.all([
            list.where({ form }).toArray(),
            heard.where({ form }).toArray(),
            own.where({ form }).toArray(),
          ])
          const scans = pages.flatMap((page) => page.scans)
          return {
            row,
            tickets: buckets.flatMap(({ tickets }) => tickets),
            scans: [...scans, ...mine.map((scan) => scanOf(scan, row.device))],
            waiting: mine
              .filter(({ isSent }) => isSent === 0)
              .map(ownOf)
              .toSorted((a, b) => a.at - b.at),
          }
        }),
      ),
    begin: (form, { device, secret }) =>
      write(async () => {
        const known: DoorRow = (await doors.get(form)) ?? { ...NEW, form, device }
        const row: DoorRow = { ...known, ...(secret === undefined ? {} : { secret }), run: known.run + 1 }
        await doors.put(row)
        return row
      }),
    set: (form, settings) => write(() => change(form, { settings }).then(nothing)),
    note: (form, scan, isSent) => write(() => own.add({ ...scan, form, isSent: isSent ? 1 : 0 }).then(nothing)),
    sent: (form, ids) =>
      write(async () => {
        const { isEnded } = (await doors.get(form)) ?? {}
        const keys = ids.map((id): [string, string] => [form, id])
        if (isEnded === true) await own.bulkDelete(keys)
        else for (const key of keys) await own.update(key, { isSent: 1 })
        return undefined
      }),
    receive: (form, { tickets, scans, ...facts }) =>
      write(async () => {
        const buckets = [...inBuckets(tickets)]
        const before = await list.bulkGet(buckets.map(([bucket]): [string, string] => [form, bucket]))
        const merged = buckets.map(([bucket, more], index) => {
          const known = before[index]?.tickets ?? []
          return { form, bucket, tickets: [...new Map([...known, ...more].map((one) => [one[0], one])).values()] }
        })
        await list.bulkPut(merged)
        if (scans.length > 0) await heard.add({ form, scans })
        // What the server serves is open again, whatever it said before.
        await change(form, { ...facts, isEnded: undefined })
        return undefined
      }),
    end: (form) =>
      write(async () => {
        const row = await doors.get(form)
        if (row === undefined) return undefined
        const { device, run, secret, settings, offset } = row
        await Promise.all([
          list.where({ form }).delete(),
          heard.where({ form }).delete(),
          own.where({ form, isSent: 1 }).delete(),
          doors.put({ form, device, run, secret, settings, offset, isEnded: true }),
        ])
        return undefined
      }),
    close: () => database.close(),
  }
}

const nothing = (): undefined => undefined

function inBuckets(tickets: readonly ListedRow[]): ReadonlyMap<string, readonly ListedRow[]> {
  const buckets = new Map<string, ListedRow[]>()
  for (const ticket of tickets) {
    const bucket = ticket[0].slice(0, 2)
    const known = buckets.get(bucket)
    if (known === undefined) buckets.set(bucket, [ticket])
    else known.push(ticket)
  }
  return buckets
}

function ownOf({ form: _, isSent: __, ...scan }: OwnRow): OwnScan {
  return scan
}

/** One of this door's own, as a judge knows scans. */
export function scanOf({ ticket, at, direction, door, isAdmitted }: OwnScan, device: string): Scan {
  return { ticket, at, direction, device, door, isAdmitted }
}
