import { QUESTION_TYPE } from './documents.ts'
import { OPTIONS_BEFORE_SEARCH } from '../kernel/index.ts'
import type { Answerable } from './codec.ts'
import { dataCodecFor } from './data-types.ts'

/** Side by side, with what is touched around each word, so many fit into a line of a tablet. */
const MOST_SIDE_BY_SIDE = 4
const MOST_LETTERS_SIDE_BY_SIDE = 24

/** Whole titles only, and no "Móvil" alone, also a patrol car: a wrong guess would leave a keyboard without letters. */
const PHONE =
  /^(?:(?:n[úu]mero de )?(?:tel[ée]fono(?: m[óo]vil)?|celular|phone)(?: number| de contacto)?|n[úu]mero de m[óo]vil|mobile (?:phone|number))$/i
const EMAIL = /^(?:e-?mail|correo)/i

/** What is answered in sentences, by what its author calls it. */
const IN_SENTENCES =
  /observ|coment|descri|detal|aclar|relat|mensaje|\bnotas?\b|explic|cuent|qu[ée] pas[óo]|remark|note|detail|message|expla|what happened/i

/** Part 3, point 5: the filter flag, or more than ten. */
export function isSearched({ filtrable, opciones }: Answerable): boolean {
  return filtrable || opciones.length > OPTIONS_BEFORE_SEARCH
}

/** Whether the options of a choice are few and short: where there is room they stand in one line. */
export function areSideBySide(asked: Answerable): boolean {
  const { opciones } = asked
  return (
    !isSearched(asked) &&
    opciones.length <= MOST_SIDE_BY_SIDE &&
    opciones.every(({ texto }) => texto.length <= MOST_LETTERS_SIDE_BY_SIDE)
  )
}

/** The keyboard for a text, by what its author calls it. @returns an `inputmode`; undefined: the plain keyboard */
export function keyboardOf(asked: Answerable): 'tel' | 'email' | undefined {
  if (asked.tipoPregunta !== QUESTION_TYPE.OPEN || dataCodecFor(asked).holds !== 'text') return undefined
  const title = ('titulo' in asked ? asked.titulo : asked.name).trim()
  return PHONE.test(title) ? 'tel' : EMAIL.test(title) ? 'email' : undefined
}

/** Whether one line answers a text, by what its author calls it: Enter then goes on instead of breaking the line. */
export function isOneLine(asked: Answerable): boolean {
  return !IN_SENTENCES.test('titulo' in asked ? asked.titulo : asked.name)
}
