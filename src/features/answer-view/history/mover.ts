import type { Answer } from '#domain/answers/index.ts'
import type { HistoryEntry } from '#domain/templates/index.ts'
import { formatPerson } from '#ui/index.ts'

/** Who moved the answer to a state. The first entry and older ones have no name: the answer knows its author's. */
export function formatMover({ name, userName }: HistoryEntry, { creadoPor, firstName, lastName }: Answer): string {
  return formatPerson(name ?? (userName === creadoPor ? `${firstName} ${lastName}`.trim() : ''), userName)
}
