import type { Answer } from '#domain/answers/index.ts'
import type { HistoryEntry } from '#domain/templates/index.ts'
import { formatPerson } from '#ui/index.ts'

/** Name of the user who changed the state. Entries without a name use the author's name, if the author is that user. */
export function formatStateChanger(
  { name, userName }: HistoryEntry,
  { creadoPor, firstName, lastName }: Answer,
): string {
  return formatPerson(name ?? (userName === creadoPor ? `${firstName} ${lastName}`.trim() : ''), userName)
}
