import { Checkbox, Textarea } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatRowTitle, toRowNumber } from '#domain/answering/index.ts'
import { MAX_MARK_COMMENT_LENGTH, type Answer } from '#domain/answers/index.ts'
import type { AnsweredSection } from '#domain/templates/index.ts'
import { useFormTexts, useSectionTitle } from '#ui/index.ts'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { QuestionAnswer } from '../question-answer.tsx'
import {
  listOpenObservations,
  listMarkableQuestions,
  findMarkedQuestion,
  getSectionMark,
  toggleMark,
  withMark,
  withSectionMark,
  type MarkablePart,
  type MarkableQuestion,
  type RequestMarks,
} from './marks.ts'
import styles from './requests.module.css'

const CHECK = { body: 'r-middle', label: 'r-tall' }

type AskSectionProps = {
  readonly section: AnsweredSection
  readonly number: number
  readonly answer: Answer
  readonly marks: RequestMarks
  readonly mark: (next: (before: RequestMarks) => RequestMarks) => void
}

/** A section with its questions and their values, selectable as a whole and by question. */
export function CorrectionRequestSection({ section, number, answer, marks, mark }: AskSectionProps) {
  const { t } = useLingui()
  const sectionTitle = useSectionTitle()
  const title = sectionTitle(section, number)
  const questions = listMarkableQuestions(section)
  if (questions.length === 0) return null
  const { marked, comment } = getSectionMark(marks, section.orden)
  return (
    <section className={`r-column r-gap-12 ${styles['section']}`} aria-label={title}>
      <h2>{title}</h2>
      <Checkbox
        classNames={CHECK}
        label={t`Add a note about this section`}
        checked={marked}
        onChange={() => mark((before) => withSectionMark(before, section.orden, { marked: !marked }))}
      />
      {marked && (
        <Comment
          label={t`What is wrong in “${title}”`}
          value={comment}
          onChange={(next) => mark((before) => withSectionMark(before, section.orden, { comment: next }))}
        />
      )}
      {questions.map((question) => (
        <AskQuestion key={question.at} one={question} section={section} answer={answer} marks={marks} mark={mark} />
      ))}
    </section>
  )
}

type AskQuestionProps = Omit<AskSectionProps, 'number'> & { readonly one: MarkableQuestion }

function AskQuestion({ one, section, answer, marks, mark }: AskQuestionProps) {
  const { t, i18n } = useLingui()
  const formText = useFormTexts()
  const { at, question, what, condition } = one
  const row = one.row?.index
  const title = formText(question, 'titulo')
  const { what: markedParts, comment } = findMarkedQuestion(marks, at)
  const before = listOpenObservations(answer).get(at)
  const words: Readonly<Record<MarkablePart, readonly [string, string]>> = {
    answers: [t`Request a correction`, t`Request a correction of ${title}`],
    images: [t`Request another photo`, t`Request another photo of ${title}`],
    documents: [t`Request another document`, t`Request another document of ${title}`],
  }
  const repetition = row === undefined ? 0 : toRowNumber(row)
  const place =
    condition ??
    (row === undefined ? undefined : (formatRowTitle(section, row, i18n.locale) ?? t`Repetition ${repetition}`))
  return (
    <div className={`r-column ${styles['question']}`} data-marked={markedParts.length > 0}>
      {place !== undefined && <p className="r-soft">{place}</p>}
      <QuestionAnswer question={question} answer={answer} />
      {before !== undefined && (
        <p className="r-soft">
          {before === '' ? <Trans>Already requested.</Trans> : <Trans>Already requested: {before}</Trans>}
        </p>
      )}
      <div className="r-row r-gap-4 r-gap-x-24">
        {what.map((kind) => (
          <Checkbox
            key={kind}
            classNames={CHECK}
            label={words[kind][0]}
            aria-label={words[kind][1]}
            checked={markedParts.includes(kind)}
            onChange={() => mark((all) => toggleMark(all, at, kind))}
          />
        ))}
      </div>
      {markedParts.length > 0 && (
        <Comment
          label={t`What to change in “${title}”`}
          value={comment}
          onChange={(next) => mark((all) => withMark(all, at, { comment: next }))}
        />
      )}
    </div>
  )
}

type CommentProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (next: string) => void
}

function Comment({ label, value, onChange }: CommentProps) {
  return (
    <Textarea
      label={label}
      rows={2}
      maxLength={MAX_MARK_COMMENT_LENGTH}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
