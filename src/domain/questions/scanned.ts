import { DATA_TYPE, QUESTION_TYPE } from './documents.ts'
import { refuse, type Result } from '../kernel/index.ts'
import type { Question } from './codec.ts'
import { dataCodecFor } from './data-types.ts'

type Kind = Pick<Question, 'tipoPregunta' | 'tipoDato'>

/** Checks whether `escaneable` applies to a question: open questions of text or whole numbers. */
export function mayBeScanned({ tipoPregunta, tipoDato }: Kind): boolean {
  return tipoPregunta === QUESTION_TYPE.OPEN && (tipoDato === DATA_TYPE.STRING || tipoDato === DATA_TYPE.NUMBER)
}

/** Checks whether a code can be scanned as the answer. */
export function isScanned(question: Kind & Pick<Question, 'escaneable'>): boolean {
  return question.escaneable === true && mayBeScanned(question)
}

/**
 * Invisible control characters, e.g. between the parts of a GS1 code. Excludes line ends and tabs, and NUL, which is
 * refused.
 */
const UNSEEN = /[^\P{Cc}\n\r\t\0]/gu

/**
 * Converts a scanned code to an answer: invisible characters become spaces, surrounding whitespace is trimmed.
 * @returns canonical text, or the reason why the question does not accept it; empty codes are refused
 */
export function parseScannedCode(
  question: Pick<Question, 'tipoDato' | 'permiteNegativos'>,
  code: string,
): Result<string> {
  const text = code.replaceAll(UNSEEN, ' ').replaceAll(/\r\n?/g, '\n').trim()
  return text === '' ? refuse('value.text-invalid') : dataCodecFor(question).parse(text)
}
