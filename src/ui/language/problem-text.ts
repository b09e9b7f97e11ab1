import { useEffect } from 'react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { Problem, ProblemCode } from '#domain/kernel/index.ts'
import { loadMessages } from './i18n.ts'
import type { Messages } from '../refusals/problem-messages.ts'

/** Text for problems whose own text is missing, because it belongs to another module or is still loading. */
const UNNAMED_PROBLEM: MessageDescriptor = msg`Something went wrong. Try again.`

let messages: Partial<Messages<ProblemCode>> = {}
let detailsOf: (problem: Problem, locale: string) => Problem['details'] = ({ details }) => details
let commonMessages: Promise<void> | undefined

/** @param more texts of a module's own problems; must be called before the module's first screen */
export function addProblemMessages(more: Partial<Messages<ProblemCode>>): void {
  messages = { ...messages, ...more }
}

/**
 * Loads the texts of general problems. The first screen does not wait for them. After a failed load the next call tries
 * again.
 */
export function loadProblemMessages(): Promise<void> {
  commonMessages ??= import('../refusals/problem-messages.ts')
    .then(({ COMMON_MESSAGES, formatProblemDetails: shownDetails }) => {
      addProblemMessages(COMMON_MESSAGES)
      detailsOf = shownDetails
      // Adding the catalogue renders the texts on screen again.
      return loadMessages('refusals')
    })
    .catch(() => {
      commonMessages = undefined
    })
  return commonMessages
}

/** @returns a function that describes a problem in the user's language, with its details filled in */
export function useProblemText(): (problem: Problem) => string {
  const { i18n } = useLingui()
  useEffect(() => void loadProblemMessages(), [])
  return (problem) => {
    const values = detailsOf(problem, i18n.locale)
    return i18n._({ ...(messages[problem.code] ?? UNNAMED_PROBLEM), ...(values === undefined ? {} : { values }) })
  }
}
