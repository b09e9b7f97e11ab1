import { useLingui } from '@lingui/react'
import type { Problem } from '#domain/kernel/index.ts'
import { problemMessage } from './problem-messages.ts'

/** @returns a function that says a problem in the person's language, with the problem's own facts filled in */
export function useProblemText(): (problem: Problem) => string {
  const { i18n } = useLingui()
  return ({ code, details }) =>
    i18n._({ ...problemMessage(code), ...(details === undefined ? {} : { values: details }) })
}
