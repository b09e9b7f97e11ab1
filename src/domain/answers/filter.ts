import { ALL_STATES_FILTER } from '../kernel/limits.ts'
import { toComparableIdNumber } from '../kernel/comparable.ts'
import type { TemplateId } from '../kernel/ids.ts'
import { includesSearchWords } from '../search/words.ts'
import { matchesWordPrefixes, parseSearchTerms, buildIndexTerms } from '../search/terms.ts'
import { waitsForDecision, type ListedAnswer } from './summaries.ts'
import { buildAnswerWords, extractLocalPart, parseAnswerSearch } from './search-words.ts'
import type { AnswerFilter } from './answers-api.ts'
import { buildWaitingSearchWords } from './open-kinds.ts'

/** Facts about an answer that a filter is matched against. */
export type FilterableAnswer = Pick<ListedAnswer, 'summary' | 'standing' | 'solved' | 'payers'> & {
  readonly datosCiudadano?: { readonly dni?: string; readonly cuit?: string } | undefined
  /** all words of the answer (`buildAnswerWords`); when missing, only the words of its summary are matched */
  readonly words?: () => readonly string[]
}

/**
 * Checks whether an answer matches a filter, for the server's list, exports and devices. A code typed in lower case
 * also matches.
 */
export function matchesFilter(answer: FilterableAnswer, filter: AnswerFilter): boolean {
  const { summary, standing } = answer
  const { startDate, endDate, payment, waiting } = filter
  const states = parseWantedStates(filter)
  const at = pickListedTime(answer, filter)
  return (
    (states === null || (standing !== undefined && states.has(standing.actual))) &&
    isOfPerson(answer, filter.citizenDni) &&
    (startDate === undefined || at >= startDate) &&
    (endDate === undefined || at <= endDate) &&
    (payment === undefined || payment === (summary.refunded === undefined ? summary.pago : 'Devuelto')) &&
    (waiting === undefined || waitsForDecision(answer)) &&
    isAuthoredBy(summary, filter.answerBy) &&
    isFoundByTypedText(answer, filter.municipalityCodeId)
  )
}

/** Returns the ids of the states that match; null: all answers, with or without a state. */
export function parseWantedStates({ state }: Pick<AnswerFilter, 'state'>): ReadonlySet<number> | null {
  return state === ALL_STATES_FILTER ? null : new Set(state.split(',').map(Number))
}

/** Returns the time that date filters and sorting use. */
export function pickListedTime({ summary }: Pick<ListedAnswer, 'summary'>, { lastUpdateCheck }: AnswerFilter): string {
  return lastUpdateCheck === undefined ? summary.fechaCreacion : summary.lastUpdate
}

/** Returns the spellings of a typed code to search for: as typed and in upper case. */
export function listPossibleCodes(typed: string): readonly string[] {
  return [...new Set([typed, typed.toUpperCase()])]
}

/** Returns the spellings of a typed e-mail address or username to search for: as typed and in lower case. */
export function listPossibleLogins(typed: string): readonly string[] {
  return [...new Set([typed, typed.toLowerCase()])]
}

type AuthorNames = Pick<ListedAnswer['summary'], 'creadoPor' | 'firstName' | 'lastName'>

/** Checks whether the author matches the typed text. */
export function isAuthoredBy(namedNames: AuthorNames, typed: string): boolean {
  return (
    typed === '' ||
    listPossibleLogins(typed).includes(namedNames.creadoPor) ||
    matchesWordPrefixes(listAuthorTexts(namedNames), typed)
  )
}

/** Checks whether the typed ID number belongs to the citizen or a payer. */
function isOfPerson({ datosCiudadano, payers = [] }: FilterableAnswer, typed: string): boolean {
  if (typed === '') return true
  const number = toComparableIdNumber(typed)
  return number !== '' && [...Object.values(listComparableIdNumbers(datosCiudadano)), ...payers].includes(number)
}

/** Returns ID and tax number in comparable form. Citizens stored by earlier releases may lack fields. */
function listComparableIdNumbers(citizen: FilterableAnswer['datosCiudadano']): {
  readonly dni?: string
  readonly cuit?: string
} {
  const [dni, cuit] = [citizen?.dni, citizen?.cuit].map((number) => toComparableIdNumber(number ?? ''))
  return { ...(dni === '' ? {} : { dni }), ...(cuit === '' ? {} : { cuit }) }
}

function isFoundByTypedText({ summary, words }: FilterableAnswer, typed: string): boolean {
  if (typed === '') return true
  const found = words?.() ?? listSummaryTexts(summary)
  return parseAnswerSearch(typed).some((searchWords) => includesSearchWords(found, searchWords))
}

function listSummaryTexts(summary: ListedAnswer['summary']): readonly string[] {
  const { destinatario: nombre } = summary
  return buildAnswerWords({ ...summary, persona: { nombre, direccion: '' } })
}

function listAuthorTexts({ firstName, lastName, creadoPor }: AuthorNames): readonly string[] {
  return [firstName, lastName, extractLocalPart(creadoPor)]
}

/**
 * Search fields of an answer in addition to its content:
 * - `dni`, `cuit`: ID numbers of the citizen in comparable form
 * - `terms`: author names and ID numbers of payers, prefixed with the form's id
 * - `waits`: the answer needs a decision
 * - `open`: the kinds of decision it needs (`buildWaitingSearchWords`)
 */
export type AnswerSearchFields = {
  readonly dni?: string
  readonly cuit?: string
  readonly terms: readonly string[]
  readonly waits: boolean
  readonly open: readonly string[]
}

export function buildAnswerSearchFields(listed: ListedAnswer): AnswerSearchFields {
  const { summary, idPlantilla, datosCiudadano, payers = [] } = listed
  const terms = [...buildIndexTerms(listAuthorTexts(summary)), ...new Set(payers.map(buildPayerTerm))]
  return {
    ...listComparableIdNumbers(datosCiudadano),
    terms: terms.map((term) => buildTermWithin(idPlantilla, term)),
    waits: waitsForDecision(listed),
    open: buildWaitingSearchWords(listed),
  }
}

/** Returns index terms to search for the typed words among the answers to one form. */
export function buildFormSearchTerms(template: TemplateId, typed: string): readonly string[] {
  return parseSearchTerms(typed).map((term) => buildTermWithin(template, term))
}

/** Returns the index term to search for a payer's comparable ID number among the answers to one form. */
export function buildFormPayerTerm(template: TemplateId, id: string): string {
  return buildTermWithin(template, buildPayerTerm(id))
}

/** Prefixes a payer's number with `=`, so that the term never equals a word of a name. */
function buildPayerTerm(id: string): string {
  return `=${id}`
}

function buildTermWithin(template: TemplateId, term: string): string {
  return `${template}/${term}`
}
