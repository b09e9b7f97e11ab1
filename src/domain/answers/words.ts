import { provisionalReference, referencePrefix } from '../codes/reference.ts'
import { recipientOf } from './documents/recipient.ts'
import type { Answer } from './documents/answer.ts'
import type { AnsweredQuestion, Option } from '../questions/documents.ts'
import type { AnsweredSection } from '../templates/documents/section.ts'
import { comparableIdNumber, soughtIdNumber } from '../kernel/index.ts'
import { soughtWords, wordsToFind, type SoughtWord } from '../search/words.ts'

/** Documents of earlier releases may lack what was given a default since. */
type Kept<T, Names extends keyof T> = { readonly [Name in Names]?: T[Name] | undefined }
type KeptQuestion = Kept<AnsweredQuestion, 'respuesta' | 'opciones' | 'combinedQuestions'>
type KeptSection = Kept<AnsweredSection, 'conditionalSection' | 'conditions' | 'preguntas' | 'seccionesRepetibles'>

/** What of an answer is found by its words. */
export type AnswerTexts = Kept<Answer, Facts | 'requestsForChanges'> & { readonly secciones?: readonly KeptSection[] }
type Facts =
  | 'id'
  | 'codigoMunicipio'
  | 'creadoPor'
  | 'firstName'
  | 'lastName'
  | 'datosCiudadano'
  | 'persona'
  | 'payments'
  | 'ubicacion'

/**
 * The words by which an answer is found: code and reference, the citizen or recipient, the author, the order and its
 * payer, the address, what was answered and chosen, and what was asked of the citizen. Not what the form says, what was
 * photographed or signed, nor a code that opens something. The most important come first: the number kept is limited.
 */
export function answerWordsOf(answer: AnswerTexts): readonly string[] {
  return wordsToFind(textsOf(answer))
}

/** What typed text may mean, any of it: words, a number with points, an answer's reference. None: it finds nothing. */
export function soughtInAnswers(typed: string): readonly (readonly SoughtWord[])[] {
  const number = NUMBER.test(typed) ? typed.replace(/\D/g, '') : ''
  const others = [number, soughtIdNumber(typed) ?? '', referencePrefix(typed) ?? ''].map((text) =>
    soughtWords(text).map(({ word }) => ({ word, isWhole: true })),
  )
  return [soughtWords(typed), ...others].filter((sought) => sought.length > 0)
}

/** An ID or tax number, a telephone: stored without what stands between the digits. */
const NUMBER = /^\d[\d .-]{4,}\d$/

function textsOf(answer: AnswerTexts): readonly (string | undefined)[] {
  const { id, codigoMunicipio = '', firstName = '', lastName = '', creadoPor = '' } = answer
  const { datosCiudadano, persona, payments = [], ubicacion, requestsForChanges = [], secciones = [] } = answer
  const texts: Texts = id === undefined ? [] : [provisionalReference(id).replace('-', '')]
  texts.push(codigoMunicipio, recipientOf({ datosCiudadano, persona }), firstName, lastName, localPart(creadoPor))
  if (datosCiudadano !== undefined) {
    const { dni, cuit, email, telefono, calle } = datosCiudadano as Partial<typeof datosCiudadano>
    texts.push(
      dni,
      comparableIdNumber(dni ?? ''),
      cuit,
      comparableIdNumber(cuit ?? ''),
      email,
      telefono,
      telefono?.replace(/\D/g, ''),
      calle,
    )
  }
  for (const { payOrder } of payments) {
    const { orderId, reference, fullName, dni, email, phone } = payOrder
    texts.push(orderId, reference, fullName, dni, comparableIdNumber(dni), email, phone, phone.replace(/\D/g, ''))
  }
  texts.push(persona?.direccion, ubicacion?.direccion)
  for (const section of secciones) addSection(texts, section)
  for (const { comment, changesRequested } of requestsForChanges) {
    texts.push(comment)
    for (const marked of Object.values(changesRequested).flat()) texts.push(marked.comment)
  }
  return texts
}

type Texts = (string | undefined)[]

function addSection(texts: Texts, section: KeptSection): void {
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

function addQuestion(texts: Texts, { respuesta, opciones, combinedQuestions = [] }: KeptQuestion): void {
  addAnswered(texts, respuesta, opciones)
  for (const item of combinedQuestions) if (item.type === 'input') addAnswered(texts, item.respuesta, item.opciones)
}

function addAnswered(texts: Texts, text: string | boolean | undefined, options: readonly Option[] = []): void {
  if (typeof text === 'string') texts.push(text)
  for (const { checked, texto } of options) if (checked) texts.push(texto)
}

/** Of an e-mail address: the rest of it everybody shares. */
export function localPart(login: string): string {
  return login.split('@')[0] ?? ''
}
