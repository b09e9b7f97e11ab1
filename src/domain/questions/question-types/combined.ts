import { ok, refuse } from '../../kernel/index.ts'
import type { Answerable, CombinedInput, QuestionCodec } from '../codec.ts'
import { checkOnlyField } from '../shape.ts'
import { getInputCodec } from './input.ts'

/** Returns the inputs of a combined question in display order. */
export function listCombinedInputs(question: Answerable): readonly CombinedInput[] {
  const items = 'combinedQuestions' in question ? (question.combinedQuestions ?? []) : []
  return items.filter((item) => item.type === 'input')
}

/** Text with inputs in it; each input is checked like a question of its type. */
export const combinedCodec: QuestionCodec = {
  check: (value, question) => {
    const shape = checkOnlyField(value, 'combined')
    if (!shape.ok) return shape
    const inputs = new Map(listCombinedInputs(question).map((input) => [String(input.orden), input]))
    for (const [order, inner] of Object.entries(value.combined ?? {})) {
      const input = inputs.get(order)
      if (input === undefined) return refuse('answer.unknown-address', { item: order })
      const checked = getInputCodec(input).check(inner, input)
      if (!checked.ok) return checked
    }
    return ok(undefined)
  },
  isAnswered: (value, question) =>
    listCombinedInputs(question).some((input) => {
      const inner = value.combined?.[String(input.orden)]
      return inner !== undefined && getInputCodec(input).isAnswered(inner, input)
    }),
  format: (value, question, texts) =>
    listCombinedInputs(question)
      .map((input) => getInputCodec(input).format(value.combined?.[String(input.orden)] ?? {}, input, texts))
      .filter((text) => text !== '')
      .join(' · '),
}
