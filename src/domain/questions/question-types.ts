import { QUESTION_TYPE } from './documents.ts'
import type { Answerable, QuestionCodec, QuestionType } from './codec.ts'
import { booleanCodec } from './question-types/boolean.ts'
import { combinedCodec } from './question-types/combined.ts'
import { openCodec } from './question-types/open.ts'
import { radioCodec } from './question-types/radio.ts'
import { selectCodec } from './question-types/select.ts'

/** Codecs by question type; TypeScript reports a missing one. */
const QUESTION_CODECS: Readonly<Record<QuestionType, QuestionCodec>> = {
  [QUESTION_TYPE.OPEN]: openCodec,
  [QUESTION_TYPE.SELECT]: selectCodec,
  [QUESTION_TYPE.RADIO]: radioCodec,
  [QUESTION_TYPE.BOOLEAN]: booleanCodec,
  [QUESTION_TYPE.COMBINED]: combinedCodec,
}

export function getQuestionCodec(question: Answerable): QuestionCodec {
  return QUESTION_CODECS[question.tipoPregunta]
}
