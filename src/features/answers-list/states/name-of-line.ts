import { buildReference } from '#domain/codes/index.ts'
import type { AnswerTableRow } from '../answer-lines.ts'

/** The answer's code, or its provisional reference while it has no code. */
export function formatLineName({ id, code }: Pick<AnswerTableRow, 'id' | 'code'>): string {
  return code === '' ? buildReference(id) : code
}
