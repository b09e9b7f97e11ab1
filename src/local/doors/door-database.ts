import { Dexie, type Table } from 'dexie'
import type { StorageOptions } from '#local/index.ts'
import type { DoorKnowledge, DoorSync, Scan } from '#domain/tickets/index.ts'

/** One ticket of the list: hash, zone, state. */
export type ListedRow = DoorKnowledge['tickets'][number]

/** How the user has set this door. */
export type DoorSettings = {
  /** as people know the place; empty: not said yet, and the door does not open */
  readonly name: string
  readonly direction: Scan['direction']
  /** those that it lets in; all, where it names none */
  readonly zones?: readonly number[] | undefined
  readonly isSilent?: true | undefined
  readonly isCameraOff?: true | undefined
}

/** One door of this device: of one form, for everyone who uses the device. */
export type DoorRow = {
  readonly form: string
  /** made with this row, so that no scan id is made twice, even when the browser's other storage lives longer */
  readonly device: string
  /** how often its numbers were begun: scans of different runs never share one */
  readonly run: number
  /** of the door link that opened it; missing: by the account that is signed in */
  readonly secret?: string | undefined
  /** who it was before the link that was opened last, which the server has not answered yet */
  readonly former?: { readonly secret?: string | undefined } | undefined
  readonly settings: DoorSettings
  readonly event?: DoorKnowledge['event'] | undefined
  readonly keys?: DoorKnowledge['keys'] | undefined
  /** where the list and the other doors' scans go on */
  readonly listNext?: string | undefined
  readonly scansNext?: string | undefined
  /** when the list was whole and new, milliseconds by the server's clock; missing: it never was */
  readonly asOf?: number | undefined
  /** server time minus device time, milliseconds */
  readonly offset: number
  /** the server lets this door no further (link ended, right gone): what is left is what waits to be sent */
  readonly isEnded?: true | undefined
}

/** A 256th of the list, by the first byte of the hash: a page of it touches few rows, and opening reads few. */
export type BucketRow = { readonly form: string; readonly bucket: string; readonly tickets: readonly ListedRow[] }
/** Scans of other doors as one reply brought them. */
export type HeardRow = { readonly n?: number; readonly form: string; readonly scans: readonly Scan[] }
/** A scan of this door, under the name that the door had. */
export type OwnScan = DoorSync['scans'][number] & { readonly door: string }
/** `isSent`: 1 once the server has it, 2 where it did not take it; IndexedDB cannot index booleans */
export type OwnRow = OwnScan & { readonly form: string; readonly isSent: 0 | 1 | 2 }

export type DoorDatabase = Dexie & {
  readonly doors: Table<DoorRow, string>
  readonly list: Table<BucketRow, [string, string]>
  readonly heard: Table<HeardRow, number>
  readonly own: Table<OwnRow, [string, string]>
}

export function openDoorDatabase(storage: StorageOptions = {}): DoorDatabase {
  const database = new Dexie('relevo-doors', {
    ...storage,
    // A verdict is shown after `complete`: by then its scan has to be on the disk.
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
