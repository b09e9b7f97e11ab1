import { useLingui } from '@lingui/react/macro'
import type { AuditAction } from '#domain/documents/index.ts'

/** Every act that the log knows, in words: one without them does not compile. */
export function useActNames(): Readonly<Record<AuditAction, string>> {
  const { t } = useLingui()
  return {
    'user.created': t`User created`,
    'user.changed': t`User changed`,
    'user.deactivated': t`User deactivated`,
    'user.reactivated': t`User reactivated`,
    'user.invited': t`User invited`,
    'users.exported': t`Users exported`,
    'request.accepted': t`Request of a user accepted`,
    'request.dismissed': t`Request of a user dismissed`,
    'area.created': t`Area created`,
    'area.renamed': t`Area renamed`,
    'area.deleted': t`Area deleted`,
    'municipality.created': t`Municipality created`,
    'municipality.changed': t`Municipality changed`,
    'municipality.blocked': t`Municipality blocked`,
    'municipality.unblocked': t`Municipality unblocked`,
    'settings.changed': t`Settings changed`,
    'province.created': t`Province created`,
    'province.changed': t`Province changed`,
    'country.created': t`Country created`,
    'country.changed': t`Country changed`,
    'country.blocked': t`Country blocked`,
    'country.unblocked': t`Country unblocked`,
    'remote-config.changed': t`Remote configuration changed`,
    'password.changed': t`Password changed`,
    'password.reset': t`Password set by a link`,
    'session.ended': t`Session ended elsewhere`,
    'second-factor.on': t`Second factor switched on`,
    'second-factor.off': t`Second factor switched off`,
    'second-factor.failed': t`Second factor failed`,
    'second-factor.reset': t`Second factors of somebody reset`,
    'second-factor.rule': t`Roles with a second factor changed`,
    'recovery-codes.renewed': t`Recovery codes renewed`,
    'recovery-code.used': t`Recovery code used`,
    'answers.exported': t`Answers exported`,
    'answer.deleted': t`Answer deleted`,
    'answer.restored': t`Answer restored`,
    'audit.exported': t`Audit log exported`,
    'audit.retention': t`Retention of the log changed`,
  }
}
