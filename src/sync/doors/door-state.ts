import type { DoorData, TicketVerdict } from '#domain/tickets/index.ts'
import type { Problem, TemplateId } from '#domain/kernel/index.ts'
import type { RequestSender } from '#domain/endpoints/index.ts'
import type { DoorCounts, DoorSettings, DoorStore } from '#local/doors/index.ts'

/** The state that a door's screen shows, replaced as a whole with each change. */
export type DoorState = {
  /** `elsewhere`: another window of this device has this form's door open */
  readonly phase: 'opening' | 'open' | 'elsewhere' | 'closed'
  readonly settings: DoorSettings
  readonly event?: DoorData['event'] | undefined
  /** whether the server answered the last request: then the door asks the server about each scan */
  readonly isLive: boolean
  /**
   * server time at which the list was last complete and current, milliseconds; missing: never, so no code can be
   * checked
   */
  readonly asOf?: number | undefined
  /** number of tickets on the list */
  readonly listed: number
  readonly counts: DoorCounts
  /** number of scans not sent yet */
  readonly waiting: number
  /** number of scans that the server did not accept */
  readonly dropped: number
  /** the server ended this door, or the link has expired */
  readonly isEnded: boolean
  /** the last refusal by the server or by this device's storage */
  readonly problem?: Problem | undefined
}

/** The result of a scan, as shown on the screen. */
export type ScanResult =
  /** no code can be checked: there is no ticket list yet, or the door's link has expired */
  | { readonly kind: 'not-ready' }
  | {
      readonly kind: 'said'
      readonly verdict: TicketVerdict
      /** `server`: decided by the server with all its data; `door`: decided by this door's list and by signatures */
      readonly by: 'server' | 'door'
      /** server time of the decision, and of the list, milliseconds */
      readonly at: number
      readonly asOf: number
      /** name of the ticket's zone */
      readonly zone?: string | undefined
      /** false: this device's storage refused the scan, which is lost when the page closes */
      readonly isKept: boolean
      /** the same code was scanned again within three seconds: the first result is shown again */
      readonly isRepeated?: true
    }

/** The dependencies of a door: the browser's in the app (`createBrowserDoor`), fakes in tests. */
export type DoorDeps = {
  readonly form: TemplateId
  readonly store: DoorStore
  /**
   * @param secret secret of the door link; undefined: send as the signed-in account
   * @returns undefined if no account is signed in
   */
  readonly askAs: (secret: string | undefined) => RequestSender | undefined
  /** secret of the link in the URL */
  readonly secret?: string | undefined
  readonly device: () => string
  /** device clock, milliseconds */
  readonly clock: () => number
  /** in [0, 1) */
  readonly random: () => number
  readonly subtle: Pick<SubtleCrypto, 'digest' | 'importKey' | 'verify'>
  /** limits a form's door to one window; undefined without Web Locks */
  readonly locks?: Pick<LockManager, 'request'> | undefined
  /** @returns a function that cancels the timer */
  readonly setTimer: (listener: () => void, milliseconds: number) => () => void
  readonly onLine: (listener: (isOnline: boolean) => void) => () => void
}

export type OpenDoor = {
  state(): DoorState
  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void
  /**
   * Checks codes one after another. A scan is stored before its result is returned, unless storage refuses it.
   * @param text a code, or a typed number
   */
  scan(text: string): Promise<ScanResult>
  set(settings: DoorSettings): Promise<void>
  sendNow(): Promise<void>
  /** Deletes the scans that the server did not accept, after the user has read about them. */
  forgetDropped(): Promise<void>
  /** takes the door over from another window */
  takeOver(): void
  close(): void
}
