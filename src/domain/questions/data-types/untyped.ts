import { ok, refuse, type Result } from '../../kernel/index.ts'

/** For what is shown and never typed: only the empty text is an answer to it. */
export function parseNothing(typed: string): Result<string> {
  return typed === '' ? ok('') : refuse('answer.wrong-value')
}

export function checkNothing(canonical: string): Result<void> {
  return canonical === '' ? ok(undefined) : refuse('answer.wrong-value')
}
