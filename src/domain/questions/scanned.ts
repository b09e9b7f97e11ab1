import { DATA_TYPE, QUESTION_TYPE } from './documents.ts'
import { refuse, type Result } from '../kernel/index.ts'
import type { Question } from './codec.ts'
import { dataCodecFor } from './data-types.ts'

type Kind = Pick<Question, 'tipoPregunta' | 'tipoDato'>

/** Whether `escaneable` means something here: on an open question of text or whole number, which are what codes say. */
export function mayBeScanned({ tipoPregunta, tipoDato }: Kind): boolean {
  return tipoPregunta === QUESTION_TYPE.OPEN && (tipoDato === DATA_TYPE.STRING || tipoDato === DATA_TYPE.NUMBER)
}

/** Whether a code can be scanned into the answer. */
export function isScanned(question: Kind & Pick<Question, 'escaneable'>): boolean {
  return question.escaneable === true && mayBeScanned(question)
}

/** Marks without a shape, as between the parts of a GS1 code; line ends and tabs can be seen, and NUL is refused. */
const UNSEEN = /[^\P{Cc}\n\r\t\0]/gu

/**
 * What a code says, as the answer to a question, without what people neither see nor could search for: marks without a
 * shape are blanks, and blanks around it are dropped.
 * @returns canonical text, or why this question does not take it, typed or scanned; a code that says nothing is refused
 */
export function readCode(question: Pick<Question, 'tipoDato' | 'permiteNegativos'>, code: string): Result<string> {
  const text = code.replaceAll(UNSEEN, ' ').replaceAll(/\r\n?/g, '\n').trim()
  return text === '' ? refuse('value.text-invalid') : dataCodecFor(question).parse(text)
}
