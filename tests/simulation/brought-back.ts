import { isDeepStrictEqual } from 'node:util'
import type { SubmitMutation } from '#domain/answering/index.ts'
import type { HeldAnswer } from '#domain/answers/index.ts'
import type { Write } from '#domain/store/index.ts'
import type { Mutation } from '#domain/sync/index.ts'

/** Compares without the codes that a device adds when it sends an answer again to a restored server. */
export function isAsSaved(mutation: Mutation, submit: SubmitMutation): boolean {
  if (mutation.kind !== 'answer.submit') return false
  const { returned: _, ...saved } = mutation
  return isDeepStrictEqual(saved, submit)
}

/** Records deleted and discarded answers outside the store, because a restored backup does not undo them. */
export function recordEnded() {
  const ended = new Set<string>()
  const noteOne = (write: Write): void => {
    const [collection, id = ''] = write.key.split('/')
    if (collection === 'respuestas_formularios') {
      if (write.kind === 'set') ended.delete(id)
      else ended.add(id)
    }
    if (collection === 'held' && write.kind === 'set' && (write.document as HeldAnswer).outcome.kind === 'discarded')
      ended.add(id)
  }
  return { has: (id: string) => ended.has(id), note: (writes: readonly Write[]) => writes.forEach(noteOne) }
}
