import { resolveSettings, type Municipality } from '#domain/places/index.ts'
import type { HeldAnswer } from '#domain/answers/index.ts'
import { eraseHeldAnswerUnit } from '#domain/answers/judge/index.ts'
import { municipalityPathSchema, toInstant } from '#domain/kernel/index.ts'
import type { Ports, Store } from '../ports.ts'
import { findFileHoldings } from './erase-deleted.ts'

/** Held answers per query. */
const BATCH_SIZE = 50
/** Maximum queries per municipality and sweep; the next hourly sweep continues. */
const MAX_BATCHES = 20
/** Municipalities per query. */
const MAX_MUNICIPALITIES = 200
const DAY = 24 * 60 * 60 * 1000

/**
 * Erases held answers `deletedAnswersDays` after they were discarded. Until then they can be viewed, and the author's
 * device learns of the decision with a pull. Undecided held answers stay. Accepted held answers are deleted together
 * with the answer that they became.
 * @returns the number of erased answers
 */
export async function eraseDiscardedAnswers({ store, clock }: Pick<Ports, 'store' | 'clock'>): Promise<number> {
  let erased = 0
  for (let offset = 0; ; offset += MAX_MUNICIPALITIES) {
    const places = await store.query({ collection: 'municipios', limit: MAX_MUNICIPALITIES, offset })
    for (const { key, document } of places) erased += await eraseOldDiscarded(store, key, document, clock())
    if (places.length < MAX_MUNICIPALITIES) return erased
  }
}

async function eraseOldDiscarded(store: Store, key: string, place: Municipality, now: number): Promise<number> {
  const days = resolveSettings(place).deletedAnswersDays
  if (days === null) return 0
  const [before, municipality] = [toInstant(now - days * DAY), municipalityPathSchema.parse(key)]
  let erased = 0
  let passed = 0
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const found = await store.query({
      collection: 'held',
      where: { municipality, 'outcome.kind': 'discarded' },
      range: { field: 'at', to: before },
      order: { field: 'at', descending: false },
      limit: BATCH_SIZE,
      offset: passed,
    })
    for (const { document } of found) {
      const isGone = isOver(document, before) && (await eraseDiscardedAnswer(store, document, now))
      if (isGone) erased += 1
      else passed += 1
    }
    if (found.length < BATCH_SIZE) break
  }
  return erased
}

/** Compares the time of the decision; `at`, which the query uses, is when the answer arrived. */
function isOver({ outcome }: HeldAnswer, before: string): boolean {
  return outcome.kind === 'discarded' && outcome.at <= before
}

async function eraseDiscardedAnswer(store: Store, held: HeldAnswer, now: number): Promise<boolean> {
  const files = new Set(held.answer.files.map(({ sha256 }) => sha256))
  const holdings = await findFileHoldings(store, held.id, files)
  return store.commit(eraseHeldAnswerUnit(held, holdings, toInstant(now)))
}
