import type { Answer } from '../../answers/documents/answer.ts'
import type { DeletedAnswer } from '../../answers/documents/deleted.ts'
import { listCitizenCounterKeys, updateCitizenCounters } from '../../answers/judge/citizen-keys.ts'
import { buildDeletionWrite, listDeletionKeys } from '../../answers/judge/deleted-answer.ts'
import { formatFullName, toMadeBy } from '../../answers/judge/made-by.ts'
import { releasePortalRecord } from '../../answers/judge/portal-record.ts'
import { mayRestoreAnswer } from '../../answers/judge/restore-answer.ts'
import { deleteUnsettledCitizen } from '../../answers/judge/settle-citizen.ts'
import { PUBLIC_AUTHOR } from '../../kernel/author.ts'
import { toComparableIdNumber } from '../../kernel/comparable.ts'
import type { AnswerId, UserId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { PaymentOrder, Receipt } from '../../payments/documents/order.ts'
import { municipalityOfDocument } from '../../places/documents/document-areas.ts'
import {
  keys,
  remove,
  set,
  type Decision,
  type FoundDocuments,
  type Key,
  type Unit,
  type Write,
} from '../../store/index.ts'
import type { Ticket } from '../../tickets/documents/ticket.ts'
import type { User } from '../../users/documents/user.ts'
import type { NotErasedReason } from '../api.ts'
import { buildErasedAnswer, ALL_ERASED_KEY, type PersonRecord } from '../documents.ts'
import {
  normaliseEmailAddresses,
  includesEmailAddress,
  isPayer,
  matchPersonInAnswer,
  type PersonIdentifier,
} from '../person.ts'
import { countErasedAnswer, formatErasureCountMonth } from '../retention.ts'

/** Name of an erased payer in accounting documents. */
const ERASED_NAME = '—'
const ERASED_PAYER = { fullName: ERASED_NAME, dni: '' } as const
const ERASED_OWNER = { ownerName: ERASED_NAME, dni: '', email: '' } as const

/** Keys of the documents that `readPersonRecord` needs. */
export function listPersonRecordKeys(id: AnswerId, documents: FoundDocuments): readonly Key[] {
  const deleted = documents.get(keys.deletedAnswer(id))
  return [
    keys.answer(id),
    keys.deletedAnswer(id),
    keys.held(id),
    keys.paymentOrder(id),
    ...(deleted === undefined ? [] : [keys.answerVersion(id, deleted.version)]),
  ]
}

/** Returns what is stored under an id. @param sought person whom the record must name; undefined: any record */
export function readPersonRecord(
  id: AnswerId,
  sought: PersonIdentifier | undefined,
  documents: FoundDocuments,
): PersonRecord | undefined {
  const order = documents.get(keys.paymentOrder(id))
  const stored = readContent(id, documents)
  if (stored === undefined && order === undefined) return undefined
  const contentMatch =
    stored !== undefined && sought !== undefined ? matchPersonInAnswer(stored.content, sought) : undefined
  const payerMatch = order !== undefined && sought !== undefined && isPayer(order, sought) ? 'payer' : undefined
  const as = sought === undefined ? 'citizen' : (contentMatch ?? payerMatch)
  if (as === undefined) return undefined
  const of = stored?.content ?? { areas: order === undefined ? [] : [order.area], authorId: PUBLIC_AUTHOR as UserId }
  const { areas, authorId } = of
  return { id, as, kind: stored?.kind ?? 'order', areas, authorId, content: stored?.content, order }
}

function readContent(
  id: AnswerId,
  documents: FoundDocuments,
): { readonly kind: 'answer' | 'deleted' | 'held'; readonly content: Answer } | undefined {
  const answer = documents.get(keys.answer(id))
  if (answer !== undefined) return { kind: 'answer', content: answer }
  const deleted = documents.get(keys.deletedAnswer(id))
  const kept = deleted && documents.get(keys.answerVersion(id, deleted.version))
  if (kept !== undefined) return { kind: 'deleted', content: kept }
  const held = documents.get(keys.held(id))
  return held === undefined ? undefined : { kind: 'held', content: held.answer }
}

export type ErasureOutcome = {
  readonly left?: NotErasedReason
  readonly record?: PersonRecord
  /** numbers for the proof in the audit log */
  readonly counts: { readonly answers: number; readonly orders: number; readonly tickets: number }
}

/** Request to erase a person's data. Undefined: an erasure is repeated after restoring a backup, without checks. */
export type ErasureRequest = { readonly sought: PersonIdentifier; readonly by: UserId } | undefined

/**
 * Begins to erase what is stored under an id, in one commit with its proof (`withAudit`). An answer becomes a deleted
 * answer whose time to restore is over, so that `eraseDeletedAnswerUnit`, or the hourly sweep after a crash, erases its
 * versions, files, e-mails and jobs. Orders, receipts and credit notes are accounting documents: they keep their
 * amounts, and lose the payer. The payer's own tickets stay valid, without the owner's data. Tickets of other owners do
 * not change.
 *
 * | found | result |
 * |---|---|
 * | nothing of this person that the user may administer | missing |
 * | an order with an open payment or refund, or a delivery that is due | payment |
 * | a held answer that waits for a decision | held |
 * | none of these | erased |
 */
export function erasePersonRecordUnit(id: AnswerId, request: ErasureRequest, now: Instant): Unit<ErasureOutcome> {
  return {
    keysFor: (documents) => [
      ...listErasureKeys(id, documents),
      ...(request === undefined ? [] : [keys.user(request.by)]),
    ],
    decide: (documents) => {
      const record = readPersonRecord(id, request?.sought, documents)
      const user = request && documents.get(keys.user(request.by))
      const isAllowed =
        request === undefined || (user !== undefined && record !== undefined && mayRestoreAnswer(user, record))
      // The backup is older than the answer. The erasure is recorded again, in case the answer is sent again.
      if (record === undefined && request === undefined)
        return { ...leave('missing'), writes: [set(keys.erased(id), { id, at: now, reach: [ALL_ERASED_KEY] })] }
      if (record === undefined || !isAllowed) return leave('missing')
      const { order } = record
      // Open payments block only an erasure that a user requests, not one that is repeated after restoring a backup:
      // there, a payment may be open again and never end, because its answer was erased.
      if (request !== undefined && order !== undefined && (order.open || order.delivery === 'due'))
        return leave('payment')
      if (request !== undefined && documents.get(keys.held(id))?.outcome.kind === 'waiting') return leave('held')
      return decideErasure(record, user ?? null, documents, now)
    },
  }
}

/** Keys of everything that the erasure of a record reads and writes. */
export function listErasureKeys(id: AnswerId, documents: FoundDocuments): readonly Key[] {
  const order = documents.get(keys.paymentOrder(id))
  const answer = documents.get(keys.answer(id))
  return [
    ...listPersonRecordKeys(id, documents),
    keys.erased(id),
    ...(answer === undefined ? [] : [...listDeletionKeys(answer), ...listCounters(answer, documents)]),
    ...(order === undefined ? [] : [...listOrderReceiptKeys(order), ...listTicketDocumentKeys(order, documents)]),
  ]
}

/** Returns the writes that erase a record. @param user null for an erasure without a request */
export function decideErasure(
  record: PersonRecord,
  user: User | null,
  documents: FoundDocuments,
  now: Instant,
): Decision<ErasureOutcome> {
  const { id, order, authorId: author } = record
  const payer = order === undefined ? [] : buildPayerWrites(order, documents)
  const made = { madeBy: toMadeBy(user), name: formatFullName(user), now }
  const municipality = municipalityOfDocument(record)
  return {
    result: {
      record,
      counts: {
        answers: record.content === undefined ? 0 : 1,
        orders: order === undefined ? 0 : 1,
        tickets: payer.filter(({ key }) => key.startsWith('boletos/')).length,
      },
    },
    writes: [
      ...buildContentWrites(record, documents, made),
      ...payer,
      set(keys.erased(id), buildErasedAnswer(id, { municipality, author }, now)),
    ],
  }
}

const leave = (left: NotErasedReason) => ({
  result: { left, counts: { answers: 0, orders: 0, tickets: 0 } },
  writes: [],
})

type MadeErasure = Pick<Parameters<typeof buildDeletionWrite>[0], 'madeBy' | 'name' | 'now'>

/** Deletes an answer permanently: the time to restore it ends at once. */
function buildContentWrites(
  { id, kind }: PersonRecord,
  documents: FoundDocuments,
  made: MadeErasure,
): readonly Write[] {
  const deleted = documents.get(keys.deletedAnswer(id))
  if (kind === 'deleted' && deleted !== undefined) return [endRestore(deleted, made.now)]
  const answer = documents.get(keys.answer(id))
  if (answer === undefined) return kind === 'held' ? [remove(keys.held(id))] : []
  const counter = keys.templateCounter(answer.idPlantilla)
  const { count } = documents.get(counter) ?? { count: 1 }
  const written = buildDeletionWrite({ answer, ...made, found: documents })
  return [
    set(keys.answerVersion(id, answer.version), answer),
    remove(keys.answer(id)),
    set(counter, { count: Math.max(0, count - 1) }),
    ...updateCitizenCounters(listCitizenCounterKeys(answer.idPlantilla, answer.datosCiudadano), documents, -1),
    ...keepCounts(answer, documents),
    ...deleteUnsettledCitizen(id, documents),
    ...releasePortalRecord(answer, documents),
    ...(written.kind === 'set' ? [endRestore(written.document as DeletedAnswer, made.now)] : []),
  ]
}

function endRestore(deleted: DeletedAnswer, now: Instant): Write {
  return set(keys.deletedAnswer(deleted.id), { ...deleted, until: now })
}

function listCounters(answer: Answer, documents: FoundDocuments): readonly Key[] {
  const { idPlantilla, datosCiudadano } = answer
  const place = keys.municipality(municipalityOfDocument(answer))
  // The month depends on the municipality's time zone, so its key is known only after reading the municipality.
  const counted = documents.has(place)
    ? [keys.erasedCounts(idPlantilla, formatErasureCountMonth(answer, documents.get(place)))]
    : []
  return [keys.templateCounter(idPlantilla), ...listCitizenCounterKeys(idPlantilla, datosCiudadano), ...counted]
}

/** Counts an erased answer for statistics, without its data. */
function keepCounts(answer: Answer, documents: FoundDocuments): readonly Write[] {
  const municipality = documents.get(keys.municipality(municipalityOfDocument(answer)))
  const key = keys.erasedCounts(answer.idPlantilla, formatErasureCountMonth(answer, municipality))
  return [set(key, countErasedAnswer(documents.get(key) ?? { counts: [] }, answer, municipality))]
}

/** Removes the payer's data from an order and its documents. Amounts, dates and numbers are kept. */
function buildPayerWrites(order: PaymentOrder, documents: FoundDocuments): readonly Write[] {
  const { form, zone, dni, mode } = order
  const receipts = listOrderReceiptKeys(order).flatMap((key) => {
    const receipt = documents.get(key)
    return receipt === undefined ? [] : [set(key, { ...receipt, ...ERASED_PAYER })]
  })
  const tickets = listTicketDocumentKeys(order, documents).flatMap((key) => {
    const ticket = documents.get(key)
    return ticket === undefined || !isOwnTicket(ticket, order) ? [] : [set(key, { ...ticket, ...ERASED_OWNER })]
  })
  const person = toComparableIdNumber(dni)
  return [
    set(keys.paymentOrder(order.id), { ...order, ...ERASED_PAYER, phone: '', email: '' }),
    ...receipts,
    ...tickets,
    // The document of the buyer's limit is deleted, because its key contains the ID number.
    ...(zone === undefined || person === '' ? [] : [remove(keys.buyer(form, person, mode))]),
  ]
}

function isOwnTicket({ dni, email }: Ticket, order: PaymentOrder): boolean {
  const person = toComparableIdNumber(order.dni)
  return (
    (person !== '' && toComparableIdNumber(dni) === person) ||
    includesEmailAddress(email, normaliseEmailAddresses([order.email]))
  )
}

/** Returns the keys of the receipt and of the credit note of each refund. */
export function listOrderReceiptKeys({ id, facts }: PaymentOrder): readonly Key<Receipt>[] {
  const refunds = facts.flatMap(({ kind, reference }) => (kind === 'refunded' ? [reference] : []))
  return [keys.receiptOfOrder(id), ...new Set(refunds.map((reference) => keys.receiptOfOrder(id, reference)))]
}

/** Returns the keys of an order's tickets, and of the tickets that replaced them. */
export function listTicketDocumentKeys(
  { tickets = [] }: PaymentOrder,
  documents: FoundDocuments,
): readonly Key<Ticket>[] {
  const found = new Set(tickets.map(keys.ticket))
  for (const key of found) {
    const next = documents.has(key) ? documents.get(key)?.next : undefined
    if (next !== undefined) found.add(keys.ticket(next))
  }
  return [...found]
}
