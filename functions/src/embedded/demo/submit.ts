import { newAnswerId, newDeviceId, newMutationId, toInstant, type DeviceId, type Author } from '#domain/kernel/index.ts'
import { keys, type Key, type StoredDocument } from '#domain/store/index.ts'
import { mutationUnit } from '#domain/answers/judge/index.ts'
import { runUnit } from '#core/run-unit.ts'
import type { PushResult } from '#domain/sync/index.ts'
import type { Submit } from '#domain/answering/index.ts'
import { authorOf, type PlannedAnswer } from './plan.ts'
import type { Random } from './random.ts'
import { fillIn } from './stories/story.ts'

export type Documents = Map<Key, StoredDocument>

/** Fills in a planned answer as its author's device would. */
export function buildSubmission(planned: PlannedAnswer): Submit {
  const { template, saved, story, chance: random } = planned
  const { content, header, files } = fillIn(template, story(random), random)
  return {
    id: newMutationId(random.bytes(16)),
    kind: 'answer.submit',
    author: authorOf(planned),
    device: deriveDeviceId(authorOf(planned), random),
    clock: toInstant(saved),
    offset: 0,
    answer: newAnswerId(random.bytes(16)),
    template: template.id,
    version: template.version,
    header,
    content,
    files: [...files],
  }
}

/** The device of an author: users keep their tablet; each public answer has its own. */
function deriveDeviceId(author: Author, random: Random): DeviceId {
  const bytes =
    author === 'public'
      ? random.bytes(16)
      : Uint8Array.from({ length: 16 }, (_, index) => author.charCodeAt(index % author.length) + index)
  return newDeviceId(bytes)
}

/** Applies the server's own rule and writes its decision. Throws when it is neither applied nor held. */
export function applySubmission(submit: Submit, arrived: number, documents: Documents): PushResult {
  const now = toInstant(arrived)
  for (const { sha256, bytes, type, name } of submit.files) {
    const key = keys.file(submit.author, sha256)
    if (!documents.has(key)) documents.set(key, { author: submit.author, sha256, bytes, type, name, uploadedAt: now })
  }
  const { result, writes } = runUnit(mutationUnit(submit, { author: submit.author }, now), (read) =>
    documents.get(read),
  )
  if (result.status !== 'applied' && result.status !== 'held')
    throw new Error(`A demonstration answer was refused: ${JSON.stringify(result)}`)
  for (const write of writes) {
    if (write.kind === 'set') documents.set(write.key, write.document)
    else documents.delete(write.key)
  }
  return result
}
