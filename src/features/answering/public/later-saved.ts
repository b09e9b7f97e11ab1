import { later } from '#ui/index.ts'

/** Milliseconds, before a file that could not be had is asked for again. */
const AGAIN = 5_000

/**
 * What became of an answer. Nobody needs it before there is one: it is fetched behind the form that is being filled in, and is here when the answer is saved. Where the line was cut before
 * that, it comes when the line does: the answer is safe without it.
 */
export const LaterSaved = later(async () => {
  for (;;) {
    try {
      return (await import('./public-saved.tsx')).PublicSaved
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN))
    }
  }
})
