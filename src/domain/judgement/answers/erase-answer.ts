import type { DeletedAnswer, Holding } from '../../documents/index.ts'
import type { Instant } from '../../kernel/instant.ts'
import { keys, type Key, remove, set, type Unit, type Write } from '../../store/index.ts'
import { isPast } from './deleted-answer.ts'

/**
 * Erases an answer whose time to be brought back is over: its versions, what was held of it, and its claim on files. One commit, so that it is whole or gone. A file that it was the last to name ends
 * in that moment, as one that no answer has named; its bytes go with the sweep of those. Receipts stay, so that a mutation that comes again makes nothing anew, and the log.
 *
 * Looked at again inside: one that was brought back meanwhile, or deleted anew, stays.
 * @param deleted as it was found
 * @param holdings of the files that one of its versions names, whoever holds them
 * @returns whether it was erased
 */
export function eraseUnit(deleted: DeletedAnswer, holdings: readonly Key<Holding>[], now: Instant): Unit<boolean> {
  const { id, version } = deleted
  return {
    keysFor: () => [keys.deletedAnswer(id), keys.answer(id), keys.held(id), ...holdings],
    decide: (found) => {
      const current = found.get(keys.deletedAnswer(id))
      if (current === undefined || current.at !== deleted.at || !isPast(current, now))
        return { result: false, writes: [] }
      const isThere = found.get(keys.answer(id)) !== undefined
      // Somebody has handed in another answer under its id: what is kept is that one's by now.
      if (isThere) return { result: false, writes: [remove(keys.deletedAnswer(id))] }
      const versions = Array.from({ length: version }, (_, index) => remove(keys.answerVersion(id, index + 1)))
      const held = found.get(keys.held(id)) === undefined ? [] : [remove(keys.held(id))]
      const files = holdings.flatMap((key): readonly Write[] => {
        const holding = found.get(key)
        return holding?.namedBy?.includes(id) === true ? [set(key, letGo(holding, id, now))] : []
      })
      return { result: true, writes: [...versions, ...held, ...files, remove(keys.deletedAnswer(id))] }
    },
  }
}

function letGo({ namedBy = [], ...rest }: Holding, answer: DeletedAnswer['id'], now: Instant): Holding {
  const others = namedBy.filter((one) => one !== answer)
  return others.length > 0 ? { ...rest, namedBy: others } : { ...rest, expiresAt: now }
}
