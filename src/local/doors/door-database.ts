import { Dexie, type Table } from 'dexie'
import type { StorageOptions } from '#local/index.ts'
import type { DoorKnowledge, DoorSync, Scan } from '#domain/tickets/index.ts'

/** A ticket of the list: hash, zone, state. */
export type ListedRow = DoorKnowledge['tickets'][number]

/** The user's settings for this door. */
export type DoorSettings = {
  /** display name of the place; empty: not entered yet, and the door does not open */
  readonly name: string
  readonly direction: Scan['direction']
  /** zones that this door admits; missing: all */
  readonly zones?: readonly number[] | undefined
  readonly isSilent?: true | undefined
  readonly isCameraOff?: true | undefined
}

/** A door of this device and one form, shared by all users of the device. */
export type DoorRow = {
  readonly form: string
  /** created with this row, so that scan ids stay unique even if other browser storage outlives it */
  readonly device: string
  /** how often numbering was started: scans of different runs never share a number */
  readonly run: number
  /** secret of the door link that opened it; missing: opened by the signed-in account */
  readonly secret?: string | undefined
  /** the previous identity, until the server accepts the link opened last */
  readonly former?: { readonly secret?: string | undefined } | undefined
  readonly settings: DoorSettings
  readonly event?: DoorKnowledge['event'] | undefined
  readonly keys?: DoorKnowledge['keys'] | undefined
  /** cursors of the list and of other doors' scans */
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
 * The tickets of the list whose hash starts with one byte value (1 of 256): a page of the list touches few rows, and
 * opening reads few.
 */
type BucketRow = { readonly form: string; readonly bucket: string; readonly tickets: readonly ListedRow[] }
/** Scans of other doors from one server reply. */
type HeardRow = { readonly n?: number; readonly form: string; readonly scans: readonly Scan[] }
/** A scan of this door, with the door's name at that time. */
export type LocalScan = DoorSync['scans'][number] & { readonly door: string }
/** `isSent`: 0 waiting, 1 accepted by the server, 2 not accepted; a number because IndexedDB cannot index booleans */
export type OwnRow = LocalScan & { readonly form: string; readonly isSent: 0 | 1 | 2 }

export type DoorDatabase = Dexie & {
  readonly doors: Table<DoorRow, string>
  readonly list: Table<BucketRow, [string, string]>
  readonly heard: Table<HeardRow, number>
  readonly own: Table<OwnRow, [string, string]>
}

export function openDoorDatabase(storage: StorageOptions = {}): DoorDatabase {
  const database = new Dexie('relevo-doors', {
    ...storage,
    // A verdict is shown after `complete`, and its scan must be on the disk by then.
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
