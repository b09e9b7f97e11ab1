import { checkSubmission } from '#domain/answering/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { newAnswerId, newDeviceId, newMutationId, ok, authorSchema } from '#domain/kernel/index.ts'
import { createJournal } from '#local/index.ts'
import { createFormStore } from '../form/form-store.ts'
import { missingOf } from '../form/missing-of.ts'
import { submitOf } from '../save/submit-of.ts'
import type { AnsweringSession } from '../session.ts'

const NOBODY = authorSchema.parse('vista-previa')

/** A form only tried out: files stay in memory, no draft, what is "saved" is gone. @param random cryptographic bytes */
export function createPreviewSession(template: FormTemplate, random: (length: number) => Uint8Array): AnsweringSession {
  const form = createFormStore(template)
  const files = new Map<string, ArrayBuffer>()
  const answer = newAnswerId(random(16))
  const envelope = {
    id: newMutationId(random(16)),
    answer,
    author: NOBODY,
    device: newDeviceId(random(16)),
    now: 0,
    offset: null,
  }
  return {
    form,
    answer,
    mutation: envelope.id,
    // Never touched: nothing is pending, so nothing is said about drafts.
    journal: createJournal(async () => ok(undefined), { set: () => null, clear: () => undefined }),
    isDraft: () => false,
    files: {
      attach: async ({ sha256 }, data) => {
        files.set(sha256, data instanceof Blob ? await data.arrayBuffer() : data)
        return ok(undefined)
      },
      replace: async (_, old, { sha256 }, data) => {
        files.delete(old)
        files.set(sha256, data)
        return ok(undefined)
      },
      load: async ({ sha256 }) => files.get(sha256),
    },
    follow: () => async () => undefined,
    missing: () => missingOf(form),
    save: async () => checkSubmission(template, submitOf(form, envelope)),
  }
}
