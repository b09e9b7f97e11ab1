import type { Problem, Result } from '#domain/kernel/index.ts'

/** Milliseconds from a keystroke to the start of its write. Less than the promised 300, because timers may be late. */
const JOURNAL_DELAY_MS = 200

export type Timers = {
  readonly set: (run: () => void, milliseconds: number) => unknown
  readonly clear: (timer: unknown) => void
}

/** Timers of this window. */
export const WINDOW_TIMERS: Timers = {
  set: (run, milliseconds) => setTimeout(run, milliseconds),
  clear: (timer) => clearTimeout(timer as number),
}

type JournalStatus =
  /** no change yet */
  | { readonly kind: 'idle' }
  | { readonly kind: 'kept' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed'; readonly problem: Problem }

export type JournalWriter = {
  /** records a change, whose write starts within JOURNAL_DELAY_MS */
  readonly touch: () => void
  /** writes pending changes at once; resolves when they are stored or refused */
  readonly flush: () => Promise<void>
  /** starts no further write and waits for the running one, so that a draft saved as an answer does not reappear */
  readonly close: () => Promise<void>
  /** allows writes again, because the answer could not be saved */
  readonly reopen: () => void
  readonly status: () => JournalStatus
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * Creates a journal that writes in the background while the user types. Further keystrokes do not postpone the write
 * (no debouncing). The next change or flush repeats a failed write.
 */
export function createJournal(write: () => Promise<Result<void>>, timers: Timers): JournalWriter {
  let status: JournalStatus = { kind: 'idle' }
  let timer: unknown = null
  let writing: Promise<void> | null = null
  let dirty = false
  let closed = false
  const listeners = new Set<() => void>()

  const setStatus = (next: JournalStatus): void => {
    if (next.kind === status.kind && next.kind !== 'failed') return
    status = next
    for (const listener of listeners) listener()
  }

  const stop = (): void => {
    if (timer !== null) timers.clear(timer)
    timer = null
  }

  const writeOnce = async (): Promise<void> => {
    dirty = false
    const written = await write().catch((error: unknown) => {
      // Reports the failure; otherwise the status would remain "pending".
      dirty = true
      setStatus({ kind: 'failed', problem: { code: 'device.storage-failed' } })
      throw error
    })
    if (!written.ok) {
      dirty = true
      setStatus({ kind: 'failed', problem: written.problem })
    } else if (!dirty) setStatus({ kind: 'kept' })
  }

  const flush = async (): Promise<void> => {
    stop()
    if (writing !== null) await writing
    if (!dirty || closed) return
    writing ??= writeOnce().finally(() => {
      writing = null
    })
    await writing
  }

  const touch = (): void => {
    dirty = true
    if (closed) return
    if (status.kind !== 'failed') setStatus({ kind: 'pending' })
    timer ??= timers.set(() => {
      timer = null
      void flush()
    }, JOURNAL_DELAY_MS)
  }

  return {
    touch,
    flush,
    reopen: () => {
      closed = false
      if (dirty) touch()
    },
    close: async () => {
      closed = true
      stop()
      if (writing !== null) await writing
    },
    status: () => status,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
