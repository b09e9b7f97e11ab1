import type { FormTemplate } from '#domain/templates/index.ts'
import type { AnswerId, Instant } from '#domain/kernel/index.ts'
import { loadAnswer, loadFile, loadTemplate, type Local, type LocalAnswer } from '#local/index.ts'

/** A sent answer with its pictures, kept in memory: the device deletes the answer once the server has received it. */
export type SentAnswer = {
  readonly submit: NonNullable<LocalAnswer['submit']>
  readonly template: FormTemplate
  readonly at: Instant
  /** bytes by hash */
  readonly pictures: ReadonlyMap<string, ArrayBuffer>
}

/** @returns undefined if the answer is no longer on this device */
export async function loadSentAnswer(local: Local, id: AnswerId): Promise<SentAnswer | undefined> {
  const answer = await loadAnswer(local, id)
  const template = answer && (await loadTemplate(local, answer.template, answer.version))
  if (answer?.submit === undefined || template === undefined) return undefined
  const pictures = new Map<string, ArrayBuffer>()
  for (const file of answer.submit.files) {
    const bytes = file.type.startsWith('image/') ? await loadFile(local, file) : undefined
    if (bytes !== undefined) pictures.set(file.sha256, bytes)
  }
  return { submit: answer.submit, template, at: answer.at, pictures }
}
