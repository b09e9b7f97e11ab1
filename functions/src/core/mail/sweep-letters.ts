import { forgottenLettersUnit } from '#domain/judgement/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import type { JobKind } from '#domain/sync/index.ts'
import type { Ports } from '../ports.ts'

/** Jobs that hold an address, and what is written to it. */
const LETTERS: readonly JobKind[] = ['mail.send', 'copy.send']
/** A letter that nobody could send for so long is sent to nobody: who administers has seen it at /supervision/tareas. Milliseconds. */
export const LETTER_LIFE = 30 * 24 * 60 * 60 * 1000
const AT_ONCE = 200
const MOST_COMMITS = 100

/** Removes letters that were given up, or that wait for a mail server that is not connected any more, a month later: people's addresses are not kept for nothing. @returns how many went */
export async function sweepLetters({ store, clock }: Pick<Ports, 'store' | 'clock'>): Promise<number> {
  const before = toInstant(clock() - LETTER_LIFE)
  let swept = 0
  for (const kind of LETTERS) {
    for (const state of ['dead', 'waiting'] as const) {
      for (let commit = 0; commit < MOST_COMMITS; commit += 1) {
        const entries = await store.query({
          collection: 'jobs',
          where: { state, kind },
          range: { field: 'dueAt', to: before },
          order: { field: 'dueAt', descending: false },
          limit: AT_ONCE,
        })
        const keys = entries.map(({ key }) => key)
        if (keys.length > 0) swept += await store.commit(forgottenLettersUnit(keys, before))
        if (keys.length < AT_ONCE) break
      }
    }
  }
  return swept
}
