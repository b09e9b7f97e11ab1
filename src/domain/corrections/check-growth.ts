import type { Answer } from '../answers/documents/answer.ts'
import { MAX_CORRECTED_ANSWERS } from '../answers/documents/change-request.ts'
import {
  MAX_ANSWER_VERSIONS,
  MAX_CONFLICTS,
  MAX_FILES_PER_ANSWER,
  MAX_GROWING_CHARACTERS,
  MAX_STATE_HISTORY,
} from '../kernel/limits.ts'
import { ok, refuse, type Result } from '../kernel/result.ts'

/**
 * Checks that the growing lists of an answer stay within its schema and MAX_GROWING_CHARACTERS. Refuses with
 * answer.too-many-changes and answer.too-many-files.
 */
export function checkGrowth(answer: Answer): Result<void> {
  const { version, conflicts, answersWithCorrections, editsBySupervisor, requestsForChanges, estados, files } = answer
  if (files.length > MAX_FILES_PER_ANSWER) return refuse('answer.too-many-files', { limit: MAX_FILES_PER_ANSWER })
  const history = estados?.history ?? []
  const fits =
    Math.max(version, editsBySupervisor.length, requestsForChanges.length) <= MAX_ANSWER_VERSIONS &&
    history.length <= MAX_STATE_HISTORY &&
    conflicts.length <= MAX_CONFLICTS &&
    answersWithCorrections.length <= MAX_CORRECTED_ANSWERS
  return fits && isWithin(listGrowingLists(answer), MAX_GROWING_CHARACTERS)
    ? ok(undefined)
    : refuse('answer.too-many-changes', { limit: MAX_ANSWER_VERSIONS })
}

/** Lists that grow over the life of an answer. */
export function listGrowingLists({
  conflicts,
  answersWithCorrections,
  editsBySupervisor,
  requestsForChanges,
  estados,
  files,
}: Answer): readonly unknown[] {
  return [conflicts, answersWithCorrections, editsBySupervisor, requestsForChanges, estados?.history ?? [], files]
}

/**
 * Checks whether the JSON of a value has about `max` characters at most. Stops early, because a text may be repeated
 * thousands of times.
 */
function isWithin(value: unknown, max: number): boolean {
  const waiting: unknown[] = [value]
  let characters = 0
  while (waiting.length > 0) {
    const next = waiting.pop()
    characters += typeof next === 'string' ? next.length + 3 : 3
    if (characters > max) return false
    if (typeof next !== 'object' || next === null) continue
    for (const [name, member] of Object.entries(next)) {
      if (!Array.isArray(next)) characters += name.length + 3
      waiting.push(member)
    }
  }
  return true
}
