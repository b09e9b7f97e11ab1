import type { DoorDeps } from './door-state.ts'

/** Delay after which another window counts as having the door, milliseconds. */
const TAKEOVER_DELAY_MS = 300
/** Maximum wait for a window that was asked to release the door, milliseconds. */
const MAX_WAIT_MS = 60_000

type DoorLockOptions = {
  readonly open: () => Promise<void>
  /** another window has the door */
  readonly elsewhere: () => void
  readonly isClosed: () => boolean
}

/**
 * Gives a form's door to one window at a time, so that its memory matches the disk. Keeps waiting, because the other
 * window may close or open another form.
 */
export function createDoorLock(
  { locks, form, setTimer }: Pick<DoorDeps, 'locks' | 'form' | 'setTimer'>,
  { open, elsewhere, isClosed }: DoorLockOptions,
) {
  let letGo = (): void => undefined

  function lead(steal: boolean): void {
    if (locks === undefined) return void open()
    const queued = new AbortController()
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    let isHeld = false
    const cancel = setTimer(elsewhere, steal ? MAX_WAIT_MS : TAKEOVER_DELAY_MS)
    letGo = () => {
      cancel()
      queued.abort()
      release()
    }
    locks
      .request(`relevo-door-${form}`, steal ? { steal } : { signal: queued.signal }, async () => {
        isHeld = true
        cancel()
        await open()
        return held
      })
      .catch(() => {
        // The lock was released by this window or taken by another window, which may close later.
        if (!isHeld || isClosed()) return
        elsewhere()
        lead(false)
      })
  }

  return { lead, letGo: () => letGo() }
}
