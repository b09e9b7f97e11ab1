import { ok, type Result } from '#domain/kernel/index.ts'

/** Photos, documents and signatures on their way from a person's hand to the device and into the form. */
export type Captures = {
  /** follows one, from the moment that the person has let go of it; gives back what it came to */
  readonly follow: (capture: Promise<Result<void>>) => Promise<Result<void>>
  /** when none is under way: ok, or the first problem of those that were waited for */
  readonly settled: () => Promise<Result<void>>
}

/** Saving waits for a signature that was just drawn: hashing and storing take a moment. */
export function createCaptures(): Captures {
  const underWay = new Set<Promise<Result<void>>>()
  return {
    follow: async (capture) => {
      underWay.add(capture)
      try {
        return await capture
      } finally {
        underWay.delete(capture)
      }
    },
    settled: async () => {
      let outcome: Result<void> = ok(undefined)
      // While some are waited for, others may begin.
      while (underWay.size > 0) {
        const results = await Promise.allSettled(underWay)
        for (const result of results) {
          if (outcome.ok) outcome = result.status === 'fulfilled' ? result.value : UNREADABLE
        }
      }
      return outcome
    },
  }
}

const UNREADABLE: Result<void> = { ok: false, problem: { code: 'file.unreadable' } }
