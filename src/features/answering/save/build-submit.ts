import { findReferencedFiles, type SubmitMutation } from '#domain/answering/index.ts'
import { type AnswerId, type DeviceId, type MutationId, toInstant, type Author } from '#domain/kernel/index.ts'
import { toAnswerHeader } from '../form/draft-header.ts'
import type { FormStore } from '../form/form-store.ts'

/** The parts of a submission that do not come from the form. */
export type SubmitContext = {
  /** created once per open form, so that saving twice creates the same mutation */
  readonly id: MutationId
  readonly answer: AnswerId
  readonly author: Author
  readonly device: DeviceId
  /** device clock, milliseconds */
  readonly now: number
  /** last measured server time minus device time, milliseconds; null if never measured */
  readonly offset: number | null
}

/** The open form as a submit mutation. */
export function buildSubmit({ template, state }: FormStore, envelope: SubmitContext): SubmitMutation {
  const { content, header, files } = state.getState()
  const { now, offset, ...ids } = envelope
  const sent = { content, header: toAnswerHeader(header) }
  const claims = [...findReferencedFiles(sent)].flatMap((sha256) => files[sha256] ?? [])
  return {
    ...ids,
    kind: 'answer.submit',
    clock: toInstant(now),
    offset: offset === null ? null : Math.round(offset),
    template: template.id,
    version: template.version,
    ...sent,
    files: claims,
  }
}
