import { useLingui } from '@lingui/react/macro'
import type { AuditEntry } from '#domain/audit/index.ts'
import type { ProblemCode } from '#domain/kernel/index.ts'
import { useProblemText, useRoleNames } from '#ui/index.ts'

/** Formats the details of an entry as text. Details that this app version does not know are named by key. */
export function useDetailsText(): (details: AuditEntry['details']) => string {
  const { t, i18n } = useLingui()
  const problemText = useProblemText()
  const roles: Readonly<Record<string, string>> = useRoleNames()
  const names: Readonly<Record<string, string>> = {
    addresses: t`Addresses`,
    amount: t({ message: 'Amount', comment: 'of money, in an entry of the audit log' }),
    answers: t`Answers`,
    attachment: t`With an attachment`,
    browser: t`Browser`,
    code: t`Code`,
    conflicts: t({ message: 'Changes awaiting a decision', comment: 'two people changed the same question' }),
    day: t`Day`,
    days: t`Days`,
    emails: t`E-mails`,
    ended: t({ message: 'Correction request closed', comment: 'of a request for changes to a citizen' }),
    fields: t`Changed fields`,
    filtered: t({ message: 'Filtered', comment: 'only a part of the answers was taken' }),
    first: t({ message: 'First lost entry', comment: 'number of an entry of the audit log' }),
    from: t`Role before`,
    how: t({ message: 'Decision', comment: 'how a citizen of an answer was settled' }),
    kind: t`Type`,
    last: t({ message: 'Last lost entry', comment: 'number of an entry of the audit log' }),
    lost: t({ message: 'Lost entries', comment: 'number of lost entries of the audit log' }),
    mode: t`Mode`,
    name: t`Name`,
    nombre: t`Name`,
    orders: t`Orders`,
    period: t`Retention period`,
    person: t`Hash of the identifier`,
    place: t({ message: 'Place number', comment: 'one of the places of a booking, counted from one' }),
    priceVersion: t({ message: 'Price of version', comment: 'of a form, in an entry of the audit log' }),
    provider: t`Payment provider`,
    reason: t`Reason`,
    removed: t({ message: 'Erased permanently', comment: 'a form' }),
    role: t`Role`,
    roles: t`Roles`,
    sessions: t`Sessions`,
    stateBefore: t`State before`,
    stateNow: t`State now`,
    system: t`System`,
    tickets: t`Tickets`,
    title: t`Form`,
    to: t`Role now`,
    users: t`Users`,
    version: t`Version`,
    way: t({ message: 'Method', comment: 'how they signed in: password, link, provider …' }),
    why: t`Reason`,
  }
  const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    how: {
      created: t`Created in the citizen registry`,
      registered: t`Linked to the citizen registry`,
      typed: t`Kept as typed`,
    },
    kind: { app: t`Authenticator app`, passkey: t`Passkey` },
    mode: { live: t`Live: real money`, test: t`Test: no real money` },
    way: {
      password: t`Password`,
      provider: t`Single sign-on`,
      'second-step': t`Second factor`,
      confirm: t`Identity check in an open session`,
      link: t`One-time link`,
    },
  }
  const inWords = (name: string, value: AuditEntry['details'][string]): string | number => {
    if (typeof value === 'boolean') return value ? t`yes` : t`no`
    if (typeof value === 'number')
      return name === 'amount' ? i18n.number(value / 100, { minimumFractionDigits: 2 }) : value
    if (name === 'why') return problemText({ code: value as ProblemCode })
    if (!value.startsWith('ROLE_')) return values[name]?.[value] ?? value
    return value
      .split(' ')
      .map((role) => roles[role] ?? role)
      .join(', ')
  }
  return (details) =>
    Object.entries(details)
      .map(([name, value]) => `${names[name] ?? name}: ${inWords(name, value)}`)
      .join(' · ')
}
