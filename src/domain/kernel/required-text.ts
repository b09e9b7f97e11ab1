import { z } from 'zod'
import { toPlainIdNumber } from './comparable.ts'
import { MAX_WRITTEN_NUMBER_LENGTH } from './limits.ts'
import { getVisibleText } from './visible-text.ts'

/** Schema of a required text: trimmed, with at least one visible character. */
export function requiredText(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .refine((text) => getVisibleText(text) !== '')
}

/**
 * Checks an ID number of a payer or ticket holder: 6 to 14 letters and digits without punctuation, with at least one
 * digit. Letters are allowed, because visitors pay with a passport.
 */
export function isIdNumber(text: string): boolean {
  return /^(?=.*\p{Number}).{6,14}$/u.test(toPlainIdNumber(text))
}

/** Schema of an ID number as written, which `isIdNumber` accepts. */
export function idNumberText() {
  return z.string().trim().max(MAX_WRITTEN_NUMBER_LENGTH).refine(isIdNumber)
}
