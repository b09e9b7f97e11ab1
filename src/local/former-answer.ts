import type { Submit } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { AnswerId, Instant, TemplateId } from '#domain/kernel/index.ts'
import type { AnswerRow } from './database.ts'
import { reading, type Local } from './local.ts'

/** What is here of an own answer: as it was saved, as the server has it, or both. */
export type OwnAnswer = { readonly submit?: Submit; readonly answer?: Answer }
/** With the version of the form that it was given to. */
export type FormerAnswer = OwnAnswer & {
  readonly id: AnswerId
  readonly at: Instant
  readonly template: FormTemplate
}

/** So many are looked at, the youngest first: reading more takes a weak tablet longer than a person's next tap. */
const MOST = 500

/**
 * This account's answer to a form that fits best, of several the youngest. Only what is here whole counts, unsent or
 * received; answers of others that are here to be worked on do not.
 * @param fits 0: not at all; 2: as well as any can
 * @returns undefined also when the version that it was given to is not here
 */
export function formerAnswer(
  local: Local,
  template: TemplateId,
  fits: (own: OwnAnswer) => 0 | 1 | 2,
): Promise<FormerAnswer | undefined> {
  return reading(local, ['answers', 'templates'], async (database) => {
    let best: AnswerRow | undefined
    let most = 0
    await database.answers
      .where('[template+at]')
      .between([template, ''], [template, '\uffff'])
      .reverse()
      .limit(MOST)
      .until(() => most === 2)
      .each((row) => {
        const now = isOwn(local, row) ? fits(row) : 0
        if (now > most) [best, most] = [row, now]
      })
    if (best === undefined) return undefined
    const { id, at, version, submit, answer } = best
    const given = (await database.templates.get([template, version]))?.template
    return given && { id, at, template: given, ...(submit && { submit }), ...(answer && { answer }) }
  })
}

function isOwn({ account }: Local, { submit, answer }: AnswerRow): boolean {
  return (answer?.authorId ?? submit?.author) === account
}
