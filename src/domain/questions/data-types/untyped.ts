import { ok, refuse, type Result } from '../../kernel/index.ts'

/** Parses the text of questions that only show content; accepts only empty text. */
export function parseEmptyText(typed: string): Result<string> {
  return typed === '' ? ok('') : refuse('answer.wrong-value')
}

export function checkEmptyText(canonical: string): Result<void> {
  return canonical === '' ? ok(undefined) : refuse('answer.wrong-value')
}
