import type { ComposeFacts } from '../../answering/compose.ts'
import type { SubmitMutation } from '../../answering/submission.ts'
import { CITIZEN_SOURCE } from '../../citizens/documents/source.ts'
import { citizenSchema } from '../../citizens/documents/citizen.ts'
import type { PortalRecord } from '../../citizens/documents/portal.ts'
import { isGuest } from '../../kernel/author.ts'
import { userIdSchema } from '../../kernel/ids.ts'
import { type FoundDocuments, type Key, keys, set, type Write } from '../../store/index.ts'
import { type Caller, findPermit } from './caller.ts'

/** Replaces the citizen and portal record of a submission with those of the permit, whatever the device sent. */
export function applyPermit(submit: SubmitMutation, caller: Caller): SubmitMutation {
  const permit = findPermit(caller, submit)
  if (permit === undefined) return submit
  const { id, nombre, apellido, dni } = permit.citizen
  const citizen = citizenSchema.parse({ id, nombre, apellido, dni, _source: CITIZEN_SOURCE.portal })
  const portal = permit.record === undefined ? {} : { idRespuestaMG: permit.record }
  return { ...submit, header: { ...submit.header, citizen, portal } }
}

/**
 * Checks whether a guest names a citizen or portal record without a permit. Only the portal confirms citizens. This is
 * also checked for a form that is public now but was not in an earlier version.
 */
export function namesCitizenWithoutPermit(submit: SubmitMutation, caller: Caller): boolean {
  const { citizen, portal } = submit.header
  if (citizen === undefined && portal === undefined) return false
  return isGuest(caller.author) && findPermit(caller, submit) === undefined
}

/** Returns the key of the portal record that a submission uses. */
export function findUsedPortalRecordKey(submit: SubmitMutation, caller: Caller): Key<PortalRecord> | undefined {
  const permit = findPermit(caller, submit)
  return permit?.record === undefined ? undefined : keys.portalRecord(permit.citizen.municipality, permit.record)
}

/**
 * Drops a portal record that another answer already uses. Two forms opened in one visit share a record, and the answer
 * that arrives first keeps the record.
 */
export function dropUsedPortalRecord(
  submit: SubmitMutation,
  caller: Caller,
  documents: FoundDocuments,
): SubmitMutation {
  const key = findUsedPortalRecordKey(submit, caller)
  const knownPortalRecord = key === undefined ? undefined : documents.get(key)
  const isFree = knownPortalRecord === undefined || knownPortalRecord.record !== submit.header.portal?.idRespuestaMG
  if (isFree || knownPortalRecord.answer === submit.answer) return submit
  return { ...submit, header: { ...submit.header, portal: {} } }
}

export function buildPortalRecordWrites(submit: SubmitMutation, caller: Caller): readonly Write[] {
  const [key, record] = [findUsedPortalRecordKey(submit, caller), submit.header.portal?.idRespuestaMG]
  return key === undefined || record === undefined ? [] : [set(key, { record, answer: submit.answer })]
}

/** Returns the permit's citizen as author, with the name from the portal; null without a permit. */
export function toCitizenAuthor(submit: SubmitMutation, caller: Caller): ComposeFacts['author'] {
  const citizen = findPermit(caller, submit)?.citizen
  if (citizen === undefined) return null
  const { username, nombre, apellido } = citizen
  const id = userIdSchema.parse(caller.author)
  return { id, email: '', userMuniCore: username, firstName: nombre, lastName: apellido, inspectorID: '' }
}
