import { useMemo } from 'react'
import { useLingui } from '@lingui/react/macro'
import type { QuestionKind } from './question-kind.ts'

/** @returns what each kind of question is called */
export function useKindNames(): Readonly<Record<QuestionKind, string>> {
  const { t } = useLingui()
  return useMemo(
    () => ({
      text: t({ message: 'Text', comment: 'kind of question' }),
      integer: t({ message: 'Whole number', comment: 'kind of question' }),
      decimal: t({ message: 'Decimal number', comment: 'kind of question' }),
      date: t({ message: 'Date', comment: 'kind of question' }),
      time: t({ message: 'Time', comment: 'kind of question' }),
      photo: t({ message: 'Photo', comment: 'kind of question' }),
      link: t({ message: 'Link', comment: 'kind of question' }),
      heading: t({ message: 'Heading', comment: 'kind of question that asks nothing' }),
      radio: t({ message: 'Single choice', comment: 'kind of question' }),
      select: t({ message: 'Multiple choice', comment: 'kind of question' }),
      boolean: t({ message: 'Yes or no', comment: 'kind of question' }),
      combined: t({ message: 'Combined', comment: 'kind of question' }),
    }),
    [t],
  )
}
