import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { Problem, ProblemCode } from '#domain/kernel/index.ts'
import { useProblemText } from './problem-text.ts'

/** Reasons as texts for supervisors. The general texts of problems address the author of an answer. */
const REASONS: Readonly<Partial<Record<ProblemCode, MessageDescriptor>>> = {
  'access.forbidden': msg`The author no longer had permission for this form or was no longer in its area.`,
  'answer.limit-reached': msg`The form had already reached its limit of answers.`,
  'answer.already-answered': msg`The form takes one answer per person, and this person had already answered it.`,
  'template.deleted': msg`The form was deleted before the answer arrived.`,
  'municipality.blocked': msg`The municipality was already blocked.`,
  'country.blocked': msg`The country was already blocked.`,
}

/** @returns a function that explains to a supervisor why an answer is held */
export function useHeldReason(): (reason: Problem) => string {
  const { i18n } = useLingui()
  const problemText = useProblemText()
  return (reason) => {
    const descriptor = REASONS[reason.code]
    return descriptor === undefined ? problemText(reason) : i18n._(descriptor.id)
  }
}
