import { buildReference, parseReferencePrefix } from '../codes/reference.ts'
import { formatRecipientName } from './documents/recipient.ts'
import type { Answer } from './documents/answer.ts'
import type { AnsweredQuestion, Option } from '../questions/documents.ts'
import type { AnsweredSection } from '../templates/documents/section.ts'
import { toComparableIdNumber, parseIdNumberSearch } from '../kernel/index.ts'
import { parseSearchWords, collectWords, type SearchWord } from '../search/words.ts'

/** Makes fields optional, because documents of earlier releases may lack fields that have defaults now. */
type Lenient<T, Names extends keyof T> = { readonly [Name in Names]?: T[Name] | undefined }
type LenientQuestion = Lenient<AnsweredQuestion, 'respuesta' | 'opciones' | 'combinedQuestions'>
type LenientSection = Lenient<
  AnsweredSection,
  'conditionalSection' | 'conditions' | 'preguntas' | 'seccionesRepetibles'
>

/** Fields of an answer that are searched. */
export type AnswerTexts = Lenient<Answer, SearchedFields | 'requestsForChanges'> & {
  readonly secciones?: readonly LenientSection[]
}
type SearchedFields =
  | 'id'
  | 'codigoMunicipio'
  | 'earlierCodes'
  | 'creadoPor'
  | 'firstName'
  | 'lastName'
  | 'datosCiudadano'
  | 'persona'
  | 'payments'
  | 'ubicacion'

/**
 * Returns the search words of an answer, most important first, because their number is limited: code and reference,
 * citizen or recipient, author, order and payer, address, values and checked conditions, and change requests. Excludes
 * the form's other texts, photos, signatures and codes that grant access.
 */
export function buildAnswerWords(answer: AnswerTexts): readonly string[] {
  return collectWords(listAnswerTexts(answer))
}

/**
 * Returns the interpretations of a typed text: words, a number without separators, an ID number, or an answer's
 * reference. Empty if it contains nothing to search for.
 */
export function parseAnswerSearch(typed: string): readonly (readonly SearchWord[])[] {
  const number = NUMBER.test(typed) ? typed.replace(/\D/g, '') : ''
  const others = [number, parseIdNumberSearch(typed) ?? '', parseReferencePrefix(typed) ?? ''].map((text) =>
    parseSearchWords(text).map(({ word }) => ({ word, isWhole: true })),
  )
  return [parseSearchWords(typed), ...others].filter((searchWords) => searchWords.length > 0)
}

/** Typed ID, tax or telephone number; its separators are ignored. */
const NUMBER = /^\d[\d .-]{4,}\d$/

/** Returns the texts of an answer that are searched, most important first. */
export function listAnswerTexts(answer: AnswerTexts): readonly (string | undefined)[] {
  const { id, codigoMunicipio = '', firstName = '', lastName = '', creadoPor = '' } = answer
  const {
    earlierCodes = [],
    datosCiudadano,
    persona,
    payments = [],
    ubicacion,
    requestsForChanges = [],
    secciones = [],
  } = answer
  const texts: Texts = id === undefined ? [] : [buildReference(id).replace('-', '')]
  texts.push(
    codigoMunicipio,
    ...earlierCodes,
    formatRecipientName({ datosCiudadano, persona }),
    firstName,
    lastName,
    extractLocalPart(creadoPor),
  )
  if (datosCiudadano !== undefined) {
    const { dni, cuit, email, telefono, calle } = datosCiudadano as Partial<typeof datosCiudadano>
    texts.push(
      dni,
      toComparableIdNumber(dni ?? ''),
      cuit,
      toComparableIdNumber(cuit ?? ''),
      email,
      telefono,
      telefono?.replace(/\D/g, ''),
      calle,
    )
  }
  for (const { payOrder } of payments) {
    const { orderId, reference, fullName, dni, email, phone } = payOrder
    texts.push(orderId, reference, fullName, dni, toComparableIdNumber(dni), email, phone, phone.replace(/\D/g, ''))
  }
  texts.push(persona?.direccion, ubicacion?.direccion)
  for (const section of secciones) addSection(texts, section)
  for (const { comment, changesRequested } of requestsForChanges) {
    texts.push(comment)
    for (const markedSection of Object.values(changesRequested).flat()) texts.push(markedSection.comment)
  }
  return texts
}

type Texts = (string | undefined)[]

function addSection(texts: Texts, section: LenientSection): void {
  const { conditionalSection = false, conditions = [], preguntas = [], seccionesRepetibles = [] } = section
  if (!conditionalSection) {
    for (const question of preguntas) addQuestion(texts, question)
    for (const row of seccionesRepetibles) for (const question of row.preguntas) addQuestion(texts, question)
    return
  }
  for (const { checked, condition, questions } of conditions)
    if (checked) {
      texts.push(condition)
      for (const question of questions) addQuestion(texts, question)
    }
}

function addQuestion(texts: Texts, { respuesta, opciones, combinedQuestions = [] }: LenientQuestion): void {
  addAnsweredTexts(texts, respuesta, opciones)
  for (const item of combinedQuestions)
    if (item.type === 'input') addAnsweredTexts(texts, item.respuesta, item.opciones)
}

function addAnsweredTexts(texts: Texts, text: string | boolean | undefined, options: readonly Option[] = []): void {
  if (typeof text === 'string') texts.push(text)
  for (const { checked, texto } of options) if (checked) texts.push(texto)
}

/** Local part of an e-mail address; the domain is too common to be searched. */
export function extractLocalPart(login: string): string {
  return login.split('@')[0] ?? ''
}
