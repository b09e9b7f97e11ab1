import type { DoorDeps } from './door-state.ts'

/** Milliseconds of waiting for the lock after which another window counts as holding the door. */
const TAKEOVER_DELAY_MS = 300
/** Maximum wait for a lock that is stolen from another window, milliseconds. */
const MAX_WAIT_MS = 60_000

type DoorLockOptions = {
  readonly open: () => Promise<void>
  /** called when another window holds the door */
  readonly elsewhere: () => void
  readonly isClosed: () => boolean
}

/**
 * Lets one window at a time open a form's door, so that its data in memory matches the disk. Keeps waiting for the
 * lock, because the other window may be closed or open another form.
 */
export function createDoorLock(
  { locks, form, setTimer }: Pick<DoorDeps, 'locks' | 'form' | 'setTimer'>,
  { open, elsewhere, isClosed }: DoorLockOptions,
) {
  let letGo = (): void => undefined

  function becomeLeader(steal: boolean): void {
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
        // This window released the lock, or another window took it. That window may close later, so waits again.
        if (!isHeld || isClosed()) return
        elsewhere()
        becomeLeader(false)
      })
  }

  return { lead: becomeLeader, letGo: () => letGo() }
}
