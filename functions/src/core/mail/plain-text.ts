import type { I18n } from '@lingui/core'

/** Greeting of an e-mail, without a name if it is unknown or left out. */
export function formatGreeting(i18n: I18n, name: string): string {
  return name === '' ? i18n._('Hello,') : i18n._('Hello {name},', { name })
}

/** Text for the lifetime of a link, in days if whole, else in hours. */
export function formatLifetime(i18n: I18n, hours: number): string {
  return hours % 24 === 0
    ? i18n._('{days, plural, one {# day} other {# days}}', { days: hours / 24 })
    : i18n._('{hours, plural, one {# hour} other {# hours}}', { hours })
}

/** Text that mail programs show as a link: `://`, `www.`, `@`, or letters after a full stop. */
const LINK_LIKE = /:\/\/|www\.|@|[\p{Letter}\p{Number}-][.。][\p{Letter}]{2}/iu

/**
 * A name for the greeting of an e-mail; empty if mail programs would show it as a link, because anyone can choose a
 * payer's name and address.
 */
export function toGreetingName(name: string): string {
  const plainText = name.normalize('NFKC').replaceAll(/[\p{Format}\p{Default_Ignorable_Code_Point}]/gu, '')
  return LINK_LIKE.test(plainText) ? '' : flattenLines(name)
}

/** Unicode direction overrides, which would also reverse the text after a name. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g

/** Maximum length of a subject line. */
const MAX_SUBJECT_LENGTH = 200

/** Cuts a subject that is too long, between two characters. */
export function truncateSubject(text: string): string {
  if (text.length <= MAX_SUBJECT_LENGTH) return text
  return `${text.slice(0, MAX_SUBJECT_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Replaces line breaks and control characters by spaces, and removes direction overrides. */
export function flattenLines(text: string): string {
  return text
    .replace(DIRECTIONS, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}

/** Keeps line breaks, replaces all other control characters, and removes direction overrides. */
export function toPlainLines(text: string): string {
  return text
    .replace(DIRECTIONS, '')
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .trim()
}

/** Replaces line breaks and control characters in every text of an object. */
export function cleanTexts<T extends object>(texts: T): T {
  return Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, cleanValue(value)])) as T
}

function cleanValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleanValue)
  if (typeof value === 'object' && value !== null) return cleanTexts(value)
  return typeof value === 'string' ? flattenLines(value) : value
}
