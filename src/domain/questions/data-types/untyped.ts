import { ok, refuse, type Result } from '../../kernel/index.ts'

/** Parses the text of questions that only show content; accepts only empty text. */
export function parseNothing(typed: string): Result<string> {
  return typed === '' ? ok('') : refuse('answer.wrong-value')
}

export function checkNothing(canonical: string): Result<void> {
  return canonical === '' ? ok(undefined) : refuse('answer.wrong-value')
}
