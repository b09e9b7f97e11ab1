import { catchStorageFailure, type StorageOptions } from '#local/index.ts'
import type { Result } from '#domain/kernel/index.ts'
import type { DoorData, Scan } from '#domain/tickets/index.ts'
import {
  type DoorRow,
  type DoorSettings,
  type ListedTicketRow,
  openDoorDatabase,
  type OwnScanRow,
  type LocalScan,
} from './door-book.ts'

/** Everything this device knows about a form's door, read once when the door is opened. */
export type StoredDoor = {
  readonly row: DoorRow
  readonly tickets: readonly ListedTicketRow[]
  /** scans of this door and of other doors */
  readonly scans: readonly Scan[]
  /** scans to be sent, oldest first */
  readonly waiting: readonly LocalScan[]
  /** number of scans that the server did not accept */
  readonly dropped: number
}

/** The content of one server reply. */
type DoorReply = Pick<DoorData, 'event' | 'keys' | 'tickets' | 'scans'> & {
  /** secret of the link used for the request; undefined: requested by the signed-in account */
  readonly secret: string | undefined
  /** missing when an earlier reply was not stored, so that the next opening requests that reply again */
  readonly cursors?: Pick<DoorRow, 'listNext' | 'scansNext' | 'asOf'>
  readonly offset: number
}

type Opening = { readonly device: string; readonly secret?: string | undefined }

const NEW_DOOR: Pick<DoorRow, 'run' | 'settings' | 'offset'> = {
  run: 0,
  settings: { name: '', direction: 'entry' },
  offset: 0,
}

/**
 * Returns the row of a door that is being opened. A working door keeps its former identity until the server accepts the
 * new link, because the link may have expired.
 */
export function buildOpenedRow(form: string, knownRow: DoorRow | undefined, { device, secret }: Opening): DoorRow {
  const row = withZones(knownRow ?? { ...NEW_DOOR, form, device })
  if (secret === undefined || secret === row.secret) return row
  const former = row.event === undefined ? undefined : (row.former ?? { secret: row.secret })
  return { ...row, secret, former, isEnded: undefined }
}

/** Treats an empty zone list as all zones, because a door that admits no ticket is useless. */
function withZones(row: DoorRow): DoorRow {
  return row.settings.zones?.length === 0 ? { ...row, settings: { ...row.settings, zones: undefined } } : row
}

/**
 * Doors of this device, by form: ticket list, anonymous scans, and scans to be sent. Every write is one strict
 * transaction. A write that fails changes nothing, and refuses with device.storage-full or device.storage-failed.
 */
export type DoorStore = {
  read(form: string): Promise<Result<StoredDoor | undefined>>
  /**
   * Starts a new run of scan numbers.
   * @param doorOpening device id for a form without a door, and the secret of the link opened now
   */
  begin(form: string, doorOpening: Opening): Promise<Result<DoorRow>>
  set(form: string, settings: DoorSettings): Promise<Result<undefined>>
  /** @param isSent true when the server already has the scan */
  note(form: string, scan: LocalScan, isSent: boolean): Promise<Result<undefined>>
  /** Stores list, scans, cursors and acknowledgements together. */
  receive(form: string, news: DoorReply): Promise<Result<undefined>>
  /**
   * @param dropped scans that the server did not accept: stored until the user has read about them, never sent again
   */
  sent(form: string, ids: readonly string[], dropped: ReadonlySet<string>): Promise<Result<undefined>>
  /** Deletes the scans that the server did not accept. */
  forgetDropped(form: string): Promise<Result<undefined>>
  /** Restores the door's former identity, because the most recently opened link is not valid. */
  goBack(form: string): Promise<Result<undefined>>
  /** Deletes everything except scans that wait or were not accepted, because the link expired or access was removed. */
  end(form: string): Promise<Result<undefined>>
  close(): void
}

export function openDoorStore(storage: StorageOptions = {}): DoorStore {
  const database = openDoorDatabase(storage)
  const { doors, list, heard, own } = database
  const write = <T>(work: () => Promise<T>): Promise<Result<T>> =>
    catchStorageFailure(() => database.transaction('rw', [doors, list, heard, own], async () => work()))

  const change = async (form: string, changes: Partial<DoorRow>): Promise<void> => {
    await doors.update(form, changes)
  }

  return {
    read: (form) =>
      catchStorageFailure(() =>
        database.transaction('r', [doors, list, heard, own], async () => {
          const row = await doors.get(form)
          if (row === undefined) return undefined
          const [buckets, pages, ownRows] = await Promise.all([
            list.where({ form }).toArray(),
            heard.where({ form }).toArray(),
            own.where({ form }).toArray(),
          ])
          const scans = pages.flatMap((page) => page.scans)
          return {
            row,
            tickets: buckets.flatMap(({ tickets }) => tickets),
            scans: [...scans, ...ownRows.map((scan) => toScan(scan, row.device))],
            waiting: ownRows
              .filter(({ isSent }) => isSent === 0)
              .map(toOwnScan)
              .toSorted((a, b) => a.at - b.at),
            dropped: ownRows.filter(({ isSent }) => isSent === 2).length,
          }
        }),
      ),
    begin: (form, doorOpening) =>
      write(async () => {
        const openedRow = buildOpenedRow(form, await doors.get(form), doorOpening)
        const row: DoorRow = { ...openedRow, run: openedRow.run + 1 }
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
        const buckets = [...groupIntoBuckets(tickets)]
        const before = await list.bulkGet(buckets.map(([bucket]): [string, string] => [form, bucket]))
        const merged = buckets.map(([bucket, more], index) => {
          const known = before[index]?.tickets ?? []
          return { form, bucket, tickets: [...new Map([...known, ...more].map((one) => [one[0], one])).values()] }
        })
        await list.bulkPut(merged)
        if (scans.length > 0) await heard.add({ form, scans })
        // A reply with data reopens a door that the server had closed.
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

function groupIntoBuckets(tickets: readonly ListedTicketRow[]): ReadonlyMap<string, readonly ListedTicketRow[]> {
  const buckets = new Map<string, ListedTicketRow[]>()
  for (const ticket of tickets) {
    const bucket = ticket[0].slice(0, 2)
    const known = buckets.get(bucket)
    if (known === undefined) buckets.set(bucket, [ticket])
    else known.push(ticket)
  }
  return buckets
}

function toOwnScan({ form: _, isSent: __, ...scan }: OwnScanRow): LocalScan {
  return scan
}

/** Converts this door's own scan to a `Scan`, the type used for checking tickets. */
export function toScan({ id, ticket, at, direction, door, isAdmitted }: LocalScan, device: string): Scan {
  return { id, ticket, at, direction, device, door, isAdmitted }
}
