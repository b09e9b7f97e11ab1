import { useLingui } from '@lingui/react/macro'
import type { EditorQuestion } from '#domain/templates/index.ts'
import { useProfile } from '#ui/index.ts'
import { partId } from '../element-ids.ts'
import { SelectLine } from '../sections/select-line.tsx'
import { useChange, useEditorStore } from '../store/editor-context.tsx'
import { highlight, setOpened } from '../store/editor-store.ts'
import { kindNamed, kindOf, type QuestionKind, withKind } from './question-kind.ts'
import { useKindNames } from './use-kind-names.ts'

const OPEN: readonly QuestionKind[] = ['text', 'integer', 'decimal', 'date', 'time']
const CHOICES: readonly QuestionKind[] = ['radio', 'select', 'boolean']
const SHOWN: readonly QuestionKind[] = ['heading', 'link']

/** How a question is answered. */
export function KindSelect({ question, locked }: { readonly question: EditorQuestion; readonly locked: boolean }) {
  const { t } = useLingui()
  const names = useKindNames()
  const store = useEditorStore()
  const change = useChange()
  // Under a remote flag (part 2, point 2); a form that has some already keeps them.
  const withCombined = useProfile()?.config.show_new_type_question === true
  const kind = kindOf(question)
  const items = (kinds: readonly QuestionKind[]) =>
    kinds.map((name) => (
      <option key={name} value={name}>
        {names[name]}
      </option>
    ))
  return (
    <SelectLine
      id={partId(question.key, 'tipoPregunta')}
      label={t`Kind of question`}
      quiet
      value={kind}
      disabled={locked}
      onChange={(value) => {
        change(`kind:${question.key}`, (form) => withKind(form, question.key, kindNamed(value)))
        highlight(store, question.key)
        setOpened(store, question.key, true)
      }}
    >
      <optgroup label={t`To fill in`}>{items(OPEN)}</optgroup>
      <optgroup label={t`To choose`}>{items(CHOICES)}</optgroup>
      <optgroup label={t`To show`}>{items(SHOWN)}</optgroup>
      {(withCombined || kind === 'combined') && <optgroup label={t`Several in one line`}>{items(['combined'])}</optgroup>}
    </SelectLine>
  )
}
