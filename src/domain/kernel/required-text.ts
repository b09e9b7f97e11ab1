import { z } from 'zod'
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
