import { provisionalReference } from '#domain/codes/index.ts'
import type { AnswerLine } from '../answer-lines.ts'

/** Its code, or its reference until it has one. */
export function nameOfLine({ id, code }: Pick<AnswerLine, 'id' | 'code'>): string {
  return code === '' ? provisionalReference(id) : code
}
