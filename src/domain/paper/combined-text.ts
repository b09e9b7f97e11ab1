import type { AnsweredQuestion } from '../questions/documents.ts'
import type { QuestionValue } from '../answers/documents/values.ts'
import { trimmedOf } from '../kernel/index.ts'
import { inputCodecFor } from '../questions/question-types/input.ts'
import type { FormatWords } from '../questions/codec.ts'

/** What stands where a field of a combined question was left empty: a place to write on. */
const BLANK = '______'

/** A combined question as it reads when filled in: its own text, each field by its name with what was answered. */
export function combinedText(question: AnsweredQuestion, value: QuestionValue, words: FormatWords): string {
  const pieces = (question.combinedQuestions ?? [])
    .toSorted((a, b) => a.orden - b.orden)
    .map((item) => {
      if (item.type === 'text') return item.content.trim()
      if (item.type === 'break') return '\n'
      const written = inputCodecFor(item).format(value.combined?.[String(item.orden)] ?? {}, item, words)
      const name = item.name.trim()
      return name === '' ? written || BLANK : `${name}: ${written || BLANK}`
    })
  return pieces
    .filter((piece) => piece !== '')
    .join(' ')
    .split('\n')
    .map((line) => trimmedOf(line, / /))
    .join('\n')
    .trim()
}
