import { ok, refuse } from '../../kernel/index.ts'
import type { QuestionCodec } from '../codec.ts'
import { checkOnlyField } from '../shape.ts'

/** Yes or no. "No" counts as answered. */
export const booleanCodec: QuestionCodec = {
  check: (value) => {
    const shape = checkOnlyField(value, 'respuesta')
    if (!shape.ok) return shape
    return typeof value.respuesta === 'string' ? refuse('answer.wrong-value', { field: 'respuesta' }) : ok(undefined)
  },
  isAnswered: (value) => typeof value.respuesta === 'boolean',
  format: ({ respuesta }, _asked, texts) => {
    if (typeof respuesta !== 'boolean') return ''
    return respuesta ? texts.yes : texts.no
  },
}
