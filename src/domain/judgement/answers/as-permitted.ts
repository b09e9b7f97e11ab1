import type { ComposeFacts } from '../../answering/index.ts'
import type { Submit } from '../../answering/submission.ts'
import { CITIZEN_SOURCE, citizenSchema } from '../../documents/index.ts'
import { userIdSchema } from '../../kernel/ids.ts'
import { type Caller, permitFor } from './caller.ts'

/** Whom a citizen's answer names, and its record in the portal, is the permit's to say: whatever their device says of it. */
export function asPermitted(submit: Submit, caller: Caller): Submit {
  const permit = permitFor(caller, submit)
  if (permit === undefined) return submit
  const { id, nombre, apellido, dni } = permit.citizen
  const citizen = citizenSchema.parse({ id, nombre, apellido, dni, _source: CITIZEN_SOURCE.portal })
  const portal = permit.record === undefined ? {} : { idRespuestaMG: permit.record }
  return { ...submit, header: { ...submit.header, citizen, portal } }
}

/** A citizen who answers stands there by the name that they have in the portal. */
export function citizenAsAuthor(submit: Submit, caller: Caller): ComposeFacts['author'] {
  const citizen = permitFor(caller, submit)?.citizen
  if (citizen === undefined) return null
  const { username, nombre, apellido } = citizen
  const id = userIdSchema.parse(caller.author)
  return { id, email: '', userMuniCore: username, firstName: nombre, lastName: apellido, inspectorID: '' }
}
