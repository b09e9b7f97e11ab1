import { z } from 'zod'
import { isIdNumber } from './comparable.ts'
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

/** Schema of an ID number as written, which `isIdNumber` accepts. */
export function idNumberText() {
  return z.string().trim().max(MAX_WRITTEN_NUMBER_LENGTH).refine(isIdNumber)
}
