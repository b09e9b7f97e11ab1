import { Fragment, type ReactNode } from 'react'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { AuditDetail, AuditEntry } from '#domain/audit/index.ts'
import { buildReference } from '#domain/codes/index.ts'
import type { AnswerId, ProblemCode, TemplateId } from '#domain/kernel/index.ts'
import type { DeskMethod } from '#domain/payments/index.ts'
import type { MunicipalityFacts, MunicipalitySettings } from '#domain/places/index.ts'
import { parseRetention } from '#domain/privacy/index.ts'
import type { RemoteConfig } from '#domain/sync/index.ts'
import type { UserFacts } from '#domain/users/index.ts'
import { TextLink, useFormats, useMoney, useProblemText, useRoleNames } from '#ui/index.ts'
import { FormName } from './act-target.tsx'

type Value = AuditEntry['details'][string]

/** Details of an entry in words. Details that this app version does not know are named by key. */
export function ActionDetails({ details }: Pick<AuditEntry, 'details'>) {
  const names: Readonly<Record<string, string>> = useDetailNames()
  const formatValue = useValueFormatter()
  const money = useMoney()
  const { amount, currency, ...others } = details
  // Entries of earlier releases have no currency.
  const hasAmount = typeof amount === 'number' && typeof currency === 'string'
  const shown = hasAmount ? { amount, ...others } : details
  return Object.entries(shown).map(([name, value], index) => (
    <Fragment key={name}>
      {index > 0 && ' · '}
      {names[name] ?? name}:{' '}
      {hasAmount && name === 'amount'
        ? money.text(amount, { name: currency, sign: currency })
        : formatValue(name, value)}
    </Fragment>
  ))
}

function useDetailNames(): Readonly<Record<AuditDetail, string>> {
  const { t } = useLingui()
  return {
    addresses: t`Addresses`,
    amount: t({ message: 'Amount', comment: 'of money, in an entry of the audit log' }),
    answer: t`Answer`,
    answers: t`Answers`,
    attachment: t`With an attachment`,
    browser: t`Browser`,
    by: t({ message: 'Searched by', comment: 'how a citizen was looked up: by ID number, link …' }),
    code: t`Code`,
    currency: t`Currency`,
    conflicts: t({ message: 'Changes awaiting a decision', comment: 'two people changed the same question' }),
    day: t`Day`,
    days: t`Days`,
    emails: t`E-mails`,
    ended: t({ message: 'Correction request closed', comment: 'of a request for changes to a citizen' }),
    fields: t`Changed fields`,
    filtered: t({ message: 'Filtered', comment: 'only a part of the answers was taken' }),
    first: t({ message: 'First lost entry', comment: 'number of an entry of the audit log' }),
    found: t({ message: 'Found', comment: 'whether a citizen was found: yes or no' }),
    from: t`Role before`,
    how: t({ message: 'Decision', comment: 'how a citizen of an answer was settled' }),
    kind: t`Type`,
    last: t({ message: 'Last lost entry', comment: 'number of an entry of the audit log' }),
    lost: t({ message: 'Lost entries', comment: 'number of lost entries of the audit log' }),
    method: t`Payment method`,
    mode: t`Mode`,
    name: t`Name`,
    nombre: t`Name`,
    orders: t`Orders`,
    period: t`Retention period`,
    person: t`Hash of the identifier`,
    place: t({ message: 'Seat number', comment: 'one of the places of a booking, counted from one' }),
    priceVersion: t({ message: 'Price of version', comment: 'of a form, in an entry of the audit log' }),
    provider: t`Payment provider`,
    public: t`Public form`,
    reason: t`Reason`,
    removed: t({ message: 'Erased permanently', comment: 'a form' }),
    role: t`Role`,
    roles: t`Roles`,
    sessions: t`Sessions`,
    source: t({ message: 'Copied from', comment: 'the form that a form was copied from' }),
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
}

/** Names of what users, municipalities and settings consist of, in entries about their changes. */
function useFieldNames(): Readonly<Record<AuditedField, string>> {
  const { t } = useLingui()
  return {
    areas: t`Areas`,
    brandColour: t`Colour`,
    ownLanguage: t`Another language`,
    brandLogo: t`Logo`,
    certificate: t`Registration certificate`,
    citizensOffline: t`Devices remember citizens`,
    codeHidden: t`Hide the code after saving`,
    currency: t`Currency`,
    deletedAnswersDays: t`Days until deleted answers are erased permanently`,
    dev_new_login_method: t`End old sessions`,
    electronicSignatureHidden: t`Hide the electronic signature code`,
    firstName: t`First name`,
    frameAncestors: t`Websites that may embed public pages`,
    geocoder: t`Address search`,
    idMuniCore: t`MuniDigital ID`,
    inspectorID: t`Staff number`,
    key: t`Keyword`,
    language: t`Language`,
    lastName: t`Last name`,
    municipalityPath: t`Municipality`,
    nombre: t`Name`,
    ownAnswersDays: t`Days to keep a user’s own answers on devices`,
    roles: t`Role`,
    sharedDevicesKeepReceived: t`Shared devices keep received data`,
    show_new_type_question: t`Combined questions`,
    statisticsPageSize: t`Answers per page in statistics`,
    timeZone: t`Time zone`,
    ubicacion: t`Position`,
    usarAWS: t`MuniGestion runs in the cloud`,
    videoAttachments: t`Video attachments for everyone`,
    videoAttachmentUsernames: t`Video attachments for certain users`,
    web_session_revokation_datetime: t`End sessions started before`,
  }
}
type AuditedField =
  | keyof MunicipalitySettings
  | keyof RemoteConfig
  | keyof MunicipalityFacts
  | Exclude<keyof UserFacts, 'email' | 'userMuniCore' | 'lowercase_username'>

function useValueFormatter(): (name: string, value: Value) => ReactNode {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  const problemText = useProblemText()
  const roles: Readonly<Record<string, string>> = useRoleNames()
  const fields: Readonly<Record<string, string>> = useFieldNames()
  const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    by: {
      answer: t`Citizen of the answer`,
      hash: t`Personal link`,
      number: t`ID number or tax number`,
    },
    how: {
      created: t`Created in the citizen registry`,
      registered: t`Linked to the citizen registry`,
      typed: t`Kept as typed`,
    },
    kind: { app: t`Authenticator app`, passkey: t`Passkey` },
    method: { cash: t`Cash`, card: t`Card`, transfer: t`Bank transfer`, other: t`Other` } satisfies Record<
      DeskMethod,
      string
    >,
    mode: { live: t`Live: real money`, test: t`Test: no real money` },
    provider: { desk: t`At the desk`, 'mercado-pago': 'Mercado Pago', stripe: 'Stripe' },
    way: {
      password: t`Password`,
      provider: t`Single sign-on`,
      'second-step': t`Second factor`,
      confirm: t`Identity check in an open session`,
      link: t`One-time link`,
    },
  }
  const list = (value: string, words: Readonly<Record<string, string>>): string =>
    value
      .split(/[ ,]+/)
      .map((part) => words[part] ?? part)
      .join(', ')
  const period = (text: string): string => {
    const { count = 0, unit } = parseRetention(text) ?? {}
    if (unit === undefined) return text
    if (unit === 'D') return t`${plural(count, { one: '# day', other: '# days' })}`
    if (unit === 'M') return t`${plural(count, { one: '# month', other: '# months' })}`
    return t`${plural(count, { one: '# year', other: '# years' })}`
  }
  return (name, value) => {
    if (typeof value === 'boolean') return value ? t`yes` : t`no`
    if (typeof value === 'number')
      return name === 'amount' ? i18n.number(value / 100, { minimumFractionDigits: 2 }) : formats.number(value)
    switch (name) {
      case 'answer':
        return (
          <TextLink to="/ver/$id" params={{ id: value as AnswerId }}>
            {buildReference(value as AnswerId)}
          </TextLink>
        )
      case 'source':
        return <FormName id={value as TemplateId} title={value} />
      case 'why':
        return problemText({ code: value as ProblemCode })
      case 'day':
        return value.split('-').toReversed().join('/')
      case 'period':
        return period(value)
      case 'fields':
        return list(value, fields)
      case 'first':
      case 'last':
        return formats.number(Number(value))
      default:
        return value.startsWith('ROLE_') ? list(value, roles) : (values[name]?.[value] ?? value)
    }
  }
}
