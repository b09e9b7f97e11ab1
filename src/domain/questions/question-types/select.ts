import type { QuestionCodec } from '../codec.ts'
import { checkChosen, chosenOptions, optionText } from '../options.ts'

/** Any number of options. */
export const selectCodec: QuestionCodec = {
  check: checkChosen,
  isAnswered: (value) => (value.chosen ?? []).length > 0,
  format: (value, asked, words) =>
    chosenOptions(value, asked)
      .map((option) => optionText(option, words.language))
      .join(', '),
}
