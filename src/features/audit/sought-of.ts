import type { InputOf } from '#domain/endpoints/index.ts'
import { type listAudit, auditActionSchema, auditNumberSchema } from '#domain/audit/index.ts'
import { toInstant, type Instant } from '#domain/kernel/index.ts'
import type { AuditFilter } from './audit-filters.tsx'

/** What the server is asked for. What an address has that is none of ours is left out. */
export function soughtOf({ usuario, acto, desde, hasta, antes }: AuditFilter): InputOf<typeof listAudit> {
  return {
    username: usuario === '' ? undefined : usuario,
    action: auditActionSchema.safeParse(acto).data,
    from: momentOf(desde, '00:00:00.000'),
    to: momentOf(hasta, '23:59:59.999'),
    before: auditNumberSchema.safeParse(antes).data,
  }
}

/** A day is the reader's, as the times in the list are. */
function momentOf(day: string | undefined, time: string): Instant | undefined {
  const moment = Date.parse(`${day ?? ''}T${time}`)
  return Number.isNaN(moment) ? undefined : toInstant(moment)
}
