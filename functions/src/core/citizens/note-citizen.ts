import type { User } from '#domain/users/index.ts'
import { auditUnit, type AuditAct } from '#domain/audit/index.ts'
import { toInstant, type CitizenId, type MunicipalityPath } from '#domain/kernel/index.ts'
import type { By } from '../context.ts'
import type { Ports } from '../ports.ts'

/** The user, as the audit log names them. */
export type Named = Pick<User, 'id' | 'userMuniCore'>

/** Logs a lookup or creation of a citizen by registry id, before the reply. @param id undefined: not found */
export async function noteCitizen(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  action: Extract<AuditAct['action'], `citizen.${string}`>,
  { user, address }: By<Named>,
  municipality: MunicipalityPath,
  id: CitizenId | undefined,
  details: NonNullable<AuditAct['details']>,
): Promise<void> {
  const target = id === undefined ? municipality : `${municipality}/ciudadanos/${id}`
  await store.commit(auditUnit({ action, target, by: user, from: address, municipality, details }, toInstant(clock())))
}
