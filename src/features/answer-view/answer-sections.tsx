import { useState } from 'react'
import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer, AnsweredQuestion, AnsweredSection } from '#domain/documents/index.ts'
import { rowName, rowNumber } from '#domain/answering/index.ts'
import { useFormTexts, useSectionTitle } from '#ui/index.ts'
import { QuestionAnswer } from './question-answer.tsx'
import styles from './answer-view.module.css'

/** Every section, open at first: this is for reading. Closing them all gives an overview. */
export function AnswerSections({ answer }: { readonly answer: Answer }) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const orders = answer.secciones.map(({ orden }) => orden)
  const allClosed = closed.size === orders.length
  const toggle = (orden: number, open: boolean): void => {
    setClosed((before) => new Set(open ? [...before].filter((one) => one !== orden) : [...before, orden]))
  }
  return (
    <div>
      {orders.length > 1 && (
        <Button
          variant="subtle"
          className={styles['fold'] ?? ''}
          onClick={() => setClosed(allClosed ? new Set() : new Set(orders))}
        >
          {allClosed ? <Trans>Expand sections</Trans> : <Trans>Collapse sections</Trans>}
        </Button>
      )}
      {answer.secciones.map((section, index) => (
        <Section
          key={section.orden}
          section={section}
          number={index + 1}
          answer={answer}
          open={!closed.has(section.orden)}
          onToggle={(open) => toggle(section.orden, open)}
        />
      ))}
    </div>
  )
}

type SectionProps = {
  readonly section: AnsweredSection
  readonly number: number
  readonly answer: Answer
  readonly open: boolean
  readonly onToggle: (open: boolean) => void
}

function Section({ section, number, answer, open, onToggle }: SectionProps) {
  const titleOf = useSectionTitle()
  return (
    <details className={styles['section']} open={open} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        <h2>{titleOf(section, number)}</h2>
      </summary>
      <SectionBody section={section} answer={answer} />
    </details>
  )
}

/** What was answered in a section: its questions, its rows or the conditions that were checked. */
export function SectionBody({ section, answer }: { readonly section: AnsweredSection; readonly answer: Answer }) {
  const { t, i18n } = useLingui()
  const textOf = useFormTexts()
  const nameOf = (row: number): string => {
    const repetition = rowNumber(row)
    return rowName(section, row, i18n.locale) ?? t`Repetition ${repetition}`
  }
  const main = section.seccionesRepetibles.length > 0 ? rowName(section, null, i18n.locale) : null
  return (
    <>
      {section.areaAsociada !== undefined && <p className="r-soft">{section.areaAsociada.nombre}</p>}
      {section.descripcion !== '' && <p className="r-soft">{textOf(section, 'descripcion')}</p>}
      {section.conditionalSection ? (
        <Conditions section={section} answer={answer} />
      ) : (
        <>
          {main !== null && <h3>{main}</h3>}
          <Questions questions={section.preguntas} answer={answer} />
          {section.seccionesRepetibles.map((row, index) => (
            <div key={row.orden} className={styles['row']}>
              <h3>{nameOf(index)}</h3>
              {row.preguntas.length > 0 ? (
                <Questions questions={row.preguntas} answer={answer} />
              ) : (
                <p className="r-soft">
                  <Trans>Not answered</Trans>
                </p>
              )}
            </div>
          ))}
        </>
      )}
    </>
  )
}

function Conditions({ section, answer }: { readonly section: AnsweredSection; readonly answer: Answer }) {
  const textOf = useFormTexts()
  const checked = section.conditions.filter((condition) => condition.checked)
  if (checked.length === 0) {
    return (
      <p className="r-soft">
        <Trans>No condition was checked.</Trans>
      </p>
    )
  }
  return checked.map((condition) => (
    <div key={condition.order} className={styles['row']}>
      <h3>{textOf(condition, 'condition')}</h3>
      <Questions questions={condition.questions} answer={answer} />
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
