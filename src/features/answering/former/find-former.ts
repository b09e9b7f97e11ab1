import {
  decomposeAnswer,
  type EarlierAnswer,
  type Likeness,
  compareSubjects,
  type AnswerSubject,
  toAnswerSubject,
} from '#domain/answering/index.ts'
import type { AnswerId, Instant, TemplateId } from '#domain/kernel/index.ts'
import { findOwnFormerAnswer, type Local, type SubmitOrAnswer } from '#local/index.ts'

/** A previous answer of this user on this device, and what it has in common with the new answer. */
export type FormerMatch = EarlierAnswer & {
  readonly id: AnswerId
  readonly at: Instant
  readonly likeness: Likeness
  readonly subject: AnswerSubject
}

/** The user's latest answer about the same citizen and location, else about one of them. @returns null if none */
export async function findFormerAnswer(
  local: Local,
  form: TemplateId,
  subject: AnswerSubject,
): Promise<FormerMatch | null> {
  const likeness = (own: SubmitOrAnswer): Likeness => compareSubjects(subject, toSubject(own))
  const found = await findOwnFormerAnswer(local, form, (own) => {
    const { person, place } = likeness(own)
    if (person && place) return 2
    return person || place ? 1 : 0
  })
  const content = found?.answer === undefined ? found?.submit?.content : decomposeAnswer(found.answer)
  if (found === undefined || content === undefined) return null
  const { id, at, template } = found
  return { id, at, template, content, likeness: likeness(found), subject: toSubject(found) }
}

function toSubject({ submit, answer }: SubmitOrAnswer): AnswerSubject {
  return answer === undefined ? (submit?.header ?? {}) : toAnswerSubject(answer)
}
