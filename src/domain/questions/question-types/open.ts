import { ok, refuse } from '../../kernel/index.ts'
import type { QuestionCodec } from '../codec.ts'
import { getDataCodec } from '../data-types.ts'
import { checkOnlyField } from '../shape.ts'
import { isBlank } from '../text.ts'

/** Text, numbers, dates and times; also headings and links, which are not answered by typing. */
export const openCodec: QuestionCodec = {
  check: (value, question) => {
    const shape = checkOnlyField(value, 'respuesta')
    if (!shape.ok) return shape
    if (value.respuesta === undefined) return ok(undefined)
    if (typeof value.respuesta !== 'string') return refuse('answer.wrong-value', { field: 'respuesta' })
    return getDataCodec(question).check(value.respuesta)
  },
  isAnswered: (value, question) =>
    getDataCodec(question).holds !== 'none' && typeof value.respuesta === 'string' && !isBlank(value.respuesta),
  format: (value, question, { language }) =>
    typeof value.respuesta === 'string' ? getDataCodec(question).format(value.respuesta, language) : '',
}
