import { ALL_STATES_FILTER } from '../kernel/limits.ts'
import { comparableIdNumber } from '../kernel/comparable.ts'
import type { TemplateId } from '../kernel/ids.ts'
import { hasWords } from '../search/words.ts'
import { matchesWords, termsFor, termsOf } from '../search/terms.ts'
import { waitsForDecision, type ListedAnswer } from './summaries.ts'
import { answerWordsOf, localPart, soughtInAnswers } from './words.ts'
import type { AnswerFilter } from './answers-api.ts'
import { openWordsOf } from './open-words.ts'

/** What is said of one answer before it is judged whether it fits. */
export type Fitting = Pick<ListedAnswer, 'summary' | 'standing' | 'solved' | 'payers'> & {
  readonly datosCiudadano?: { readonly dni?: string; readonly cuit?: string } | undefined
  /** all of its words (`answerWordsOf`); missing: only its line is here, and what stands in that is found */
  readonly words?: () => readonly string[]
}

/** Whether a filter wants an answer, for the server's list, the export and a device. Codes count in capitals, too. */
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

/** The moment by which the filter's dates and the order go. */
export function momentOf({ summary }: Pick<ListedAnswer, 'summary'>, { lastUpdateCheck }: AnswerFilter): string {
  return lastUpdateCheck === undefined ? summary.fechaCreacion : summary.lastUpdate
}

/** The codes that the typed text may mean. */
export function codesOf(typed: string): readonly string[] {
  return [...new Set([typed, typed.toUpperCase()])]
}

/** The e-mail addresses or usernames that the typed text may mean. */
export function loginsOf(typed: string): readonly string[] {
  return [...new Set([typed, typed.toLowerCase()])]
}

type Named = Pick<ListedAnswer['summary'], 'creadoPor' | 'firstName' | 'lastName'>

/** Whether its author is one whom the typed text may mean. */
export function isBy(named: Named, typed: string): boolean {
  return typed === '' || loginsOf(typed).includes(named.creadoPor) || matchesWords(authorTexts(named), typed)
}

/** Whether the typed ID number is that of the citizen or of a payer. */
function isOfPerson({ datosCiudadano, payers = [] }: Fitting, typed: string): boolean {
  if (typed === '') return true
  const number = comparableIdNumber(typed)
  return number !== '' && [...Object.values(idNumbersOf(datosCiudadano)), ...payers].includes(number)
}

/** The ID and tax number of a citizen as they are compared; earlier releases stored citizens without some fields. */
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
 * Fields to search answers by, beside their content: their author's names and their payers' ID numbers, each within
 * its form, the ID numbers of the citizen as they are compared, whether they wait for a decision, and what for
 * (`openWordsOf`).
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

/** What an index has for the typed words, of the answers to one form. */
export function termsWithin(template: TemplateId, typed: string): readonly string[] {
  return termsFor(typed).map((term) => termWithin(template, term))
}

/** The index term of a payer's ID number, as it is compared, among the answers to a form. */
export function payerTermWithin(template: TemplateId, id: string): string {
  return termWithin(template, payerTerm(id))
}

/** Begins with a sign, which no word of a name does. */
function payerTerm(id: string): string {
  return `=${id}`
}

function termWithin(template: TemplateId, term: string): string {
  return `${template}/${term}`
}
