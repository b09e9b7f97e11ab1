import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type CSSProperties, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLingui, Trans } from '@lingui/react/macro'
import { pickRequiredMark, type PlacedQuestion, findQuestionValueProblem } from '#domain/answering/index.ts'
import type { QuestionValue } from '#domain/answers/index.ts'
import {
  DATA_TYPE,
  QUESTION_TYPE,
  listAcceptedAttachments,
  isPhotoWithNote,
  isLocationQuestion,
  acceptsAnswerValue,
  doOptionsFitInOneLine,
  hasOptionSearch,
  type Question,
} from '#domain/questions/index.ts'
import { translateField, useProblemText, lazyPartOrNone } from '#ui/index.ts'
import { Attachment } from '../attachments/attachment.tsx'
import type { ControlProps } from '../controls/control.ts'
import { QuestionControl } from '../controls/controls.tsx'
import { TextControl } from '../controls/text-control.tsx'
import { buildQuestionElementId } from '../form/element-ids.ts'
import { patchValue, removeAttachment, setFocusedQuestion, setValue } from '../form/form-actions.ts'
import { useForeignLanguageTag, useForm, useFormContext, type LocationHelpProps } from '../form/form-context.ts'
import { RequiredNote } from '../form/required-note.tsx'
import styles from './question-card.module.css'
import { focusField, focusNewRow } from './focus-on.ts'
import { goToNextQuestion } from './go-on.ts'

/**
 * Estimated heights in pixels: FRAME is padding, title and gaps of a question, LINE the help text, GAP the space
 * between controls.
 */
const FRAME = 50
const LINE = 22
const GAP = 5
/** Height of a scrolling option list in rows: it shows five options and a part of the next. */
const VISIBLE_OPTIONS = 6

/** Estimates the height of questions until they are rendered, so that late rendering does not move visible content. */
export function estimateQuestionsHeight(questions: readonly Question[]): string {
  const sum = (of: (question: Question) => number): number =>
    questions.reduce((total, question) => total + of(question), 0)
  return `calc(${sum(estimateTextHeight)}px + (${sum(countRows)} + ${sum(countStackedRows)} * var(--r-stacked)) * (var(--r-target) + ${GAP}px))`
}

function estimateTextHeight({ ayuda = '' }: Question): number {
  return FRAME + (ayuda === '' ? 0 : LINE)
}

/** The number of controls stacked vertically. */
function countRows(question: Question): number {
  // File inputs have their own frame.
  return countAnswerRows(question) + 2 * listAcceptedAttachments(question).length
}

/** The number of options below the first, for options that are stacked only if they do not fit side by side. */
function countStackedRows(question: Question): number {
  return isChoice(question) && doOptionsFitInOneLine(question) ? Math.max(0, question.opciones.length - 1) : 0
}

function isChoice({ tipoPregunta }: Question): boolean {
  return tipoPregunta === QUESTION_TYPE.RADIO || tipoPregunta === QUESTION_TYPE.SELECT
}

function countAnswerRows(question: Question): number {
  const { tipoPregunta, tipoDato, opciones, combinedQuestions = [] } = question
  switch (tipoPregunta) {
    case QUESTION_TYPE.COMBINED:
      return combinedQuestions.filter(({ type }) => type === 'input').length
    case QUESTION_TYPE.BOOLEAN:
      return 1
    case QUESTION_TYPE.OPEN:
      // A location has two buttons below its field.
      if (isLocationQuestion(question)) return 3
      return acceptsAnswerValue(question) || tipoDato === DATA_TYPE.LINK ? 1 : 0
    default:
      if (hasOptionSearch(question)) return 1 + Math.min(opciones.length, VISIBLE_OPTIONS)
      return doOptionsFitInOneLine(question) ? Math.min(opciones.length, 1) : opciones.length
  }
}

/** Loaded with the first question answered by a location. If it cannot be loaded, the location can still be typed. */
const LazyLocationHelp = lazyPartOrNone<LocationHelpProps>(
  async () => (await import('../location/place-of-question.tsx')).LocationHelp,
)

const NOTHING: QuestionValue = {}

/** A question. Subscribes to its own value, so typing renders nothing else (counted in questions.apart.test.tsx). */
export const QuestionCard = memo(function QuestionCard({ place }: { readonly place: PlacedQuestion }) {
  const { form, rules, capture } = useFormContext()
  const { i18n, t } = useLingui()
  const { address, question } = place
  const value = useForm((state) => state.content.values[address]) ?? NOTHING
  const marked = useForm((state) => state.marked)
  const reveal = useForm((state) => (state.reveal?.address === address ? state.reveal.at : 0))
  const [hasLeft, setLeft] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  const problemText = useProblemText()

  useEffect(() => {
    if (reveal === 0) return
    if (form.state.getState().reveal?.isNewRow === true) focusNewRow(card.current)
    else focusField(card.current)
  }, [form, reveal])

  const problem = findQuestionValueProblem(question, value)
  // Invalid values are reported on blur, missing values after the first attempt to save.
  const shown = problem !== null && (problem.code === 'value.required' ? marked : marked || hasLeft) ? problem : null
  const id = buildQuestionElementId(address)
  const labelId = `${id}-title`
  const requiredId = `${id}-required`
  const problemId = `${id}-problem`
  const helpId = `${id}-help`
  const attachments = listAcceptedAttachments(question)
  const help = translateField(question, 'ayuda', i18n.locale)
  const answerable = acceptsAnswerValue(question)
  // Missing values have a red mark but no message.
  const wrong = shown !== null && shown.code !== 'value.required' ? shown : null
  const missing = shown !== null && wrong === null
  const mark = pickRequiredMark(question, form.marksOptional && !missing)
  const notes = [help === '' ? '' : helpId, mark === undefined ? '' : requiredId, wrong === null ? '' : problemId]
    .filter((note) => note !== '')
    .join(' ')
  const marks = { answer: t`* Required answer`, attachment: t`* Required attachment`, optional: t`Optional` }
  const noted = isPhotoWithNote(question)
  const group = question.tipoPregunta !== QUESTION_TYPE.OPEN || !answerable || noted
  const title = translateField(question, 'titulo', i18n.locale)
  const foreignTagFor = useForeignLanguageTag()
  const change = useCallback((next: QuestionValue) => setValue(form, address, next), [form, address])
  const Label = group ? 'span' : 'label'
  const guess = useMemo(
    () => ({ '--r-guessed-height': estimateQuestionsHeight([question]) }) as CSSProperties,
    [question],
  )

  const controlProps = {
    question,
    value,
    labelledBy: labelId,
    describedBy: notes === '' ? undefined : notes,
    required: question.required && attachments.length === 0,
    invalid: noted ? wrong !== null : shown !== null,
    language: i18n.locale,
    onChange: change,
  }

  return (
    <div
      ref={card}
      role="presentation"
      className={`r-column r-round ${styles['card']}`}
      style={guess}
      data-question={address}
      data-problem={shown !== null}
      data-required={question.required && (answerable || attachments.length > 0)}
      data-heading={!answerable && question.tipoDato === DATA_TYPE.TITLE && attachments.length === 0}
      onFocus={() => setFocusedQuestion(form, address)}
      onKeyDown={(event) => goToNextQuestion(form, address, event)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setLeft(true)
      }}
    >
      <div className={`r-column ${styles['head']}`}>
        <div>
          <Label
            id={labelId}
            className={`r-breaks r-lines r-strong ${styles['title']}`}
            lang={foreignTagFor(question, 'titulo')}
            {...(group ? {} : { htmlFor: id })}
          >
            {title}
          </Label>{' '}
          {mark !== undefined && (
            <RequiredNote id={requiredId} missing={missing}>
              {marks[mark]}
            </RequiredNote>
          )}
        </div>
        {help !== '' && (
          <span
            id={helpId}
            className={`r-breaks r-lines r-soft ${styles['help']}`}
            lang={foreignTagFor(question, 'ayuda')}
          >
            {help}
          </span>
        )}
      </div>
      <fieldset
        disabled={rules?.isLocked({ kind: 'question', address }) === true}
        className={styles['fields']}
        role="presentation"
      >
        {!noted && <QuestionControl {...controlProps} id={id} />}
        {question.escaneable === true && capture !== undefined && (
          <capture.ScanCode question={question} value={value} id={id} labelledBy={labelId} onChange={change} />
        )}
        {isLocationQuestion(question) && <LazyLocationHelp address={address} labelledBy={labelId} />}
        {attachments.map((field, index) => (
          <Attachment
            key={field}
            field={field}
            value={value}
            address={address}
            id={(answerable && !noted) || index > 0 ? `${id}-${field}` : id}
            labelledBy={labelId}
            onChange={(patch) => patchValue(form, address, patch)}
            onRemove={(name) => removeAttachment(form, address, field, name)}
          />
        ))}
        {noted && <Note {...controlProps} id={`${id}-note`} />}
      </fieldset>
      {rules !== undefined && <rules.Before place={place} value={value} />}
      {wrong !== null && (
        <p id={problemId} className="r-problem">
          {problemText(wrong)}
        </p>
      )}
    </div>
  )
})

/** A note on a photo that is the question's answer. Its text field is shown on request. */
function Note(props: ControlProps) {
  const { id, labelledBy, value } = props
  // Keeps the text field visible when its text is deleted.
  const [field, setField] = useState<'none' | 'there' | 'wanted'>('none')
  if (field === 'none' && value.respuesta !== undefined) setField('there')
  useEffect(() => {
    if (field === 'wanted') document.getElementById(id)?.focus()
  }, [id, field])
  if (field === 'none' && value.respuesta === undefined)
    return (
      <div>
        <Button
          variant="subtle"
          leftSection={<IconPencil size={20} aria-hidden="true" />}
          aria-describedby={labelledBy}
          onClick={() => setField('wanted')}
        >
          <Trans>Add a note</Trans>
        </Button>
      </div>
    )
  return (
    <div className="r-column r-gap-4">
      <label htmlFor={id} className="r-soft r-note">
        <Trans comment="words to a photo">Note</Trans>
      </label>
      <TextControl {...props} describedBy={[labelledBy, props.describedBy].filter(Boolean).join(' ')} />
    </div>
  )
}
