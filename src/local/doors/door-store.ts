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
  /** scans that the server did not take */
  readonly dropped: number
}

/** What one reply of the server brings. */
export type DoorNews = Pick<DoorKnowledge, 'event' | 'keys' | 'tickets' | 'scans'> & {
  /** of the link that was answered; undefined: as the account */
  readonly secret: string | undefined
  /** left out where an earlier reply is not on the disk: the next opening asks for that one again */
  readonly cursors?: Pick<DoorRow, 'listNext' | 'scansNext' | 'asOf'>
  readonly offset: number
}

type Opening = { readonly device: string; readonly secret?: string | undefined }

const NEW: Pick<DoorRow, 'run' | 'settings' | 'offset'> = {
  run: 0,
  settings: { name: '', direction: 'entry' },
  offset: 0,
}

/** A door as it is opened now. One that works keeps who it was until the new link is answered: it may be stale. */
export function openedRow(form: string, known: DoorRow | undefined, { device, secret }: Opening): DoorRow {
  const row = withZones(known ?? { ...NEW, form, device })
  if (secret === undefined || secret === row.secret) return row
  const former = row.event === undefined ? undefined : (row.former ?? { secret: row.secret })
  return { ...row, secret, former, isEnded: undefined }
}

/** A door that was saved with no zone at all lets in all of them: one that lets in no one is no door. */
function withZones(row: DoorRow): DoorRow {
  return row.settings.zones?.length === 0 ? { ...row, settings: { ...row.settings, zones: undefined } } : row
}

/**
 * Doors of this device, by form: list and scans without a name, and what waits to be sent. Every write is one strict
 * transaction; it refuses with device.storage-full or device.storage-failed, and then nothing has changed.
 */
export type DoorStore = {
  read(form: string): Promise<Result<KeptDoor | undefined>>
  /** Begins a run of numbers. @param device where the form has no door yet @param secret of the link opened now */
  begin(form: string, given: Opening): Promise<Result<DoorRow>>
  set(form: string, settings: DoorSettings): Promise<Result<undefined>>
  /** @param isSent the server has noted it already */
  note(form: string, scan: OwnScan, isSent: boolean): Promise<Result<undefined>>
  /** List, scans, cursors and what was acknowledged go in together. */
  receive(form: string, news: DoorNews): Promise<Result<undefined>>
  /** @param dropped those the server did not take: kept until the door's keeper has read that, and never sent again */
  sent(form: string, ids: readonly string[], dropped: ReadonlySet<string>): Promise<Result<undefined>>
  /** Scans that the server did not take go. */
  forgetDropped(form: string): Promise<Result<undefined>>
  /** The link that was opened last is no good: the door is who it was before. */
  goBack(form: string): Promise<Result<undefined>>
  /** The link has ended, or the right is gone: everything goes but the scans that wait, or were not taken. */
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
            dropped: mine.filter(({ isSent }) => isSent === 2).length,
          }
        }),
      ),
    begin: (form, given) =>
      write(async () => {
        const opened = openedRow(form, await doors.get(form), given)
        const row: DoorRow = { ...opened, run: opened.run + 1 }
        await doors.put(row)
        return row
      }),
    set: (form, settings) => write(() => change(form, { settings }).then(nothing)),
    note: (form, scan, isSent) => write(() => own.add({ ...scan, form, isSent: isSent ? 1 : 0 }).then(nothing)),
    sent: (form, ids, dropped) =>
      write(async () => {
        const { isEnded } = (await doors.get(form)) ?? {}
        for (const id of ids) {
          if (dropped.has(id)) await own.update([form, id], { isSent: 2 })
          else if (isEnded === true) await own.delete([form, id])
          else await own.update([form, id], { isSent: 1 })
        }
        return undefined
      }),
    forgetDropped: (form) => write(() => own.where({ form, isSent: 2 }).delete().then(nothing)),
    goBack: (form) =>
      write(async () => {
        const { former } = (await doors.get(form)) ?? {}
        if (former !== undefined) await change(form, { secret: former.secret, former: undefined })
        return undefined
      }),
    receive: (form, { tickets, scans, cursors, ...facts }) =>
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
        await change(form, { ...facts, ...cursors, former: undefined, isEnded: undefined })
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
export function scanOf({ id, ticket, at, direction, door, isAdmitted }: OwnScan, device: string): Scan {
  return { id, ticket, at, direction, device, door, isAdmitted }
}
