import { ok, refuse } from '../../kernel/index.ts'
import type { QuestionCodec } from '../codec.ts'
import { checkChosenOptions } from '../options.ts'
import { selectCodec } from './select.ts'

/** At most one option. */
export const radioCodec: QuestionCodec = {
  check: (value, question) => {
    const checked = checkChosenOptions(value, question)
    if (!checked.ok) return checked
    return (value.chosen ?? []).length > 1 ? refuse('value.single-option-only') : ok(undefined)
  },
  isAnswered: selectCodec.isAnswered,
  format: selectCodec.format,
}
