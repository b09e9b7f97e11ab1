import { useLingui } from '@lingui/react/macro'
import type { AuditEntry } from '#domain/documents/index.ts'

/** What else an entry says, each detail under its name in words; a detail that is younger than this app keeps its own. */
export function useDetailsText(): (details: AuditEntry['details']) => string {
  const { t } = useLingui()
  const names: Readonly<Record<string, string>> = {
    addresses: t`Addresses`,
    answers: t`Answers`,
    attachment: t`With an attachment`,
    code: t`Code`,
    day: t`Day`,
    days: t`Days`,
    fields: t`Changed fields`,
    from: t`Role before`,
    kind: t`Kind`,
    mode: t`Mode`,
    name: t`Name`,
    nombre: t`Name`,
    provider: t`Provider`,
    role: t`Role`,
    roles: t`Roles`,
    sessions: t`Sessions`,
    title: t`Form`,
    to: t`Role now`,
    users: t`Users`,
  }
  return (details) =>
    Object.entries(details)
      .map(
        ([name, value]) => `${names[name] ?? name}: ${typeof value === 'boolean' ? (value ? t`yes` : t`no`) : value}`,
      )
      .join(' · ')
}
