import { MAX_TEXT_LENGTH, ok, refuse, type Result, visibleText } from '../kernel/index.ts'

const LONE_SURROGATE = /\p{Surrogate}/u

/** Checks a text: maximum length, no NUL and no lone surrogates, which some stores and exports cannot keep. */
export function checkText(text: string): Result<void> {
  if (text.length > MAX_TEXT_LENGTH) return refuse('value.text-too-long', { max: MAX_TEXT_LENGTH })
  if (text.includes('\u0000') || LONE_SURROGATE.test(text)) return refuse('value.text-invalid')
  return ok(undefined)
}

export function isBlank(text: string): boolean {
  return visibleText(text) === ''
}
