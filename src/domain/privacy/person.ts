import { z } from 'zod'
import type { Answer } from '../answers/documents/answer.ts'
import { listAnswerTexts, parseAnswerSearch } from '../answers/search-words.ts'
import { toComparableIdNumber } from '../kernel/comparable.ts'
import type { PaymentOrder } from '../payments/documents/order.ts'
import type { PersonMatchKind } from './documents.ts'
import type { SearchWord } from '../search/words.ts'

/** Identifiers by which a person is found: ID or tax number, e-mail address, or id in the citizen registry. */
export const IDENTIFIER_KINDS = ['number', 'email', 'citizen'] as const
type IdentifierKind = (typeof IDENTIFIER_KINDS)[number]

/** Minimum characters of a comparable number, so that a typing error does not match a house number. */
const MIN_NUMBER_LENGTH = 6
const MAX_IDENTIFIER_LENGTH = 254

const textSchema = z.string().trim().min(1).max(MAX_IDENTIFIER_LENGTH)
/** Identifier of the person to search for, as typed. */
export const personIdentifierSchema = z
  .strictObject({ kind: z.enum(IDENTIFIER_KINDS), value: textSchema })
  .refine(({ kind, value }) => isUsable(kind, value), { path: ['value'] })
export type PersonIdentifier = z.output<typeof personIdentifierSchema>

function isUsable(kind: IdentifierKind, value: string): boolean {
  if (kind === 'number') return toComparableIdNumber(value).length >= MIN_NUMBER_LENGTH
  return kind === 'email' ? z.email().safeParse(toComparableEmail(value)).success : true
}

function toComparableEmail(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}

/** Returns the comparable form of an identifier, which is equal for all spellings. */
export function normaliseIdentifier({ kind, value }: PersonIdentifier): string {
  switch (kind) {
    case 'number':
      return toComparableIdNumber(value)
    case 'email':
      return toComparableEmail(value)
    case 'citizen':
      return value.trim()
  }
}

/**
 * Returns how an answer names the person; undefined: it does not.
 *
 * | value | the person is |
 * |---|---|
 * | citizen | the citizen of the answer |
 * | payer | the payer of its order |
 * | content | named in one of its texts, for example as a witness |
 */
export function matchPersonInAnswer(answer: Answer, sought: PersonIdentifier): PersonMatchKind | undefined {
  const { datosCiudadano: citizen, payments } = answer
  if (citizen !== undefined && isCitizen(citizen, sought)) return 'citizen'
  if (payments.some(({ payOrder }) => isPayer(payOrder, sought))) return 'payer'
  const { kind } = sought
  if (kind === 'citizen') return undefined
  const wanted = normaliseIdentifier(sought)
  const names = (text: string): boolean =>
    kind === 'number'
      ? text.length <= MAX_IDENTIFIER_LENGTH && toComparableIdNumber(text) === wanted
      : toComparableEmail(text).split(ADDRESS_SEPARATOR).includes(wanted)
  return listAnswerTexts(answer).some((text) => text !== undefined && names(text)) ? 'content' : undefined
}
const ADDRESS_SEPARATOR = /[\s<>()[\],;:"]+/u

function isCitizen(citizen: NonNullable<Answer['datosCiudadano']>, sought: PersonIdentifier): boolean {
  const wanted = normaliseIdentifier(sought)
  // Documents of earlier releases may lack fields.
  const { id = '', dni = '', cuit = '', email = '' } = citizen as Partial<typeof citizen>
  switch (sought.kind) {
    case 'number':
      return [dni, cuit].some((number) => toComparableIdNumber(number) === wanted)
    case 'email':
      return toComparableEmail(email) === wanted
    case 'citizen':
      return id === wanted
  }
}

/** Checks whether the person is the payer of an order, by ID number or e-mail address. */
export function isPayer({ dni, email }: Pick<PaymentOrder, 'dni' | 'email'>, sought: PersonIdentifier): boolean {
  const wanted = normaliseIdentifier(sought)
  if (sought.kind === 'number') return toComparableIdNumber(dni) === wanted
  return sought.kind === 'email' && toComparableEmail(email) === wanted
}

/** Checks whether an e-mail address is one of a person's addresses. @param addresses in comparable form */
export function includesEmailAddress(address: string, addresses: ReadonlySet<string>): boolean {
  return addresses.has(toComparableEmail(address))
}

/** Returns the comparable forms of e-mail addresses, without empty addresses. */
export function normaliseEmailAddresses(addresses: readonly (string | undefined)[]): ReadonlySet<string> {
  return new Set(addresses.map((address) => toComparableEmail(address ?? '')).filter((address) => address !== ''))
}

/**
 * Words by which a text search finds the identifier: as typed, and for a number also as written with separators. The
 * search splits texts at separators, so `30123456` alone does not find `30.123.456`.
 */
export function buildIdentifierWords(sought: PersonIdentifier): readonly (readonly SearchWord[])[] {
  const plain = normaliseIdentifier(sought)
  if (sought.kind !== 'number' || !/^\d+$/.test(plain)) return parseAnswerSearch(sought.value)
  const [body, check] = [plain.slice(0, -1), plain.slice(-1)]
  const writings = [
    sought.value,
    plain,
    groupDigits(plain),
    `${groupDigits(body)} ${check}`,
    `${body} ${check}`,
    // Argentina: 20-12345678-9
    `${plain.slice(0, 2)} ${plain.slice(2, -1)} ${check}`,
  ]
  const all = writings.flatMap(parseAnswerSearch)
  return [...new Map(all.map((words) => [JSON.stringify(words), words])).values()]
}

/** Groups digits by threes from the end, as in numbers that are written with full stops. */
function groupDigits(digits: string): string {
  const first = digits.length % GROUP
  const groups = first === 0 ? [] : [digits.slice(0, first)]
  for (let start = first; start < digits.length; start += GROUP) groups.push(digits.slice(start, start + GROUP))
  return groups.join(' ')
}
const GROUP = 3
