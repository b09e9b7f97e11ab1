import { generateDeviceId, generateMutationId, ok, refuse, toInstant, type Result } from '#domain/kernel/index.ts'
import { readAttachmentHash, type SendEmailCall } from '#domain/pdf/index.ts'
import { municipalityOfDocument, resolveSettings } from '#domain/places/index.ts'
import { keys } from '#domain/store/index.ts'
import type { SendCopyMutation } from '#domain/sync/index.ts'
import type { User } from '#domain/users/index.ts'
import { findAnswer } from '../../answers/find-answer.ts'
import type { Core } from '../../context.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import { processMutation } from '../../sync/judge.ts'

/** Handlers for copies of answers by e-mail, for programs that use the call of the specification. */
export function createMailHandlers(core: Core) {
  return {
    sendEmailv3: ({ body, ...by }) => sendEmail(core, body, by),
  } satisfies PartialHandlers
}

type EmailRequester = { readonly user: User; readonly address?: string | undefined }

/**
 * Handles `sendEmailv3` for other programs; our own screens send `answer.sendCopy`, which also works offline and does
 * the same. Refuses like reading the answer, and with access.forbidden when its form offers no copies,
 * request.malformed (another form), file.missing, file.wrong-type, file.too-large, request.too-many,
 * copy.not-configured, pdf.not-configured and server.busy.
 */
async function sendEmail(core: Core, call: SendEmailCall, { user, address }: EmailRequester): Promise<Result<true>> {
  const { store, random, clock } = core.ports
  const { answerId } = call.dataPdf
  const answer = await findAnswer(store, user, answerId)
  if (!answer.ok) return answer
  const { idPlantilla, templateVersion, version } = answer.value
  if (call.formPath !== undefined && call.formPath !== `formularios/${idPlantilla}`) return refuse('request.malformed')
  const attachment = readAttachmentHash(call)
  const file = attachment === undefined ? undefined : await store.get(keys.file(user.id, attachment))
  if (attachment !== undefined && file === undefined) return refuse('file.missing')
  const path = municipalityOfDocument(answer.value)
  const home = resolveSettings((await store.get(keys.municipality(path))) ?? { path, settings: {} })
  const mutation: SendCopyMutation = {
    kind: 'answer.sendCopy',
    id: generateMutationId(random(16)),
    author: user.id,
    device: generateDeviceId(random(16)),
    clock: toInstant(clock()),
    offset: 0,
    answer: answerId,
    template: idPlantilla,
    version: templateVersion,
    base: version,
    files:
      file === undefined
        ? []
        : [{ sha256: file.sha256, bytes: file.bytes, type: file.type, name: file.name || 'file' }],
    to: call.recipient,
    subject: call.subject,
    body: call.body,
    language: call.dataPdf.language ?? home.language,
    timeZone: call.dataPdf.timeZone ?? home.timeZone,
    ...(attachment === undefined ? {} : { attachment }),
  }
  const result = await processMutation(core, { author: user.id }, mutation, { limited: (unit) => unit, address })
  if (result.status === 'rejected' || result.status === 'retry') return { ok: false, problem: result.problem }
  return ok(true)
}
