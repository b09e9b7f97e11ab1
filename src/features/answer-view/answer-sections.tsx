import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#domain/answers/index.ts'
import type { AnsweredSection } from '#domain/templates/index.ts'
import {
  DATA_TYPE,
  QUESTION_TYPE,
  formatValue,
  hasFiles,
  type AnsweredQuestion,
  type Question,
} from '#domain/questions/index.ts'
import { formatRowTitle, toRowNumber, decomposeQuestion } from '#domain/answering/index.ts'
import { useFormTexts, useSectionTitle } from '#ui/index.ts'
import { QuestionAnswer } from './question-answer.tsx'
import styles from './answer-view.module.css'

type AnswerSectionsProps = {
  readonly answer: Answer
  /** filter that hides unanswered questions, and its setter; if missing, the filter is not offered */
  readonly only?: { readonly isOn: boolean; readonly set: (isOn: boolean) => void }
}

/** All sections, initially open for reading. Collapsing all gives an overview. */
export function AnswerSections({ answer, only }: AnswerSectionsProps) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const orders = answer.secciones.map(({ orden }) => orden)
  const allClosed = closed.size === orders.length
  const isOnly = only?.isOn === true
  const toggle = (orden: number, open: boolean): void => {
    setClosed((before) => new Set(open ? [...before].filter((value) => value !== orden) : [...before, orden]))
  }
  return (
    <div>
      <div className={`r-row r-gap-4 ${styles['fold']}`}>
        {orders.length > 1 && (
          <Button variant="subtle" onClick={() => setClosed(allClosed ? new Set() : new Set(orders))}>
            {allClosed ? <Trans>Expand sections</Trans> : <Trans>Collapse sections</Trans>}
          </Button>
        )}
        {only !== undefined && (
          <Button
            variant={isOnly ? 'light' : 'subtle'}
            aria-pressed={isOnly}
            leftSection={isOnly && <IconCheck size={18} aria-hidden="true" />}
            onClick={() => only.set(!isOnly)}
          >
            <Trans>Show only answered questions</Trans>
          </Button>
        )}
      </div>
      {isOnly && !answer.secciones.some(hasAnswers) && (
        <p className="r-soft">
          <Trans>No questions were answered.</Trans>
        </p>
      )}
      {answer.secciones.map(
        (section, index) =>
          (!isOnly || hasAnswers(section)) && (
            <Section
              key={section.orden}
              section={section}
              number={index + 1}
              answer={answer}
              only={isOnly}
              open={!closed.has(section.orden)}
              onToggle={(open) => toggle(section.orden, open)}
            />
          ),
      )}
    </div>
  )
}

type SectionProps = {
  readonly section: AnsweredSection
  readonly number: number
  readonly answer: Answer
  readonly only: boolean
  readonly open: boolean
  readonly onToggle: (open: boolean) => void
}

function Section({ section, number, answer, only, open, onToggle }: SectionProps) {
  const sectionTitle = useSectionTitle()
  return (
    <details className={styles['section']} open={open} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        <h2>{sectionTitle(section, number)}</h2>
      </summary>
      <SectionBody section={section} answer={answer} only={only} />
    </details>
  )
}

type BodyProps = {
  readonly section: AnsweredSection
  readonly answer: Answer
  /** hides unanswered questions */
  readonly only?: boolean
}

/** Contents of a section: its questions and rows, or its checked conditions. */
function SectionBody({ section, answer, only = false }: BodyProps) {
  const { t, i18n } = useLingui()
  const formText = useFormTexts()
  const formatRowName = (row: number): string => {
    const repetition = toRowNumber(row)
    return formatRowTitle(section, row, i18n.locale) ?? t`Repetition ${repetition}`
  }
  const pickShownQuestions = only ? pickAnsweredQuestions : (all: readonly AnsweredQuestion[]) => all
  const first = pickShownQuestions(section.preguntas)
  const hasMain = section.seccionesRepetibles.length > 0 && (!only || first.length > 0)
  const main = hasMain ? formatRowTitle(section, null, i18n.locale) : null
  return (
    <>
      {section.areaAsociada !== undefined && <p className="r-soft">{section.areaAsociada.nombre}</p>}
      {section.descripcion !== '' && <p className="r-soft">{formText(section, 'descripcion')}</p>}
      {section.conditionalSection ? (
        <Conditions section={section} answer={answer} only={only} />
      ) : (
        <>
          <div className={hasMain ? styles['row'] : undefined}>
            {main !== null && <h3>{main}</h3>}
            <Questions questions={first} answer={answer} />
          </div>
          {section.seccionesRepetibles.map((row, index) => {
            const questions = pickShownQuestions(row.preguntas)
            if (only && questions.length === 0) return null
            return (
              <div key={row.orden} className={styles['row']}>
                <h3>{formatRowName(index)}</h3>
                {questions.length > 0 ? (
                  <Questions questions={questions} answer={answer} />
                ) : (
                  <p className="r-soft">
                    <Trans>Not answered</Trans>
                  </p>
                )}
              </div>
            )
          })}
        </>
      )}
    </>
  )
}

function Conditions({ section, answer, only = false }: BodyProps) {
  const formText = useFormTexts()
  const checked = section.conditions.filter((condition) => condition.checked)
  if (checked.length === 0) {
    return (
      <p className="r-soft">
        <Trans>No options were selected.</Trans>
      </p>
    )
  }
  return checked.map((condition) => (
    <div key={condition.order} className={styles['row']}>
      <h3>{formText(condition, 'condition')}</h3>
      <Questions questions={only ? pickAnsweredQuestions(condition.questions) : condition.questions} answer={answer} />
    </div>
  ))
}

function Questions({
  questions,
  answer,
}: {
  readonly questions: readonly AnsweredQuestion[]
  readonly answer: Answer
}) {
  return (
    <div className={styles['questions']}>
      {questions.map((question) => (
        <QuestionAnswer key={question.orden} question={question} answer={answer} />
      ))}
    </div>
  )
}

/** @returns answered questions, and headings above at least one answered question */
function pickAnsweredQuestions(questions: readonly AnsweredQuestion[]): readonly AnsweredQuestion[] {
  return questions.filter((question, index) => {
    if (!isHeading(question)) return isAnswered(question)
    const behind = questions.slice(index + 1)
    const end = behind.findIndex(isHeading)
    return behind.slice(0, end < 0 ? behind.length : end).some(isAnswered)
  })
}

/** Whether a question of the section or its rows is answered or, in a conditional section, a condition is checked. */
function hasAnswers({ conditionalSection, conditions, preguntas, seccionesRepetibles }: AnsweredSection): boolean {
  return conditionalSection
    ? conditions.some(({ checked }) => checked)
    : [preguntas, ...seccionesRepetibles.map((row) => row.preguntas)].some((item) => item.some(isAnswered))
}

function isAnswered(question: AnsweredQuestion): boolean {
  const value = decomposeQuestion(question) ?? undefined
  return hasFiles(value) || formatValue(question, value) !== ''
}

function isHeading({ tipoPregunta, tipoDato }: Pick<Question, 'tipoPregunta' | 'tipoDato'>): boolean {
  return tipoPregunta === QUESTION_TYPE.OPEN && tipoDato === DATA_TYPE.TITLE
}
