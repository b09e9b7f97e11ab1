import { type KeyboardEvent, memo, useCallback, useRef } from 'react'
import { IconPlus } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { MAX_TITLE_LENGTH } from '#domain/kernel/index.ts'
import { type EditorCondition, type EditorSection, updateCondition, updateSection } from '#domain/templates/index.ts'
import { insertCondition, duplicateAndRevealCondition } from '../actions/add.ts'
import { removeConditionWithUndo } from '../actions/remove.ts'
import { getPartElementId } from '../element-ids.ts'
import { DragHandle } from '../order/drag-handle.tsx'
import { PartMenu } from '../order/part-menu.tsx'
import { useDrag } from '../order/use-drag.ts'
import { useMoves } from '../order/use-moves.ts'
import { buildTypingKey } from '../panel.ts'
import { SwitchField } from '../panels/parts/toggle.tsx'
import { useApplyEdit, useEditor, useEditorStore } from '../store/editor-context.tsx'
import { ProblemText } from './problem-text.tsx'
import { EditorQuestionList } from './question-list.tsx'
import { TextLine } from './text-line.tsx'
import { usePartProblems } from './use-part-problems.ts'
import { useReveal } from './use-reveal.ts'
import styles from './sections.module.css'

/** The question of a conditional section, and its conditions with their questions. */
export function ConditionList({ section }: { readonly section: EditorSection }) {
  const { t } = useLingui()
  const store = useEditorStore()
  const change = useApplyEdit()
  const locks = useEditor((state) => state.locks)
  const { key, conditionalQuestion, conditionalSectionSingle, required, conditions } = section
  return (
    <>
      <p className="r-measure r-soft r-note">
        <Trans>
          This section asks one question first. Each condition is a checkbox, and its questions are shown only while it
          is checked.
        </Trans>
      </p>
      <div className={`r-grid r-gap-12 r-gap-x-16 r-top ${styles['fields']}`}>
        <TextLine
          id={getPartElementId(key, 'conditionalQuestion')}
          label={t`Conditional question`}
          value={conditionalQuestion}
          maxLength={MAX_TITLE_LENGTH}
          readOnly={locks.everything}
          onChange={(value) =>
            change(buildTypingKey(key, 'conditionalQuestion'), (form) =>
              updateSection(form, key, { conditionalQuestion: value }),
            )
          }
        />
        <SwitchField
          id={getPartElementId(key, 'conditionalSectionSingle')}
          name={t`Single condition`}
          more={t`Only one condition can be checked.`}
          on={conditionalSectionSingle}
          disabled={locks.everything}
          onChange={(on) =>
            change(`single:${key}`, (form) => updateSection(form, key, { conditionalSectionSingle: on }))
          }
        />
        <SwitchField
          id={getPartElementId(key, 'required')}
          name={t`Condition required`}
          more={t`At least one condition must be checked.`}
          on={required}
          disabled={locks.everything}
          onChange={(on) => change(`required:${key}`, (form) => updateSection(form, key, { required: on }))}
        />
      </div>
      {conditions.map((condition, index) => (
        <ConditionCard key={condition.key} condition={condition} index={index} />
      ))}
      {!locks.structure && (
        <Button
          className="r-close"
          variant="default"
          leftSection={<IconPlus size={20} aria-hidden="true" />}
          onClick={() => insertCondition(store, key)}
        >
          <Trans>Add condition</Trans>
        </Button>
      )}
    </>
  )
}

const ConditionCard = memo(function ConditionCard({
  condition,
  index,
}: {
  readonly condition: EditorCondition
  readonly index: number
}) {
  const { t } = useLingui()
  const store = useEditorStore()
  const change = useApplyEdit()
  const moves = useMoves()
  const locks = useEditor((state) => state.locks)
  const { key } = condition
  const highlighted = useEditor((state) => state.highlight?.key === key)
  const problems = usePartProblems(key)
  const card = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const part = { kind: 'condition', key } as const
  const number = index + 1
  const name = condition.condition === '' ? t`Condition ${number}` : condition.condition
  useReveal(key, card)
  useDrag(part, { card, handle, name: useCallback(() => name, [name]), locked: locks.structure })
  const press = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    moves.by(part, event.key === 'ArrowUp' ? -1 : 1)
  }
  const problemId = `${getPartElementId(key)}-problem`
  return (
    <div
      ref={card}
      id={getPartElementId(key)}
      role="group"
      aria-label={name}
      className={`r-column r-anchor r-round ${styles['condition']}`}
      data-condition={key}
      data-highlight={highlighted}
      data-problem={problems.length > 0}
    >
      <div className="r-line r-gap-4 r-top">
        <DragHandle part={part} name={name} button={handle} locked={locks.structure} />
        <TextLine
          id={getPartElementId(key, 'condition')}
          label={t`Text of condition ${number}`}
          quiet
          first
          value={condition.condition}
          placeholder={t`Condition ${number}`}
          maxLength={MAX_TITLE_LENGTH}
          readOnly={locks.everything}
          invalid={problems.length > 0}
          describedBy={problems.length > 0 ? problemId : undefined}
          onChange={(value) =>
            change(buildTypingKey(key, 'condition'), (form) => updateCondition(form, key, { condition: value }))
          }
          onKeyDown={press}
        />
        {!locks.structure && (
          <PartMenu
            part={part}
            name={name}
            onDuplicate={() => duplicateAndRevealCondition(store, key)}
            onRemove={() => removeConditionWithUndo(store, key)}
          />
        )}
      </div>
      <ProblemText id={problemId} problems={problems} />
      <p className="r-soft r-note">
        <Trans>Shown when “{name}” is checked:</Trans>
      </p>
      <EditorQuestionList parent={key} questions={condition.questions} name={name} />
    </div>
  )
})
