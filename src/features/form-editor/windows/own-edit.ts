/**
 * Which window edits a form, when one user has it open in several: two would journal into one edit, and the last
 * keystroke of either would win. The holder of the browser's lock edits; all others look on. A window that takes over
 * asks first, so that what was typed in the other is on the device before it reads it:
 *
 *     taker                                  holder
 *     give-way ───────────────────────────▶  looks on at once, writes what is pending
 *     reads the edit, after      ◀─────────  given
 *     stealing the lock
 *
 * A holder that does not answer (asleep, frozen) loses the lock after `PATIENCE_MS`, and from then on writes nothing.
 */
export type Owner =
  /** not known yet */
  | 'asking'
  | 'here'
  /** another window had it first */
  | 'elsewhere'
  /** another window has taken it over from this one */
  | 'taken'

export type OwnHost = {
  /** undefined: the browser has none, and nothing is claimed */
  readonly locks: Pick<LockManager, 'request'> | undefined
  readonly openChannel: (name: string) => Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>
  /** milliseconds, the same in all windows */
  readonly now: () => number
  readonly timers: {
    readonly set: (run: () => void, milliseconds: number) => unknown
    readonly clear: (timer: unknown) => void
  }
  /** of this window, unlike any other */
  readonly window: string
}

export type OwnListener = {
  readonly onOwner: (owner: Owner) => void
  /** this window stops editing. `gracefully`: another waits until what is pending is written; else write nothing */
  readonly giveUp: (gracefully: boolean) => Promise<void>
}

export type OwnEdit = {
  readonly takeOver: () => void
  readonly leave: () => void
}

/** How long a taker waits for the holder to write what is pending. */
export const PATIENCE_MS = 3000

type Message = { readonly kind: 'give-way' | 'given'; readonly by: string; readonly until: number }

/** Asks for the edit of this name, and follows who has it until `leave`. */
export function ownEdit(name: string, host: OwnHost, { onOwner, giveUp }: OwnListener): OwnEdit {
  const { locks, now, timers, window } = host
  if (locks === undefined) {
    onOwner('here')
    return { takeOver: () => {}, leave: () => {} }
  }
  let owner: Owner = 'asking'
  let left = false
  let hold: { readonly release: () => void } | null = null
  let waiting: AbortController | null = null
  let taking: unknown = null
  const channel = host.openChannel(name)

  const become = (next: Owner): void => {
    if (left || owner === next) return
    owner = next
    onOwner(next)
  }

  const stopTaking = (): void => {
    if (taking !== null) timers.clear(taking)
    taking = null
  }

  /** Asks for the lock, and holds it once granted. `refused`: it is not free, and this request was not to wait. */
  const ask = async (options: LockOptions, refused: () => void = () => {}): Promise<void> => {
    let mine: typeof hold = null
    const held = async (lock: Lock | null): Promise<void> => {
      if (lock === null) return refused()
      if (left) return
      waiting = null
      stopTaking()
      const kept = new Promise<void>((release) => (mine = { release }))
      hold = mine
      become('here')
      await kept
    }
    try {
      await locks.request(name, options, held)
    } catch {
      // A browser that has locks and refuses them: nothing is claimed, and no one is kept from working.
      if (owner === 'asking') become('here')
      // Given up while it waited, or replaced by another request of this window: nothing was lost.
      if (left || mine === null || hold !== mine) return
      hold = null
      if (owner === 'here') {
        become('taken')
        await giveUp(false)
      }
      wait()
    }
  }

  /** Stands in line; a window that closes leaves it to the next. */
  const wait = (): void => {
    if (left || waiting !== null) return
    waiting = new AbortController()
    void ask({ signal: waiting.signal })
  }

  const steal = (): void => {
    if (taking === null || left) return
    stopTaking()
    waiting?.abort()
    waiting = null
    // The lock may be this window's own, after another asked for it and went: unless given back, it looks stolen.
    hold?.release()
    hold = null
    void ask({ steal: true })
  }

  const giveWay = async (by: string, until: number): Promise<void> => {
    if (owner !== 'here') return
    become('taken')
    // Too late: the other did not wait any longer and reads, or has read.
    await giveUp(now() < until)
    if (!left) channel.postMessage({ kind: 'given', by, until } satisfies Message)
  }

  channel.addEventListener('message', (event: MessageEvent) => {
    const said = event.data as Partial<Message> | null
    if (left || typeof said?.by !== 'string') return
    if (said.kind === 'give-way' && said.by !== window) void giveWay(said.by, Number(said.until))
    if (said.kind === 'given' && said.by === window) steal()
  })

  void ask({ ifAvailable: true }, () => {
    become('elsewhere')
    wait()
  })

  return {
    takeOver: () => {
      if (left || taking !== null || owner === 'here') return
      taking = timers.set(steal, PATIENCE_MS)
      channel.postMessage({ kind: 'give-way', by: window, until: now() + PATIENCE_MS } satisfies Message)
    },
    leave: () => {
      left = true
      stopTaking()
      waiting?.abort()
      hold?.release()
      channel.close()
    },
  }
}
