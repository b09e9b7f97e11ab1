import { MAX_TEXT_LENGTH, ok, refuse, type Result, getVisibleText } from '../kernel/index.ts'

const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * Refuses a text that is too long, or contains NUL or lone surrogates, which some databases and exports cannot store.
 */
export function checkText(text: string): Result<void> {
  if (text.length > MAX_TEXT_LENGTH) return refuse('value.text-too-long', { max: MAX_TEXT_LENGTH })
  if (text.includes('\u0000') || LONE_SURROGATE.test(text)) return refuse('value.text-invalid')
  return ok(undefined)
}

export function isBlank(text: string): boolean {
  return getVisibleText(text) === ''
}
