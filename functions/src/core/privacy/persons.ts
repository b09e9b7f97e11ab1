import { actorOfUser, can, listReachablePlaces } from '#domain/access/index.ts'
import { logActionUnit, type LoggedAction } from '#domain/audit/index.ts'
import type { SupportedJobs } from '#domain/jobs/judge/index.ts'
import { toInstant, type AnswerId } from '#domain/kernel/index.ts'
import type { PaymentOrder } from '#domain/payments/index.ts'
import type { NotErasedReason, PersonPage, PersonRecord, PersonIdentifier } from '#domain/privacy/index.ts'
import { listOrderReceiptKeys } from '#domain/privacy/judge/index.ts'
import { keys } from '#domain/store/index.ts'
import type { User } from '#domain/users/index.ts'
import type { Requester } from '../context.ts'
import {
  deleteQueuedEmails,
  erasePersonRecord,
  findQueuedEmails,
  computeIdentifierProof,
  listEmailAddresses,
  type PrivacyPorts,
} from './erase-person.ts'
import { findPersonRecord, findPersonRecords } from './find-person.ts'

/** Finds, exports and erases persons for administrators, from a request or a command. */
export function createPersonService(ports: PrivacyPorts, effects: SupportedJobs) {
  const { store, clock } = ports

  async function find(by: Requester, person: PersonIdentifier, after: string | undefined): Promise<PersonPage> {
    const proof = await computeIdentifierProof(ports, person)
    const search = { store, user: by.user, sought: person }
    if (after !== undefined) return { ...(await findPersonRecords(search, after)), emails: 0, proof }
    await note(by, 'person.looked-up', { person: proof })
    const emails = await findQueuedEmails(store, listEmailAddresses(person, []), reaches(by.user))
    const account = await findAccount(by.user, person)
    const found = await findPersonRecords(search, undefined)
    return { ...found, emails: emails.length, ...(account === undefined ? {} : { account }), proof }
  }

  async function exportRecords(by: Requester, person: PersonIdentifier, ids: readonly AnswerId[]) {
    const search = { store, user: by.user, sought: person }
    const found = await Promise.all([...new Set(ids)].map((id) => findPersonRecord(search, id)))
    const records = found.flatMap((record) => record ?? [])
    await note(by, 'person.exported', { person: await computeIdentifierProof(ports, person), answers: records.length })
    return Promise.all(records.map(readExportedRecord))
  }

  async function erase(
    { user, address }: Requester,
    {
      person,
      ids,
      reason,
    }: { readonly person: PersonIdentifier; readonly ids: readonly AnswerId[]; readonly reason: string },
  ) {
    const proof = await computeIdentifierProof(ports, person)
    const act = { sought: person, by: user, from: address, reason, proof }
    const erased: AnswerId[] = []
    const left: { readonly id: AnswerId; readonly why: NotErasedReason }[] = []
    const records: PersonRecord[] = []
    for (const id of new Set(ids)) {
      const { left: why, record } = await erasePersonRecord(ports, id, act, effects)
      if (why !== undefined) left.push({ id, why })
      else erased.push(id)
      if (why === undefined && record !== undefined) records.push(record)
    }
    const emails = await findQueuedEmails(store, listEmailAddresses(person, records), reaches(user))
    return { erased, left, emails: records.length === 0 ? 0 : await deleteQueuedEmails(ports, emails, act), proof }
  }

  async function note(
    { user, address }: Requester,
    action: 'person.looked-up' | 'person.exported',
    details: NonNullable<LoggedAction['details']>,
  ): Promise<void> {
    const act = { action, target: keys.auditChain, by: user, from: address, details } as const
    await store.commit(logActionUnit({ ...act, municipality: user.municipalityPath }, toInstant(clock())))
  }

  /** All documents of a record, without codes that admit to an event and links to payment pages. */
  async function readExportedRecord({ id, kind, content, order }: PersonRecord) {
    const [held, copies] = await Promise.all([store.get(keys.held(id)), store.get(keys.sentCopies(id))])
    return {
      id,
      ...(content === undefined ? {} : { answer: content }),
      ...(kind === 'held' && held !== undefined ? { held: omit(held, 'answer') } : {}),
      ...(order === undefined ? { receipts: [], tickets: [] } : await readPayment(order)),
      ...(copies === undefined ? {} : { copies }),
    }
  }

  async function readPayment(order: PaymentOrder) {
    const [receiptKeys, ticketKeys] = [listOrderReceiptKeys(order), (order.tickets ?? []).map(keys.ticket)]
    const found = await store.getMany([...receiptKeys, ...ticketKeys])
    const tickets = ticketKeys.flatMap((key) => found.get(key) ?? [])
    return {
      order: omit(order, 'attempts'),
      receipts: receiptKeys.flatMap((key) => found.get(key) ?? []),
      tickets: tickets.map((ticket) => omit(omit(ticket, 'number'), 'qrCode')),
    }
  }

  /** The staff account with this e-mail address, if the user may read it. */
  async function findAccount(user: User, { kind, value }: PersonIdentifier) {
    if (kind !== 'email') return undefined
    const [entry] = await store.query({ collection: 'usuarios', where: { email: value.toLowerCase() }, limit: 1 })
    const isRead =
      entry !== undefined && can(actorOfUser(user), 'read', { kind: 'usuario_municipio', document: entry.document })
    if (!isRead) return undefined
    const { id, userMuniCore, email, firstName, lastName, inspectorID, roles } = entry.document
    return { id, userMuniCore, email, firstName, lastName, inspectorID, roles }
  }

  return { find, exportRecords, erase }
}

function reaches(user: User): (municipality: string) => boolean {
  const places: readonly string[] = listReachablePlaces(actorOfUser(user), EVERYWHERE)
  return (municipality) => places.includes(EVERYWHERE) || places.includes(municipality)
}
const EVERYWHERE = '*'

function omit<T extends object, Name extends keyof T>(document: T, name: Name): Omit<T, Name> {
  const { [name]: _, ...rest } = document
  return rest
}
