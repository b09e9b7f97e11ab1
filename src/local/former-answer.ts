import type { SubmitMutation } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { AnswerId, Instant, TemplateId } from '#domain/kernel/index.ts'
import type { AnswerRow } from './database.ts'
import { runRead, type Local } from './local.ts'

/** This device's data of the account's own answer: as submitted, as on the server, or both. */
export type SubmitOrAnswer = { readonly submit?: SubmitMutation; readonly answer?: Answer }
/** An answer of the account with the form version that it was filled in with. */
export type FormerAnswer = SubmitOrAnswer & {
  readonly id: AnswerId
  readonly at: Instant
  readonly template: FormTemplate
}

/** Maximum answers examined, newest first. Reading more would take noticeably long on a slow tablet. */
const MAX_EXAMINED_ANSWERS = 500

/**
 * Returns the account's best-fitting answer to a form; the newest if several fit equally. Considers only the account's
 * answers that are stored in full on this device, unsent or received.
 * @param fits 0: no fit; 2: best possible fit
 * @returns undefined if no answer fits, or if the form version of the best answer is not on this device
 */
export function findOwnFormerAnswer(
  local: Local,
  template: TemplateId,
  fits: (ownAnswer: SubmitOrAnswer) => 0 | 1 | 2,
): Promise<FormerAnswer | undefined> {
  return runRead(local, ['answers', 'templates'], async (database) => {
    let best: AnswerRow | undefined
    let max = 0
    await database.answers
      .where('[template+at]')
      .between([template, ''], [template, '\uffff'])
      .reverse()
      .limit(MAX_EXAMINED_ANSWERS)
      .until(() => max === 2)
      .each((row) => {
        const now = isOwn(local, row) ? fits(row) : 0
        if (now > max) [best, max] = [row, now]
      })
    if (best === undefined) return undefined
    const { id, at, version, submit, answer } = best
    const answeredTemplate = (await database.templates.get([template, version]))?.template
    return (
      answeredTemplate && { id, at, template: answeredTemplate, ...(submit && { submit }), ...(answer && { answer }) }
    )
  })
}

function isOwn({ account }: Local, { submit, answer }: AnswerRow): boolean {
  return (answer?.authorId ?? submit?.author) === account
}
