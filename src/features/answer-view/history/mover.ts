import type { Answer } from '#domain/answers/index.ts'
import type { AnswerStates, HistoryEntry, State } from '#domain/templates/index.ts'
import { formatPerson } from '#ui/index.ts'

/** The state of a history entry, with its translations. Only id and name if it was renamed or removed since. */
export function findEntryState(
  states: AnswerStates | undefined,
  { stateId, stateName }: Pick<HistoryEntry, 'stateId' | 'stateName'>,
): Pick<State, 'id' | 'nombre' | 'color'> {
  const state = states?.disponibles.find(({ id, nombre }) => id === stateId && nombre === stateName)
  return state ?? { id: stateId, nombre: stateName }
}

/** Name of the user who changed the state. Entries without a name use the author's name, if the author is that user. */
export function formatStateChanger(
  { name, userName }: HistoryEntry,
  { creadoPor, firstName, lastName }: Answer,
): string {
  return formatPerson(name ?? (userName === creadoPor ? `${firstName} ${lastName}`.trim() : ''), userName)
}
