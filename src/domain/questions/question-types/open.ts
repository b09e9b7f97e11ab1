import { ok, refuse } from '../../kernel/index.ts'
import type { QuestionCodec } from '../codec.ts'
import { dataCodecFor } from '../data-types.ts'
import { checkOnlyField } from '../shape.ts'
import { isBlank } from '../text.ts'

/** Text, numbers, dates and times; also headings and links, which are not answered by typing. */
export const openCodec: QuestionCodec = {
  check: (value, asked) => {
    const shape = checkOnlyField(value, 'respuesta')
    if (!shape.ok) return shape
    if (value.respuesta === undefined) return ok(undefined)
    if (typeof value.respuesta !== 'string') return refuse('answer.wrong-value', { field: 'respuesta' })
    return dataCodecFor(asked).check(value.respuesta)
  },
  isAnswered: (value, asked) =>
    dataCodecFor(asked).holds !== 'none' && typeof value.respuesta === 'string' && !isBlank(value.respuesta),
  format: (value, asked) => (typeof value.respuesta === 'string' ? dataCodecFor(asked).format(value.respuesta) : ''),
}
