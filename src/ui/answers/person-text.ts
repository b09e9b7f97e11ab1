import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Answer, MadeBy } from '#domain/answers/index.ts'
import { ANONYMOUS_NAME } from '#domain/kernel/index.ts'

const ANONYMOUS = msg`Anonymous user`

/** Formats an account. The stored value for anonymous authors is translated. */
export function formatAccount(account: string): string {
  return account === ANONYMOUS_NAME ? i18n._(ANONYMOUS) : account
}

/** Formats an answer's author, by name if known. */
export function formatAuthor({
  firstName,
  lastName,
  creadoPor,
}: Pick<Answer, 'firstName' | 'lastName' | 'creadoPor'>): string {
  return `${firstName} ${lastName}`.trim() || formatAccount(creadoPor)
}

/** Formats a person's name and account. Only the account if no name is known. */
export function formatPerson(name: string, account: string): string {
  return name === '' || name === account ? formatAccount(account) : `${name} (${account})`
}

/** Formats the author of a recorded action. */
export function formatActionAuthor({ name = '', email, username }: MadeBy): string {
  return formatPerson(name, email === '' ? username : email)
}
