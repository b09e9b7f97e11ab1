import { refuse, ok, type Result } from '../kernel/result.ts'
import { checkText } from '../questions/text.ts'
import type { Submit } from '../sync/mutation.ts'

/** The laws of texts hold for names and addresses as they do for answers: what no export survives is not stored. */
export function checkHeaderTexts({ header }: Pick<Submit, 'header'>): Result<void> {
  const { citizen = {}, location, signatures } = header
  const texts: readonly (readonly [string, unknown])[] = [
    ...Object.entries(citizen),
    ['direccion', location?.direccion],
    ...signatures.flatMap((signed) => Object.entries(signed)),
  ]
  for (const [field, text] of texts) {
    const checked = typeof text === 'string' ? checkText(text) : ok(undefined)
    if (!checked.ok) return refuse('answer.wrong-value', { field, reason: checked.problem.code })
  }
  return ok(undefined)
}
