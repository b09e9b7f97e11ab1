import { checkFilePlace } from '../../answering/file-places.ts'
import { municipalityOfDocument } from '../../places/documents/document-areas.ts'
import type { StoredFile } from '../../files/documents/stored-file.ts'
import { addFileExtension } from '../../files/endings.ts'
import { toSafeFileName } from '../../kernel/file-names.ts'
import { ok, refuse } from '../../kernel/result.ts'
import { keys, set, type Write } from '../../store/index.ts'
import type { JobOf } from '../../jobs/jobs.ts'
import type { SendCopyMutation } from '../../sync/mutation.ts'
import { type ChangeCase, createChangeDecider } from './decide-change.ts'
import { createPermissionCheck } from './decide-changes.ts'
import { buildCopyEmailId, buildSendingWrite } from './sent-copies.ts'

/**
 * Queues one e-mail per address and leaves the answer unchanged. Repeating the mutation queues nothing, because the
 * receipt prevents a second run, and the job key prevents a second e-mail.
 */
export const decideCopySending = createChangeDecider<SendCopyMutation>(
  createPermissionCheck('sendCopy'),
  (changeCase) => {
    const [attachment] = changeCase.files
    if (attachment?.sha256 !== changeCase.mutation.attachment) return refuse('file.missing')
    const placed = attachment === undefined ? ok(undefined) : checkFilePlace('copy', attachment)
    if (!placed.ok) return placed
    const writes = copyWrites(changeCase)
    return ok({
      document: changeCase.answer,
      conflicts: [],
      writes: [...writes, buildSendingWrite(changeCase, writes.length)],
    })
  },
  ({ id }) => [keys.sentCopies(id)],
)

function copyWrites({ mutation, answer, name, madeBy, now, files }: ChangeCase<SendCopyMutation>): readonly Write[] {
  const { subject, body, language, timeZone } = mutation
  const [file] = files
  const addresses = [...new Map(mutation.to.map((address) => [address.toLowerCase(), address])).values()]
  return addresses.map((address, index) => {
    const job: JobOf<'copy.send'> = {
      id: buildCopyEmailId(mutation.id, index),
      kind: 'copy.send',
      payload: {
        answer: answer.id,
        address,
        subject,
        body,
        language,
        ...(timeZone === undefined ? {} : { timeZone }),
        ...(file === undefined ? {} : { attachment: toSafeAttachment(file) }),
        by: name === '' ? madeBy.username : name,
      },
      municipality: municipalityOfDocument(answer),
      state: 'waiting',
      attempts: 0,
      dueAt: now,
    }
    return set(keys.job(job.id), job)
  })
}

/** Gives the attachment a file name that matches its content, because it is sent in a municipality's name. */
function toSafeAttachment({ sha256, bytes, type, name }: StoredFile) {
  return { sha256, bytes, type, name: toSafeFileName(addFileExtension(name, type)) }
}
