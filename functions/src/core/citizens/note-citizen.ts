import type { User } from '#domain/users/index.ts'
import { logActionUnit, type LoggedAction } from '#domain/audit/index.ts'
import { toInstant, type CitizenId, type MunicipalityPath } from '#domain/kernel/index.ts'
import type { Requester } from '../context.ts'
import type { Ports } from '../ports.ts'

/** The fields of a user that the audit log stores. */
export type AuditedUser = Pick<User, 'id' | 'userMuniCore'>

type CitizenAct = {
  readonly action: Extract<LoggedAction['action'], `citizen.${string}`>
  readonly municipality: MunicipalityPath
  /** id in the registry; undefined if the citizen was not found */
  readonly id: CitizenId | undefined
  readonly details: NonNullable<LoggedAction['details']>
}

/** Logs a lookup or creation of a citizen, with the registry id. Call it before replying. */
export async function logCitizenAccess(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { user, address }: Requester<AuditedUser>,
  { action, municipality, id, details }: CitizenAct,
): Promise<void> {
  const target = id === undefined ? municipality : `${municipality}/ciudadanos/${id}`
  await store.commit(
    logActionUnit({ action, target, by: user, from: address, municipality, details }, toInstant(clock())),
  )
}
