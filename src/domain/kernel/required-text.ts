import { z } from 'zod'
import { visibleText } from './visible-text.ts'

/** Schema of a text that must say something: trimmed, with at least one character that people see. */
export function requiredText(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .refine((text) => visibleText(text) !== '')
}
