import { useEffect } from 'react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { Problem, ProblemCode } from '#domain/kernel/index.ts'
import { addWords } from './i18n.ts'
import type { Messages } from '../refusals/problem-messages.ts'

/** What can be said of a refusal whose words have not come along: they are another room's, or still on their way. */
const UNNAMED: MessageDescriptor = msg`This did not work.`

let messages: Partial<Messages<ProblemCode>> = {}
let everybodys: Promise<void> | undefined

/** @param more the words of a room that has refusals of its own, before its first screen */
export function addProblemMessages(more: Partial<Messages<ProblemCode>>): void {
  messages = { ...messages, ...more }
}

/** What anyone may be refused. No first screen waits for these words; if they do not come they are asked for again. */
export function loadProblemWords(): Promise<void> {
  everybodys ??= import('../refusals/problem-messages.ts')
    .then(({ EVERYBODYS_MESSAGES }) => {
      addProblemMessages(EVERYBODYS_MESSAGES)
      // What is on the screen is said again when these come.
      return addWords('refusals')
    })
    .catch(() => {
      everybodys = undefined
    })
  return everybodys
}

/** @returns a function that says a problem in the person's language, with the problem's own facts filled in */
export function useProblemText(): (problem: Problem) => string {
  const { i18n } = useLingui()
  useEffect(() => void loadProblemWords(), [])
  return ({ code, details }) =>
    i18n._({ ...(messages[code] ?? UNNAMED), ...(details === undefined ? {} : { values: details }) })
}
