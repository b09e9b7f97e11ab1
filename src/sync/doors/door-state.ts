import type { DoorKnowledge, Verdict } from '#domain/tickets/index.ts'
import type { Problem, TemplateId } from '#domain/kernel/index.ts'
import type { RequestSender } from '#domain/endpoints/index.ts'
import type { DoorCounts, DoorSettings, DoorStore } from '#local/doors/index.ts'

/** The state that a door's screen shows, replaced as a whole with each change. */
export type DoorState = {
  /** `elsewhere`: another window of this device has this form's door open */
  readonly phase: 'opening' | 'open' | 'elsewhere' | 'closed'
  readonly settings: DoorSettings
  readonly event?: DoorKnowledge['event'] | undefined
  /** whether the last request was answered: then the server is asked before a verdict */
  readonly isLive: boolean
  /**
   * server time at which the list was last complete and current, milliseconds; missing: never, so nothing can be judged
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

/** The result of a scan, as shown. */
export type ScanResult =
  /** no list yet: no code can be judged */
  | { readonly kind: 'not-ready' }
  | {
      readonly kind: 'said'
      readonly verdict: Verdict
      /** server: with everything it knows; door: by its list and by signatures */
      readonly by: 'server' | 'door'
      /** server time of the verdict and of the list, milliseconds */
      readonly at: number
      readonly asOf: number
      /** name of the ticket's zone */
      readonly zone?: string | undefined
      /** false: this device's storage refused the scan, which is lost when the page closes */
      readonly isKept: boolean
      /** the same code within three seconds: the first result is shown again */
      readonly isRepeated?: true
    }

/** The dependencies of a door: the browser's in the app (`browserDoor`), stand-ins in tests. */
export type DoorDeps = {
  readonly form: TemplateId
  readonly store: DoorStore
  /**
   * @param secret secret of the door link; undefined: the signed-in account
   * @returns undefined if there is no signed-in account to send as
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
  /** locks a form's door to one window; undefined without Web Locks */
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
   * Judges codes one after another; a scan is on the disk before its verdict is shown.
   * @param text a code, or a typed number
   */
  scan(text: string): Promise<ScanResult>
  set(settings: DoorSettings): Promise<void>
  sendNow(): Promise<void>
  /** Deletes the scans that the server did not accept, once the user has read about them. */
  forgetDropped(): Promise<void>
  /** takes the door over from another window */
  takeOver(): void
  close(): void
}
