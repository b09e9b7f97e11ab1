import { DATA_TYPE, QUESTION_TYPE } from './documents.ts'
import { refuse, type Result } from '../kernel/index.ts'
import type { Question } from './codec.ts'
import { getDataCodec } from './data-types.ts'

type Kind = Pick<Question, 'tipoPregunta' | 'tipoDato'>

/** Checks whether `escaneable` applies to a question: only open questions for text or whole numbers. */
export function mayBeScannable({ tipoPregunta, tipoDato }: Kind): boolean {
  return tipoPregunta === QUESTION_TYPE.OPEN && (tipoDato === DATA_TYPE.STRING || tipoDato === DATA_TYPE.NUMBER)
}

/** Checks whether the question can be answered by scanning a code. */
export function isScannable(question: Kind & Pick<Question, 'escaneable'>): boolean {
  return question.escaneable === true && mayBeScannable(question)
}

/**
 * Control characters, which are invisible, such as those between the parts of a GS1 code. Excludes line ends and tabs,
 * which are allowed, and NUL, which is refused later.
 */
const CONTROL_CHARACTERS = /[^\P{Cc}\n\r\t\0]/gu

/**
 * Converts a scanned code to the text of a question: replaces control characters by spaces, and trims the result.
 * @returns canonical text, or the reason why the question does not accept the code; refuses an empty code
 */
export function parseScannedCode(
  question: Pick<Question, 'tipoDato' | 'permiteNegativos'>,
  code: string,
): Result<string> {
  const text = code.replaceAll(CONTROL_CHARACTERS, ' ').replaceAll(/\r\n?/g, '\n').trim()
  return text === '' ? refuse('value.text-invalid') : getDataCodec(question).parse(text)
}
