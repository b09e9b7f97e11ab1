import { isDeepStrictEqual } from 'node:util'
import type { Answer } from '#domain/answers/index.ts'
import type { AnswerChange } from '#domain/sync/index.ts'

type Based = Pick<AnswerChange, 'base' | 'baseAt'>

/**
 * Checks whether the author of a change had this version on screen. The number alone is not enough after a restored
 * backup. All apps of these worlds name the time as well, except those from before row ids, which are used only in
 * worlds without backups.
 */
export function isOnScreen({ base, baseAt }: Based, { version, lastUpdate }: Answer): boolean {
  return base === version && (baseAt ?? lastUpdate) === lastUpdate
}

/** Finds the version that the author of a change had on screen; undefined if the app named no time. */
export function screenOf({ base, baseAt }: Based, versions: readonly Answer[]): Answer | undefined {
  return versions.find((one) => one.version === base && one.lastUpdate === baseAt)
}

/** The requests for changes of an answer as written by staff, without the record of sent messages. */
export function writtenRequests({ requestsForChanges }: Answer): readonly object[] {
  return requestsForChanges.map(({ messageSent: _, ...request }) => request)
}

/** Checks whether a screen showed everything that users have written on the answer. */
export function isShownOn(screen: Answer, answer: Answer): boolean {
  const writtenOn = (one: Answer) =>
    [one.secciones, one.estados, writtenRequests(one), one.editsBySupervisor, one.conflicts] as const
  return isDeepStrictEqual(writtenOn(screen), writtenOn(answer))
}
