import { QUESTION_TYPE } from './documents.ts'
import { MAX_OPTIONS_WITHOUT_SEARCH } from '../kernel/index.ts'
import type { Answerable } from './codec.ts'
import { getDataCodec } from './data-types.ts'

/** Maximum number of options, and maximum characters of each, that fit side by side on a tablet. */
const MAX_PARALLEL = 4
const MAX_PARALLEL_LENGTH = 24

/**
 * Matches titles of questions for a telephone number. Matches whole titles only, because a wrong guess shows a keyboard
 * without letters. Excludes "Móvil" alone, because it can mean a patrol car.
 */
const PHONE =
  /^(?:(?:n[úu]mero de )?(?:tel[ée]fono(?: m[óo]vil)?|celular|phone)(?: number| de contacto)?|n[úu]mero de m[óo]vil|mobile (?:phone|number))$/i
const EMAIL = /^(?:e-?mail|correo)/i

/** Matches titles of questions that are usually answered in sentences. */
const LONG_TEXT_TITLE =
  /observ|coment|descri|detal|aclar|relat|mensaje|\bnotas?\b|explic|cuent|qu[ée] pas[óo]|remark|note|detail|message|expla|what happened/i

/**
 * Checks whether the options have a search box: if the form requests it, or if there are more than ten (part 3, point
 * 5).
 */
export function hasOptionSearch({ filtrable, opciones }: Answerable): boolean {
  return filtrable || opciones.length > MAX_OPTIONS_WITHOUT_SEARCH
}

/** Checks whether there are few options, short enough to be shown in one line. */
export function doOptionsFitInOneLine(question: Answerable): boolean {
  const { opciones } = question
  return (
    !hasOptionSearch(question) &&
    opciones.length <= MAX_PARALLEL &&
    opciones.every(({ texto }) => texto.length <= MAX_PARALLEL_LENGTH)
  )
}

/** Chooses the keyboard for a text question from its title. @returns an `inputmode`; undefined: default keyboard */
export function pickKeyboard(question: Answerable): 'tel' | 'email' | undefined {
  if (question.tipoPregunta !== QUESTION_TYPE.OPEN || getDataCodec(question).holds !== 'text') return undefined
  const title = ('titulo' in question ? question.titulo : question.name).trim()
  if (PHONE.test(title)) return 'tel'
  return EMAIL.test(title) ? 'email' : undefined
}

/** Checks by the title whether the answer fits in one line; Enter then moves to the next question. */
export function doesAnswerFitInOneLine(question: Answerable): boolean {
  return !LONG_TEXT_TITLE.test('titulo' in question ? question.titulo : question.name)
}
