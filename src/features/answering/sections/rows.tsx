import { memo, useEffect, useMemo, useState } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerValues } from '#domain/answers/index.ts'
import {
  findQuestionValueProblem,
  listQuestionsInRow,
  formatRowTitle,
  toRowNumber,
  listAskedRowIds,
  type PlacedQuestion,
} from '#domain/answering/index.ts'
import { QUESTIONS_PER_BATCH, type RowId } from '#domain/kernel/index.ts'
import { formatValue, QUESTION_TYPE } from '#domain/questions/index.ts'
import type { Section } from '#domain/templates/index.ts'
import { RenderWhenNear, DeleteButton } from '#ui/index.ts'
import { removeRow } from '../form/form-actions.ts'
import { useForm, useFormContext } from '../form/form-context.ts'
import { estimateQuestionsHeight, QuestionCard } from './question-card.tsx'
import styles from './sections.module.css'

/** A list of questions, rendered progressively near the viewport. */
export function FormQuestions({ places: all }: { readonly places: readonly PlacedQuestion[] }) {
  const elsewhere = useFormContext().rules?.elsewhere
  const places = useMemo(() => all.filter(({ address }) => elsewhere?.has(address) !== true), [all, elsewhere])
  const chunks = useMemo(
    () =>
      Array.from({ length: Math.ceil(places.length / QUESTIONS_PER_BATCH) }, (_, index) =>
        places.slice(index * QUESTIONS_PER_BATCH, (index + 1) * QUESTIONS_PER_BATCH),
      ),
    [places],
  )
  return chunks.map((chunk, index) => <Chunk key={chunk[0]?.address} places={chunk} isFirst={index === 0} />)
}

function Chunk({ places, isFirst }: { readonly places: readonly PlacedQuestion[]; readonly isFirst: boolean }) {
  const { form } = useFormContext()
  // The first questions are rendered immediately, as they may receive typed text (public/typed-state.ts).
  const isFirstOnPage = isFirst && places[0]?.row === null && places[0].section === form.template.secciones[0]
  const isAsked = useForm(
    (state) => state.reveal !== null && places.some((place) => place.address === state.reveal?.address),
  )
  return (
    <RenderWhenNear
      height={estimateQuestionsHeight(places.map(({ question }) => question))}
      isWanted={isAsked || isFirstOnPage}
    >
      {() => places.map((place) => <QuestionCard key={place.address} place={place} />)}
    </RenderWhenNear>
  )
}

type RowProps = {
  readonly section: Section
  /** null: the main row */
  readonly row: RowId | null
  readonly index: number | null
  /** whether this is the section's only row, which is shown without a heading */
  readonly isAlone?: boolean
}

/** Number of values in the line of a folded row. */
const SUMMARY_VALUES = 2

/**
 * A row, which folds into one line when it is finished and another row follows. Memoized, so that adding rows does not
 * render it again. The main row has the same elements with and without a heading, so that adding a second row does not
 * recreate it and move the page.
 */
export const FormRow = memo(function Row({ section, row, index, isAlone = false }: RowProps) {
  const { form, rules } = useFormContext()
  const { i18n } = useLingui()
  const places = useMemo(() => listQuestionsInRow(section, row), [section, row])
  const { isOpen, setOpen, folds } = useFolding(section, row, places)
  const number = toRowNumber(index)
  const name = formatRowTitle(section, index, i18n.locale)
  const heading = name ?? (
    <Trans comment="a repetition of a section; the first one is number 2">Repetition {number}</Trans>
  )
  return (
    <fieldset
      className={styles['row']}
      data-first={row === null}
      role={isAlone ? 'presentation' : undefined}
      tabIndex={row === null ? undefined : -1}
    >
      {!isAlone && (folds || row !== null || name !== null) && (
        <legend>
          {folds ? (
            <button
              type="button"
              className={`r-line r-gap-12 r-middle r-wide ${styles['fold']}`}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <IconChevronDown className="r-chevron r-accent" size={20} aria-hidden="true" data-open={isOpen} />
              <span className="r-yields r-breaks">
                {heading} {!isOpen && <RowSummary places={places} />}
              </span>
            </button>
          ) : (
            heading
          )}
        </legend>
      )}
      {isOpen && <FormQuestions places={places} />}
      {isOpen && row !== null && (
        <DeleteButton
          disabled={rules?.isLocked({ kind: 'row', section: section.orden, row }) === true}
          onClick={() => removeRow(form, section, row, name ?? undefined)}
        >
          {name === null ? (
            <>
              <Trans>Remove</Trans>
              <span className="r-hidden">{number}</span>
            </>
          ) : (
            <Trans comment="one of what a section repeats, by its name: Tree 2">Remove {name}</Trans>
          )}
        </DeleteButton>
      )}
    </fieldset>
  )
})

/** Folds a finished row when a further row is added, and unfolds it for a jump to one of its questions. */
function useFolding(section: Section, row: RowId | null, places: readonly PlacedQuestion[]) {
  const { form, rules } = useFormContext()
  const isLast = useForm(({ content }) => (listAskedRowIds(section, content).at(-1) ?? null) === row)
  const reveal = useForm((state) =>
    places.some(({ address }) => address === state.reveal?.address) ? state.reveal?.at : 0,
  )
  // While a stored answer is changed, rows do not fold, so that every difference is visible.
  const folds = !isLast && rules === undefined
  const isOpenAtFirst = (): boolean => !folds || !isFinished(places, form.state.getState().content)
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const [before, setBefore] = useState(folds)
  if (before !== folds) {
    setBefore(folds)
    setOpen(isOpenAtFirst())
  }
  useEffect(() => {
    if (reveal !== 0) setOpen(true)
  }, [reveal])
  return { isOpen, setOpen, folds }
}

/** Checks whether something was answered and nothing is missing or invalid. */
function isFinished(places: readonly PlacedQuestion[], { values }: AnswerValues): boolean {
  return (
    places.some(({ address }) => values[address] !== undefined) &&
    places.every(({ question, address }) => findQuestionValueProblem(question, values[address]) === null)
  )
}

/**
 * The first values of a row, by which users recognise it. Omits yes/no values, which mean nothing without their
 * question.
 */
function RowSummary({ places }: { readonly places: readonly PlacedQuestion[] }) {
  const { values } = useForm(({ content }) => content)
  const texts = places
    .filter(({ question }) => question.tipoPregunta !== QUESTION_TYPE.BOOLEAN)
    .map(({ question, address }) => formatValue(question, values[address]))
    .filter((text) => text !== '')
  return <span className="r-soft">{texts.slice(0, SUMMARY_VALUES).map((text) => `· ${text} `)}</span>
}
