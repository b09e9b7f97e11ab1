import { useMemo } from 'react'
import { useLingui } from '@lingui/react/macro'
import { QUESTION_KINDS_TABLE, type QuestionKind } from './question-kind.ts'

/** @returns names of the question kinds */
export function useKindNames(): Readonly<Record<QuestionKind, string>> {
  const { t, i18n } = useLingui()
  return useMemo(
    () =>
      Object.fromEntries(
        Object.entries(QUESTION_KINDS_TABLE).map(([kind, { name }]) => [kind, i18n._(name)]),
      ) as Record<QuestionKind, string>,
    // eslint-disable-next-line react/exhaustive-deps -- `t` changes with the language
    [t, i18n],
  )
}
