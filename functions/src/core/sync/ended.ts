import type { AnswerId } from '#domain/kernel/index.ts'
import { keys, type FoundDocuments, type Unit } from '#domain/store/index.ts'
import type { Mutation, PushResult } from '#domain/sync/index.ts'
import type { Ports } from '../ports.ts'

/**
 * True if an answer was deleted but this store has no record of it: the deletion was lost with a restored backup, or
 * the answer was erased. A deletion that the store knows is judged by `decideSubmission`.
 */
export function isDeletionLost({ isEnded }: Pick<Ports, 'isEnded'>, answer: AnswerId, found: FoundDocuments): boolean {
  return (
    isEnded?.(answer) === true &&
    found.get(keys.answer(answer)) === undefined &&
    found.get(keys.deletedAnswer(answer)) === undefined
  )
}

/** Rejects the submission of an answer that was deleted since, instead of storing it again. */
export function rejectDeletedAnswer(
  ports: Pick<Ports, 'isEnded'>,
  mutation: Mutation,
  unit: Unit<PushResult>,
): Unit<PushResult> {
  const { id, answer, kind } = mutation
  if (kind !== 'answer.submit' || ports.isEnded?.(answer) !== true) return unit
  return {
    keysFor: unit.keysFor,
    decide: (documents) => {
      const decision = unit.decide(documents)
      if (decision.writes.length === 0 || !isDeletionLost(ports, answer, documents)) return decision
      return { result: { id, status: 'rejected', problem: { code: 'answer.deleted-since' } }, writes: [] }
    },
  }
}
