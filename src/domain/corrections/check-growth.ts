import type { Answer } from '../answers/documents/answer.ts'
import { MAX_CORRECTED_ANSWERS } from '../answers/documents/change-request.ts'
import {
  MAX_ANSWER_VERSIONS,
  MAX_CONFLICTS,
  MAX_FILES_PER_ANSWER,
  MAX_GROWN_CHARACTERS,
  MAX_STATE_HISTORY,
} from '../kernel/limits.ts'
import { ok, refuse, type Result } from '../kernel/result.ts'

/** What grows on an answer stays within its schema. Refuses answer.too-many-changes and answer.too-many-files. */
export function checkGrowth(answer: Answer): Result<void> {
  const { version, conflicts, answersWithCorrections, editsBySupervisor, requestsForChanges, estados, files } = answer
  if (files.length > MAX_FILES_PER_ANSWER) return refuse('answer.too-many-files', { limit: MAX_FILES_PER_ANSWER })
  const history = estados?.history ?? []
  const fits =
    Math.max(version, editsBySupervisor.length, requestsForChanges.length) <= MAX_ANSWER_VERSIONS &&
    history.length <= MAX_STATE_HISTORY &&
    conflicts.length <= MAX_CONFLICTS &&
    answersWithCorrections.length <= MAX_CORRECTED_ANSWERS
  return fits && isWithin(grownOf(answer), MAX_GROWN_CHARACTERS)
    ? ok(undefined)
    : refuse('answer.too-many-changes', { limit: MAX_ANSWER_VERSIONS })
}

/** What an answer carries beside what was answered. */
export function grownOf({
  conflicts,
  answersWithCorrections,
  editsBySupervisor,
  requestsForChanges,
  estados,
  files,
}: Answer): readonly unknown[] {
  return [conflicts, answersWithCorrections, editsBySupervisor, requestsForChanges, estados?.history ?? [], files]
}

/** Whether a value's JSON has about so many characters at most. Stops there: a text may recur five thousand times. */
function isWithin(value: unknown, most: number): boolean {
  const waiting: unknown[] = [value]
  let characters = 0
  while (waiting.length > 0) {
    const next = waiting.pop()
    characters += typeof next === 'string' ? next.length + 3 : 3
    if (characters > most) return false
    if (typeof next !== 'object' || next === null) continue
    for (const [name, member] of Object.entries(next)) {
      if (!Array.isArray(next)) characters += name.length + 3
      waiting.push(member)
    }
  }
  return true
}
