import type { DoorKnowledge, Verdict } from '#domain/tickets/index.ts'
import type { Problem, TemplateId } from '#domain/kernel/index.ts'
import type { Ask } from '#domain/endpoints/index.ts'
import type { DoorCounts, DoorSettings, DoorStore } from '#local/doors/index.ts'

/** What a door's screen shows, replaced as a whole with each change. */
export type DoorState = {
  /** `elsewhere`: another window of this device has this form's door */
  readonly phase: 'opening' | 'open' | 'elsewhere' | 'closed'
  readonly settings: DoorSettings
  readonly event?: DoorKnowledge['event'] | undefined
  /** whether the server answered last time: then it is asked before a verdict */
  readonly isLive: boolean
  /** when the list was whole and new, milliseconds by the server's clock; missing: never, and nothing can be judged */
  readonly asOf?: number | undefined
  /** tickets on the list */
  readonly listed: number
  readonly counts: DoorCounts
  /** scans that the server does not have yet */
  readonly waiting: number
  /** scans that the server did not take */
  readonly dropped: number
  /** the server said so, or the time of the link is over */
  readonly isEnded: boolean
  /** what the server, or this device's storage, refused last */
  readonly problem?: Problem | undefined
}

/** What is shown of a code. */
export type Said =
  /** there is no list yet: nothing can be said of any code */
  | { readonly kind: 'not-ready' }
  | {
      readonly kind: 'said'
      readonly verdict: Verdict
      /** who judged: the server with all that it knows, or this door by its list and by signatures */
      readonly by: 'server' | 'door'
      /** milliseconds by the server's clock: now, and of the list */
      readonly at: number
      readonly asOf: number
      /** its name */
      readonly zone?: string | undefined
      /** false: this device's storage did not take the scan, which is gone with the page */
      readonly isKept: boolean
      /** the same code within three seconds: what was said stands */
      readonly isRepeated?: true
    }

/** What a door stands on; the browser's own in the app (`browserDoor`), stand-ins in tests. */
export type DoorDeps = {
  readonly form: TemplateId
  readonly store: DoorStore
  /** @param secret of the door link; undefined: the account signed in @returns undefined where there is none */
  readonly askAs: (secret: string | undefined) => Ask | undefined
  /** of the link in the address that the door was opened with */
  readonly secret?: string | undefined
  readonly device: () => string
  /** milliseconds, as the device believes */
  readonly clock: () => number
  /** in [0, 1) */
  readonly random: () => number
  readonly subtle: Pick<SubtleCrypto, 'digest' | 'importKey' | 'verify'>
  /** one window at a time has a form's door; undefined where the browser has none */
  readonly locks?: Pick<LockManager, 'request'> | undefined
  /** @returns a function that ends it */
  readonly setTimer: (listener: () => void, milliseconds: number) => () => void
  readonly onLine: (listener: (isOnline: boolean) => void) => () => void
}

export type OpenDoor = {
  state(): DoorState
  /** @returns a function that stops the calls */
  subscribe(listener: () => void): () => void
  /** @param text a code, or a typed number. One after the other; a scan is on the disk before its verdict is shown */
  scan(text: string): Promise<Said>
  set(settings: DoorSettings): Promise<void>
  sendNow(): Promise<void>
  /** Who keeps the door has read that the server did not take some scans: they go. */
  forgetDropped(): Promise<void>
  /** takes the door over from another window */
  takeOver(): void
  close(): void
}
