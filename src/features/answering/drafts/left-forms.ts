import type { AnswerId } from '#domain/kernel/index.ts'
import type { AnsweringSession } from '../session.ts'

type Left = { readonly session: AnsweringSession; readonly kept: Promise<void> }

/** Forms of this page that were left while something was on its way into their draft. */
const leaving = new Map<AnswerId, Left>()

/** @param kept resolves when all of it is in the draft */
export function leaveForm(session: AnsweringSession, kept: Promise<void>): void {
  const left = { session, kept }
  leaving.set(session.answer, left)
  void kept.finally(() => {
    if (leaving.get(session.answer) === left) leaving.delete(session.answer)
  })
}

/** A user who comes back before all is in the draft goes on in the form itself: two forms would write the one draft. */
export function formBeingLeft(answer: AnswerId): AnsweringSession | undefined {
  return leaving.get(answer)?.session
}

/** Resolves when nothing is on its way into this draft any more. */
export async function draftAtRest(answer: AnswerId): Promise<void> {
  await leaving.get(answer)?.kept
}
