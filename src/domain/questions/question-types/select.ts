import type { QuestionCodec } from '../codec.ts'
import { checkChosen, chosenOptions, optionText } from '../options.ts'

/** Any number of options. */
export const selectCodec: QuestionCodec = {
  check: checkChosen,
  isAnswered: (value) => (value.chosen ?? []).length > 0,
  format: (value, question, texts) =>
    chosenOptions(value, question)
      .map((option) => optionText(option, texts.language))
      .join(', '),
}
