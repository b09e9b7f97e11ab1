import { contentOf, type Former, type Likeness, likenessOf, type Subject, subjectOf } from '#domain/answering/index.ts'
import type { AnswerId, Instant, TemplateId } from '#domain/kernel/index.ts'
import { formerAnswer, type Local, type OwnAnswer } from '#local/index.ts'

/** A previous answer of this user on this device, and what it has in common with the new answer. */
export type Found = Former & {
  readonly id: AnswerId
  readonly at: Instant
  readonly likeness: Likeness
  readonly subject: Subject
}

/** The user's latest answer about the same citizen and location, else about one of them. @returns null if none */
export async function findFormer(local: Local, form: TemplateId, subject: Subject): Promise<Found | null> {
  const likeness = (own: OwnAnswer): Likeness => likenessOf(subject, aboutWhom(own))
  const found = await formerAnswer(local, form, (own) => {
    const { person, place } = likeness(own)
    if (person && place) return 2
    return person || place ? 1 : 0
  })
  const content = found?.answer === undefined ? found?.submit?.content : contentOf(found.answer)
  if (found === undefined || content === undefined) return null
  const { id, at, template } = found
  return { id, at, template, content, likeness: likeness(found), subject: aboutWhom(found) }
}

function aboutWhom({ submit, answer }: OwnAnswer): Subject {
  return answer === undefined ? (submit?.header ?? {}) : subjectOf(answer)
}
