import { QUESTION_TYPE } from '../documents.ts'
import type { CombinedInput, QuestionCodec } from '../codec.ts'
import { booleanCodec } from './boolean.ts'
import { openCodec } from './open.ts'
import { radioCodec } from './radio.ts'
import { selectCodec } from './select.ts'

/** Codecs of inputs in a combined question: all types except combined. */
const INPUT_CODECS: Readonly<Record<CombinedInput['tipoPregunta'], QuestionCodec>> = {
  [QUESTION_TYPE.OPEN]: openCodec,
  [QUESTION_TYPE.SELECT]: selectCodec,
  [QUESTION_TYPE.RADIO]: radioCodec,
  [QUESTION_TYPE.BOOLEAN]: booleanCodec,
}

export function getInputCodec(input: CombinedInput): QuestionCodec {
  return INPUT_CODECS[input.tipoPregunta]
}
