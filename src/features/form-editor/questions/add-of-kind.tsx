import { useLingui } from '@lingui/react/macro'
import { addQuestionTo } from '../actions/add.ts'
import { useEditorStore } from '../store/editor-context.tsx'
import type { QuestionKind } from './question-kind.ts'
import styles from './questions.module.css'
import { useKindNames } from './use-kind-names.ts'

/** The most common kinds except text. Other kinds can be chosen in the question. */
const KINDS: readonly QuestionKind[] = ['integer', 'decimal', 'date', 'boolean', 'radio', 'select', 'photo']

type AddQuestionOfKindProps = {
  /** key of the section or condition to which the question is added */
  readonly parent: string
  /** name of the section or condition, for screen readers */
  readonly name: string
}

/** Adds a question of a given kind in one step. */
export function AddQuestionOfKind({ parent, name }: AddQuestionOfKindProps) {
  const { t } = useLingui()
  const store = useEditorStore()
  const names = useKindNames()
  const button = (word: string, kind: QuestionKind) => (
    <button
      key={word}
      type="button"
      className={`r-target r-round r-accent ${styles['kind']}`}
      aria-label={t`${word}: add to ${name}`}
      onClick={() => addQuestionTo(store, parent, undefined, kind)}
    >
      {word}
    </button>
  )
  return <div className="r-row r-gap-4">{KINDS.map((kind) => button(names[kind], kind))}</div>
}
