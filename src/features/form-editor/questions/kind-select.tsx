import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useLingui } from '@lingui/react/macro'
import type { EditorQuestion } from '#domain/templates/index.ts'
import { partId } from '../element-ids.ts'
import { SelectLine } from '../sections/select-line.tsx'
import { useApplyEdit, useEditorStore } from '../store/editor-context.tsx'
import { highlightPart, setOpened } from '../store/editor-store.ts'
import { useOfferedFeatures } from '../use-offer.ts'
import { parseQuestionKind, findQuestionKind, kindsIn, type QuestionKind, withKind } from './question-kind.ts'
import { useKindNames } from './use-kind-names.ts'

type KindOptions = { readonly all: ReactNode; readonly combined: ReactNode }
const KindOptionsContext = createContext<KindOptions>({ all: null, combined: null })

/** Translates the kinds once for all questions, as a form can have two thousand questions. */
export function KindOptionsProvider({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui()
  const names = useKindNames()
  const options = useMemo(() => {
    const group = (label: string, kinds: readonly QuestionKind[]): ReactNode => (
      <optgroup label={label}>
        {kinds.map((name) => (
          <option key={name} value={name}>
            {names[name]}
          </option>
        ))}
      </optgroup>
    )
    const all = (
      <>
        {group(t`To fill in`, kindsIn('typed'))}
        {group(t`To choose`, kindsIn('chosen'))}
        {group(t`To show`, kindsIn('shown'))}
      </>
    )
    return { all, combined: group(t`Several fields in one line`, kindsIn('combined')) }
  }, [names, t])
  return <KindOptionsContext value={options}>{children}</KindOptionsContext>
}

/** The kind of a question. */
export function KindSelect({ question, locked }: { readonly question: EditorQuestion; readonly locked: boolean }) {
  const { t } = useLingui()
  const options = useContext(KindOptionsContext)
  const store = useEditorStore()
  const change = useApplyEdit()
  // Combined questions are behind a remote flag (part 2, point 2). Existing combined questions keep their kind.
  const withCombined = useOfferedFeatures().combined
  const kind = findQuestionKind(question)
  return (
    <SelectLine
      id={partId(question.key, 'tipoPregunta')}
      label={t`Question type`}
      quiet
      value={kind}
      disabled={locked}
      onChange={(value) => {
        change(`kind:${question.key}`, (form) => withKind(form, question.key, parseQuestionKind(value), store.newKey))
        highlightPart(store, question.key)
        setOpened(store, question.key, true)
      }}
    >
      {options.all}
      {(withCombined || kind === 'combined') && options.combined}
    </SelectLine>
  )
}
