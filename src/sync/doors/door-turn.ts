import type { DoorDeps } from './door-state.ts'

/** After which another window has the door; milliseconds. */
const SOON = 300
/** So long is waited for a window that was asked to let go; milliseconds. */
const LONGEST = 60_000

type Turn = {
  readonly open: () => Promise<void>
  /** another window has the door */
  readonly elsewhere: () => void
  readonly isClosed: () => boolean
}

/** One window at a time, so that memory is what is on disk. It waits: the other may close, or open another form. */
export function doorTurn(
  { locks, form, setTimer }: Pick<DoorDeps, 'locks' | 'form' | 'setTimer'>,
  { open, elsewhere, isClosed }: Turn,
) {
  let letGo = (): void => undefined

  function lead(steal: boolean): void {
    if (locks === undefined) return void open()
    const queued = new AbortController()
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    let isHeld = false
    const cancel = setTimer(elsewhere, steal ? LONGEST : SOON)
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
        // Let go of by this window itself, or taken by another: that one may be closed again.
        if (!isHeld || isClosed()) return
        elsewhere()
        lead(false)
      })
  }

  return { lead, letGo: () => letGo() }
}
