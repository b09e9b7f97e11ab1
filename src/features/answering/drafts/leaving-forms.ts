import type { AnswerId } from '#domain/kernel/index.ts'
import type { AnsweringSession } from '../session.ts'

type LeavingForm = { readonly session: AnsweringSession; readonly saved: Promise<void> }

/** Closed forms whose last changes are still being written to their drafts. */
const leaving = new Map<AnswerId, LeavingForm>()

/** @param saved resolves when all changes are in the draft */
export function leaveForm(session: AnsweringSession, saved: Promise<void>): void {
  const left = { session, saved }
  leaving.set(session.answer, left)
  void saved.finally(() => {
    if (leaving.get(session.answer) === left) leaving.delete(session.answer)
  })
}

/**
 * The session of a closed form that is still being written. Reopening the form must reuse it: two sessions would write
 * the same draft.
 */
export function findLeavingSession(answer: AnswerId): AnsweringSession | undefined {
  return leaving.get(answer)?.session
}

/** Resolves when no writes to this draft are pending. */
export async function waitForDraftWrites(answer: AnswerId): Promise<void> {
  await leaving.get(answer)?.saved
}
