import type { QuestionCodec } from '../codec.ts'
import { checkChosenOptions, listChosenOptions, findOptionText } from '../options.ts'

/** Any number of options. */
export const selectCodec: QuestionCodec = {
  check: checkChosenOptions,
  isAnswered: (value) => (value.chosen ?? []).length > 0,
  format: (value, question, texts) =>
    listChosenOptions(value, question)
      .map((option) => findOptionText(option, texts.language))
      .join(', '),
}
