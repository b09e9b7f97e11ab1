/**
 * Decides which window edits a form that is open in several windows, which would overwrite each other's journaled edit.
 * The window holding the Web Lock edits, all others are read-only. A window that takes over asks the holder first, so
 * that the holder's changes are stored before they are read:
 * taker                                  holder
 * give-way ───────────────────────────▶  becomes read-only, writes pending changes
 * reads the edit, after      ◀─────────  given
 * stealing the lock
 * A holder that does not reply (asleep, frozen) loses the lock after `TAKE_OVER_WAIT_MS` and writes nothing more.
 */
export type EditOwner =
  /** the owner is not known yet */
  | 'asking'
  | 'here'
  /** another window opened the form first */
  | 'elsewhere'
  /** another window has taken over from this one */
  | 'taken'

export type EditClaimDeps = {
  /** undefined if the browser has no Web Locks; then every window may edit */
  readonly locks: Pick<LockManager, 'request'> | undefined
  readonly openChannel: (name: string) => Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>
  /** milliseconds, the same clock in all windows */
  readonly now: () => number
  readonly timers: {
    readonly set: (run: () => void, milliseconds: number) => unknown
    readonly clear: (timer: unknown) => void
  }
  /** unique id of this window */
  readonly window: string
}

export type EditClaimListener = {
  readonly onOwner: (owner: EditOwner) => void
  /**
   * stops editing. `gracefully`: pending changes are written, as the other window waits. Otherwise nothing is written
   */
  readonly giveUp: (gracefully: boolean) => Promise<void>
}

export type EditClaim = {
  readonly takeOver: () => void
  readonly leave: () => void
}

/** Milliseconds that a taker waits for the holder to write pending changes. */
const TAKE_OVER_WAIT_MS = 3000

type Message = { readonly kind: 'give-way' | 'given'; readonly by: string; readonly until: number }

/** Requests the lock with this name, and reports the owner until `leave`. */
export function claimEdit(name: string, host: EditClaimDeps, { onOwner, giveUp }: EditClaimListener): EditClaim {
  const { locks, now, timers, window } = host
  if (locks === undefined) {
    onOwner('here')
    return { takeOver: () => {}, leave: () => {} }
  }
  let owner: EditOwner = 'asking'
  let hasLeft = false
  let hold: { readonly release: () => void } | null = null
  let waiting: AbortController | null = null
  let taking: unknown = null
  const channel = host.openChannel(name)

  const setStatus = (next: EditOwner): void => {
    if (hasLeft || owner === next) return
    owner = next
    onOwner(next)
  }

  const cancelTakeOver = (): void => {
    if (taking !== null) timers.clear(taking)
    taking = null
  }

  /**
   * Requests the lock and holds it once granted. Calls `refused` if the lock is held elsewhere and `options` say not to
   * wait.
   */
  const ask = async (options: LockOptions, refused: () => void = () => {}): Promise<void> => {
    let mine: typeof hold = null
    const held = async (lock: Lock | null): Promise<void> => {
      if (lock === null) return refused()
      if (hasLeft) return
      waiting = null
      cancelTakeOver()
      const kept = new Promise<void>((release) => (mine = { release }))
      hold = mine
      setStatus('here')
      await kept
    }
    try {
      await locks.request(name, options, held)
    } catch {
      // If the browser refuses locks, every window may edit.
      if (owner === 'asking') setStatus('here')
      // Not stolen if this request was given up while waiting, or was replaced by another request of this window.
      if (hasLeft || mine === null || hold !== mine) return
      hold = null
      if (owner === 'here') {
        setStatus('taken')
        await giveUp(false)
      }
      wait()
    }
  }

  /** Waits until the holder releases the lock, for example by closing. */
  const wait = (): void => {
    if (hasLeft || waiting !== null) return
    waiting = new AbortController()
    void ask({ signal: waiting.signal })
  }

  const steal = (): void => {
    if (taking === null || hasLeft) return
    cancelTakeOver()
    waiting?.abort()
    waiting = null
    // If this window still holds the lock (a taker asked for it and was closed), releases it first. Otherwise stealing
    // would look like a loss to another window.
    hold?.release()
    hold = null
    void ask({ steal: true })
  }

  const releaseClaim = async (by: string, until: number): Promise<void> => {
    if (owner !== 'here') return
    setStatus('taken')
    // After `until` the taker may have read the edit. Pending changes are then dropped.
    await giveUp(now() < until)
    if (!hasLeft) channel.postMessage({ kind: 'given', by, until } satisfies Message)
  }

  channel.addEventListener('message', (event: MessageEvent) => {
    const message = event.data as Partial<Message> | null
    if (hasLeft || typeof message?.by !== 'string') return
    if (message.kind === 'give-way' && message.by !== window) void releaseClaim(message.by, Number(message.until))
    if (message.kind === 'given' && message.by === window) steal()
  })

  void ask({ ifAvailable: true }, () => {
    setStatus('elsewhere')
    wait()
  })

  return {
    takeOver: () => {
      if (hasLeft || taking !== null || owner === 'here') return
      taking = timers.set(steal, TAKE_OVER_WAIT_MS)
      channel.postMessage({ kind: 'give-way', by: window, until: now() + TAKE_OVER_WAIT_MS } satisfies Message)
    },
    leave: () => {
      hasLeft = true
      cancelTakeOver()
      waiting?.abort()
      hold?.release()
      channel.close()
    },
  }
}
