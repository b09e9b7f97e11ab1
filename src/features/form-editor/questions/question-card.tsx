import { type KeyboardEvent, memo, useCallback, useRef } from 'react'
import { IconChevronDown, IconRowInsertBottom } from '@tabler/icons-react'
import { Trans, useLingui, Plural } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { hasPrice } from '#domain/payments/index.ts'
import { ATTACHMENT_FIELDS } from '#domain/questions/index.ts'
import { useFormCurrency } from '../use-form-currency.ts'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { MAX_TITLE_LENGTH } from '#domain/kernel/index.ts'
import { buildTitlePatch, updateQuestion, hasOptionList, type EditorQuestion } from '#domain/templates/index.ts'
import {
  addQuestionBelow,
  duplicateAndRevealQuestion,
  goToOptionOrAddQuestion,
  replaceEmptyQuestionWithSection,
} from '../actions/add.ts'
import { removeQuestionWithUndo } from '../actions/remove.ts'
import { getPartElementId } from '../element-ids.ts'
import { DragHandle } from '../order/drag-handle.tsx'
import { PartMenu } from '../order/part-menu.tsx'
import { useDrag } from '../order/use-drag.ts'
import { useMoves } from '../order/use-moves.ts'
import { buildTypingKey } from '../panel.ts'
import { ProblemText } from '../sections/problem-text.tsx'
import { TextLine } from '../sections/text-line.tsx'
import { usePartProblems } from '../sections/use-part-problems.ts'
import { useReveal } from '../sections/use-reveal.ts'
import { useApplyEdit, useEditor, useEditorStore } from '../store/editor-context.tsx'
import { setSettingsOpen } from '../store/editor-store.ts'
import { focusOption } from './focus-option.ts'
import { QuestionKindSelect } from './question-kind-select.tsx'
import { QuestionSettings } from './question-settings.tsx'
import styles from './questions.module.css'

/**
 * A question, with settings unfolded on demand. Typing renders only this card (see question-card.apart.test.tsx).
 */
export const EditorQuestionCard = memo(function QuestionCard({ question }: { readonly question: EditorQuestion }) {
  const { t } = useLingui()
  const store = useEditorStore()
  const change = useApplyEdit()
  const moves = useMoves()
  const { key, titulo } = question
  const locks = useEditor((state) => state.locks)
  const opened = useEditor((state) => state.opened.has(key))
  const highlighted = useEditor((state) => state.highlight?.key === key)
  const problems = usePartProblems(key)
  const card = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const part = { kind: 'question', key } as const
  const name = titulo === '' ? t`Question without a title` : titulo
  useReveal(key, card)
  useDrag(part, { card, handle, name: useCallback(() => name, [name]), locked: locks.structure })

  const press = (event: KeyboardEvent): void => {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      moves.by(part, event.key === 'ArrowUp' ? -1 : 1)
    } else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && !locks.structure) {
      // Enter moves to the next field, as most titles have one line. Shift+Enter inserts a line break.
      event.preventDefault()
      if (!replaceEmptyQuestionWithSection(store, key)) focusOption(goToOptionOrAddQuestion(store, key))
    }
  }
  const problemId = `${getPartElementId(key)}-problem`
  const hasTitleProblem = problems.some(({ place }) => place.kind === 'question' && place.field === 'titulo')
  return (
    <div
      ref={card}
      id={getPartElementId(key)}
      role="group"
      aria-label={name}
      className={`r-grid r-gap-4 r-anchor ${styles['card']}`}
      data-question={key}
      data-highlight={highlighted}
      data-problem={problems.length > 0}
    >
      <DragHandle part={part} name={name} button={handle} locked={locks.structure} />
      <div className={`r-column r-yields ${styles['main']}`}>
        <div className={`r-grid r-top ${styles['head']}`}>
          <TextLine
            id={getPartElementId(key, 'titulo')}
            label={t`Question`}
            quiet
            first
            value={titulo}
            placeholder={t`Question; end it with * to make it required`}
            maxLength={MAX_TITLE_LENGTH}
            readOnly={locks.everything}
            invalid={hasTitleProblem}
            describedBy={problems.length > 0 ? problemId : undefined}
            onChange={(value) =>
              change(buildTypingKey(key, 'titulo'), (form) =>
                updateQuestion(form, key, buildTitlePatch(question, value)),
              )
            }
            onKeyDown={press}
          />
          <QuestionKindSelect question={question} locked={locks.structure} />
        </div>
        <ProblemText id={problemId} problems={problems} />
        <QuestionFacts question={question} opened={opened} onOpen={() => setSettingsOpen(store, key, true)} />
        {opened && <QuestionSettings question={question} />}
      </div>
      <div className={`r-line r-gap-0 ${styles['tools']}`}>
        <button
          type="button"
          className={`r-centred r-square r-round r-accent ${styles['tool']}`}
          aria-expanded={opened}
          aria-label={t`Settings of: ${name}`}
          onClick={() => setSettingsOpen(store, key, !opened)}
        >
          <IconChevronDown className={styles['chevron']} size={22} aria-hidden="true" data-open={opened} />
        </button>
        {!locks.structure && (
          <PartMenu
            part={part}
            name={name}
            onDuplicate={() => duplicateAndRevealQuestion(store, key)}
            onRemove={() => removeQuestionWithUndo(store, key)}
          >
            <Menu.Item
              leftSection={<IconRowInsertBottom size={20} aria-hidden="true" />}
              onClick={() => addQuestionBelow(store, key)}
            >
              <Trans>Add a question below</Trans>
            </Menu.Item>
          </PartMenu>
        )}
      </div>
    </div>
  )
})

type QuestionFactsProps = { readonly question: EditorQuestion; readonly opened: boolean; readonly onOpen: () => void }

/** Summary of a folded question's settings in one line. Empty if there is nothing to mention. */
function QuestionFacts({ question, opened, onOpen }: QuestionFactsProps) {
  const choice = hasOptionList(question.tipoPregunta)
  const attachments = ATTACHMENT_FIELDS.filter(({ flag }) => question[flag]).length
  const costs = useFormCurrency().isPaid && hasPrice(question)
  if (opened || (!question.required && !choice && attachments === 0 && !costs)) return null
  return (
    <p className="r-row r-gap-4 r-gap-x-12 r-middle r-note">
      {choice && (
        <button type="button" className={`r-target r-accent ${styles['fact-button']}`} onClick={onOpen}>
          <Plural value={question.opciones.length} _0="Add the options" one="# option" other="# options" />
        </button>
      )}
      {question.required && (
        <span className="r-soft">
          <Trans>Required</Trans>
        </span>
      )}
      {costs && (
        <span className="r-soft">
          <Trans>With a price</Trans>
        </span>
      )}
      {attachments > 0 && (
        <span className="r-soft">
          <Plural value={attachments} one="# attachment" other="# attachments" />
        </span>
      )}
    </p>
  )
}
