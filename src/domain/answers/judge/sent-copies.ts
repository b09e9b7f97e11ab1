import type { Answer } from '../documents/answer.ts'
import { MAX_STORED_SENDINGS, type SentCopies } from '../documents/sent-copies.ts'
import type { MutationId } from '../../kernel/ids.ts'
import { type FoundDocuments, type Key, keys, set, type Write } from '../../store/index.ts'
import type { CopyDeliveryReport } from '../answers-api.ts'
import type { Job, JobOf } from '../../jobs/jobs.ts'
import type { SendCopyMutation } from '../../sync/mutation.ts'
import type { ChangeCase } from './decide-change.ts'

type Sending = SentCopies['sendings'][number]

/** Id of the job for one e-mail of a sending. Queueing an e-mail twice creates one job. */
export function buildCopyEmailId(sending: MutationId, index: number): string {
  return `copy.send~${sending}~${index}`
}

/** Returns the copies of this answer, or undefined if they belong to a deleted answer with the same id. */
export function findCopiesOfAnswer({ receivedAt }: Answer, copies: SentCopies | undefined): SentCopies | undefined {
  return copies?.receivedAt === receivedAt ? copies : undefined
}

/** Records a sending of copies: author, time and number, without addresses. */
export function buildSendingWrite(
  { mutation, answer, madeBy, now, found }: ChangeCase<SendCopyMutation>,
  emails: number,
): Write {
  const { areas, authorId, receivedAt } = answer
  const sending: Sending = { id: mutation.id, at: now, by: madeBy, letters: emails, sent: 0 }
  const before = findCopiesOfAnswer(answer, found.get(keys.sentCopies(answer.id)))?.sendings ?? []
  const sendings = [...before, sending].slice(-MAX_STORED_SENDINGS)
  return set(keys.sentCopies(answer.id), { areas, authorId, receivedAt, sendings })
}

/** Counts an e-mail accepted by the mail server. Ignored for deleted answers and dropped sendings. */
export function buildSentEmailWrites({ id, payload }: JobOf<'copy.send'>, documents: FoundDocuments): readonly Write[] {
  const answer = documents.get(keys.answer(payload.answer))
  const copies = answer && findCopiesOfAnswer(answer, documents.get(keys.sentCopies(payload.answer)))
  if (copies === undefined) return []
  const [, sending] = id.split('~')
  const sendings = copies.sendings.map((eachSending) =>
    eachSending.id === sending ? { ...eachSending, sent: eachSending.sent + 1 } : eachSending,
  )
  return [set(keys.sentCopies(payload.answer), { ...copies, sendings })]
}

/** Returns the job keys of all sendings with unsent e-mails, for `buildCopyDeliveryReports`. */
export function listUnsentEmailKeys({ sendings }: SentCopies): readonly Key<Job>[] {
  return sendings.flatMap(({ id, letters, sent }) => (sent < letters ? listEmailJobKeys(id, letters) : []))
}

/** Returns the delivery status of each sending. @param documents must contain the keys of `listUnsentEmailKeys` */
export function buildCopyDeliveryReports(
  { sendings }: SentCopies,
  documents: FoundDocuments,
): readonly CopyDeliveryReport[] {
  return sendings.map(({ id, at, by, letters, sent }) => {
    const jobs = sent < letters ? listEmailJobKeys(id, letters).map((key) => documents.get(key)) : []
    const waiting = jobs.filter((job) => job?.state === 'waiting').length
    const reason = jobs.find((job) => job?.state === 'dead')?.lastProblem
    return { at, by, letters, sent, waiting, ...(reason === undefined ? {} : { reason: reason.code }) }
  })
}

function listEmailJobKeys(sending: MutationId, count: number): readonly Key<Job>[] {
  return Array.from({ length: count }, (_, index) => keys.job(buildCopyEmailId(sending, index)))
}
