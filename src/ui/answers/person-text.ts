import type { MadeBy } from '#domain/documents/index.ts'

/** A person by name, with the account behind it; the account alone where no name is known. */
export function formatPerson(name: string, account: string): string {
  return name === '' || name === account ? account : `${name} (${account})`
}

/** Who did something, as the record of it says. */
export function formatMadeBy({ name = '', email, username }: MadeBy): string {
  return formatPerson(name, email === '' ? username : email)
}
