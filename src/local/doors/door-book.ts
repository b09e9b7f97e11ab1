import { Dexie, type Table } from 'dexie'
import { isScanDiscarded, type ListedTicket, type Scan, type DoorData, type DoorSync } from '#domain/tickets/index.ts'
import type { StorageOptions } from '#local/index.ts'

/** The numbers of tickets that have entered and that are inside now, from all scans known to this door. */
export type DoorCounts = { readonly entered: number; readonly inside: number }

/** A door's ticket list and scans in memory, so that checking a ticket does not wait for the database. */
export type DoorRecord = {
  readonly size: number
  readonly counts: DoorCounts
  listed(ticket: string): ListedTicket | undefined
  scansOf(ticket: string): readonly Scan[]
  take(tickets: readonly ListedTicketRow[]): void
  /** Adds scans; ignores known ones. A discarded scan replaces its accepted version, whichever arrives first. */
  hear(scans: readonly Scan[]): void
  forget(): void
}

export function createDoorRecord(): DoorRecord {
  const list = new Map<string, ListedTicket>()
  const scans = new Map<string, readonly Scan[]>()
  const counts = { entered: 0, inside: 0 }

  const count = (thisScans: readonly Scan[], sign: 1 | -1): void => {
    const passed = thisScans.filter(({ isAdmitted }) => isAdmitted).toSorted((a, b) => a.at - b.at)
    if (passed.some(({ direction }) => direction === 'entry')) counts.entered += sign
    if (passed.at(-1)?.direction === 'entry') counts.inside += sign
  }

  return {
    get size() {
      return list.size
    },
    get counts() {
      return { ...counts }
    },
    listed: (ticket) => list.get(ticket),
    scansOf: (ticket) => scans.get(ticket) ?? [],
    take: (tickets) => {
      for (const [hash, zone, state] of tickets) list.set(hash, { zone, state })
    },
    hear: (onReceived) => {
      for (const scan of onReceived) {
        const before = scans.get(scan.ticket) ?? []
        if (before.some((knownScan) => isSame(knownScan, scan))) continue
        const otherScans = isScanDiscarded(scan) ? before.filter((knownScan) => !isSameScan(knownScan, scan)) : before
        const after = [...otherScans, scan]
        count(before, -1)
        count(after, 1)
        scans.set(scan.ticket, after)
      }
    },
    forget: () => {
      list.clear()
      scans.clear()
      Object.assign(counts, { entered: 0, inside: 0 })
    },
  }
}

/**
 * Compares by device and time, because server replies repeat scans. A scan that the server rejected as late differs in
 * `isAdmitted` from the scan that replaces it.
 */
function isSame(a: Scan, b: Scan): boolean {
  if (isScanDiscarded(a) && isSameScan(a, b)) return true
  return isSameTime(a, b) && a.isAdmitted === b.isAdmitted
}

/** Compares by id or by time, because the server corrects the time of a scan whose device clock was fast. */
function isSameScan(a: Scan, b: Scan): boolean {
  return (a.id !== undefined && a.id === b.id) || isSameTime(a, b)
}

function isSameTime(a: Scan, b: Scan): boolean {
  return a.at === b.at && a.device === b.device && a.direction === b.direction
}

/** A ticket of the list, as the server sends it: hash, zone, state. */
export type ListedTicketRow = DoorData['tickets'][number]

/** The user's settings of this door. */
export type DoorSettings = {
  /** display name of the place; empty: not entered yet, and the door does not open */
  readonly name: string
  readonly direction: Scan['direction']
  /** zones that this door admits; missing: all */
  readonly zones?: readonly number[] | undefined
  readonly isSilent?: true | undefined
  readonly isCameraOff?: true | undefined
}

/** A door: one form on this device, shared by all users of the device. */
export type DoorRow = {
  readonly form: string
  /** created with this row, so that scan ids stay unique even if other browser storage is kept longer than this row */
  readonly device: string
  /** how often numbering was restarted; part of scan ids, so that numbers of different runs do not collide */
  readonly run: number
  /** secret of the door link with which it was opened; missing: the signed-in account opened it */
  readonly secret?: string | undefined
  /** the previous identity, kept until the server accepts the most recently opened link */
  readonly former?: { readonly secret?: string | undefined } | undefined
  readonly settings: DoorSettings
  readonly event?: DoorData['event'] | undefined
  readonly keys?: DoorData['keys'] | undefined
  /** cursors of the ticket list and of other doors' scans */
  readonly listNext?: string | undefined
  readonly scansNext?: string | undefined
  /** server time at which the list was last complete and current, milliseconds; missing: never */
  readonly asOf?: number | undefined
  /** server time minus device time, milliseconds */
  readonly offset: number
  /** the server no longer serves this door (link expired, access removed): only scans that wait to be sent remain */
  readonly isEnded?: true | undefined
}

/**
 * The listed tickets whose hash starts with one byte value (256 buckets): storing a page of the list writes few rows,
 * and opening the door reads few.
 */
type BucketRow = { readonly form: string; readonly bucket: string; readonly tickets: readonly ListedTicketRow[] }
/** Scans of other doors from one server reply. */
type OtherScansRow = { readonly n?: number; readonly form: string; readonly scans: readonly Scan[] }
/** A scan of this door, with the door's name at that time. */
export type LocalScan = DoorSync['scans'][number] & { readonly door: string }
/**
 * A scan of this door. `isSent`: 0 waiting, 1 accepted by the server, 2 not accepted (a number: IndexedDB cannot index
 * booleans)
 */
export type OwnScanRow = LocalScan & { readonly form: string; readonly isSent: 0 | 1 | 2 }

type DoorDatabase = Dexie & {
  readonly doors: Table<DoorRow, string>
  readonly list: Table<BucketRow, [string, string]>
  readonly heard: Table<OtherScansRow, number>
  readonly own: Table<OwnScanRow, [string, string]>
}

export function openDoorDatabase(storage: StorageOptions = {}): DoorDatabase {
  const database = new Dexie('relevo-doors', {
    ...storage,
    // The result of a check is shown after `complete`, and its scan must be on the disk by then.
    chromeTransactionDurability: 'strict',
    cache: 'disabled',
  }) as DoorDatabase
  database.version(1).stores({
    doors: '&form',
    list: '&[form+bucket], form',
    heard: '++n, form',
    own: '&[form+id], form, [form+isSent]',
  })
  return database
}
