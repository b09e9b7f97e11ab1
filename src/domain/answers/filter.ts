import { ALL_STATES_FILTER } from '../kernel/limits.ts'
import { comparableIdNumber } from '../kernel/comparable.ts'
import type { TemplateId } from '../kernel/ids.ts'
import { hasWords } from '../search/words.ts'
import { matchesWords, termsFor, termsOf } from '../search/terms.ts'
import { waitsForDecision, type ListedAnswer } from './summaries.ts'
import { answerWordsOf, localPart, soughtInAnswers } from './words.ts'
import type { AnswerFilter } from './answers-api.ts'
import { openWordsOf } from './open-words.ts'

/** Facts about an answer that a filter is matched against. */
export type Fitting = Pick<ListedAnswer, 'summary' | 'standing' | 'solved' | 'payers'> & {
  readonly datosCiudadano?: { readonly dni?: string; readonly cuit?: string } | undefined
  /** all words of the answer (`answerWordsOf`); when missing, only the words of its summary are matched */
  readonly words?: () => readonly string[]
}

/**
 * Checks whether an answer matches a filter, for the server's list, exports and devices. A code typed in lower case
 * also matches.
 */
export function fitsFilter(answer: Fitting, filter: AnswerFilter): boolean {
  const { summary, standing } = answer
  const { state, startDate, endDate, payment, waiting } = filter
  const at = momentOf(answer, filter)
  return (
    (state === ALL_STATES_FILTER || standing?.actual === Number(state)) &&
    isOfPerson(answer, filter.citizenDni) &&
    (startDate === undefined || at >= startDate) &&
    (endDate === undefined || at <= endDate) &&
    (payment === undefined || summary.pago === payment) &&
    (waiting === undefined || waitsForDecision(answer)) &&
    isBy(summary, filter.answerBy) &&
    isSought(answer, filter.municipalityCodeId)
  )
}

/** Returns the time that date filters and sorting use. */
export function momentOf({ summary }: Pick<ListedAnswer, 'summary'>, { lastUpdateCheck }: AnswerFilter): string {
  return lastUpdateCheck === undefined ? summary.fechaCreacion : summary.lastUpdate
}

/** Returns the codes that a typed text may mean. */
export function codesOf(typed: string): readonly string[] {
  return [...new Set([typed, typed.toUpperCase()])]
}

/** Returns the e-mail addresses or usernames that a typed text may mean. */
export function loginsOf(typed: string): readonly string[] {
  return [...new Set([typed, typed.toLowerCase()])]
}

type Named = Pick<ListedAnswer['summary'], 'creadoPor' | 'firstName' | 'lastName'>

/** Checks whether the author matches the typed text. */
export function isBy(named: Named, typed: string): boolean {
  return typed === '' || loginsOf(typed).includes(named.creadoPor) || matchesWords(authorTexts(named), typed)
}

/** Checks whether the typed ID number belongs to the citizen or a payer. */
function isOfPerson({ datosCiudadano, payers = [] }: Fitting, typed: string): boolean {
  if (typed === '') return true
  const number = comparableIdNumber(typed)
  return number !== '' && [...Object.values(idNumbersOf(datosCiudadano)), ...payers].includes(number)
}

/** Returns ID and tax number in comparable form. Citizens stored by earlier releases may lack fields. */
function idNumbersOf(citizen: Fitting['datosCiudadano']): { readonly dni?: string; readonly cuit?: string } {
  const [dni, cuit] = [citizen?.dni, citizen?.cuit].map((number) => comparableIdNumber(number ?? ''))
  return { ...(dni === '' ? {} : { dni }), ...(cuit === '' ? {} : { cuit }) }
}

function isSought({ summary, words }: Fitting, typed: string): boolean {
  if (typed === '') return true
  const found = words?.() ?? lineWords(summary)
  return soughtInAnswers(typed).some((sought) => hasWords(found, sought))
}

function lineWords(summary: ListedAnswer['summary']): readonly string[] {
  const { destinatario: nombre } = summary
  return answerWordsOf({ ...summary, persona: { nombre, direccion: '' } })
}

function authorTexts({ firstName, lastName, creadoPor }: Named): readonly string[] {
  return [firstName, lastName, localPart(creadoPor)]
}

/**
 * Search fields of an answer besides its content:
 * - `dni`, `cuit`: ID numbers of the citizen in comparable form
 * - `terms`: author names and ID numbers of payers, prefixed with the form's id
 * - `waits`: the answer needs a decision
 * - `open`: the kinds of decision it needs (`openWordsOf`)
 */
export type AnswerListing = {
  readonly dni?: string
  readonly cuit?: string
  readonly terms: readonly string[]
  readonly waits: boolean
  readonly open: readonly string[]
}

export function answerListingOf(listed: ListedAnswer): AnswerListing {
  const { summary, idPlantilla, datosCiudadano, payers = [] } = listed
  const terms = [...termsOf(authorTexts(summary)), ...new Set(payers.map(payerTerm))]
  return {
    ...idNumbersOf(datosCiudadano),
    terms: terms.map((term) => termWithin(idPlantilla, term)),
    waits: waitsForDecision(listed),
    open: openWordsOf(listed),
  }
}

/** Returns the index terms of the typed words among the answers to one form. */
export function termsWithin(template: TemplateId, typed: string): readonly string[] {
  return termsFor(typed).map((term) => termWithin(template, term))
}

/** Returns the index term of a payer's comparable ID number among the answers to one form. */
export function payerTermWithin(template: TemplateId, id: string): string {
  return termWithin(template, payerTerm(id))
}

/** Prefixes a payer's number with `=`, so that the term never equals a word of a name. */
function payerTerm(id: string): string {
  return `=${id}`
}

function termWithin(template: TemplateId, term: string): string {
  return `${template}/${term}`
}
