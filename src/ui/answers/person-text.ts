import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Answer, MadeBy } from '#domain/answers/index.ts'
import { ANONYMOUS_NAME } from '#domain/kernel/index.ts'

const ANONYMOUS = msg`Anonymous user`

/** An account; who had none, by the reader's word for it, whatever the specification has stored. */
export function formatAccount(account: string): string {
  return account === ANONYMOUS_NAME ? i18n._(ANONYMOUS) : account
}

/** The author of an answer, by name where one is known. */
export function formatAuthor({
  firstName,
  lastName,
  creadoPor,
}: Pick<Answer, 'firstName' | 'lastName' | 'creadoPor'>): string {
  return `${firstName} ${lastName}`.trim() || formatAccount(creadoPor)
}

/** A person by name, with the account behind it; the account alone where no name is known. */
export function formatPerson(name: string, account: string): string {
  return name === '' || name === account ? formatAccount(account) : `${name} (${account})`
}

/** Who did something, as the record of it says. */
export function formatMadeBy({ name = '', email, username }: MadeBy): string {
  return formatPerson(name, email === '' ? username : email)
}
