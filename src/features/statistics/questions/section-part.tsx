import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { ReadyStatistics, StatisticsSection } from '#domain/statistics/index.ts'
import { Banner, RenderWhenNear, PageSection, useProblemText } from '#ui/index.ts'
import { CardGrid } from '../charts/card-grid.tsx'
import type { Chart } from '../charts/chart.ts'
import { buildStatisticsQuestionId, useSectionFigures, type StatisticsQueryFilter } from '../use-statistics.ts'
import type { StatisticsActions } from '../use-acts.ts'
import { QuestionFiguresCard } from './question-card.tsx'

/** The comparison: its filter, the names of both sides, and all its figures, once loaded. */
export type SectionComparison = {
  readonly filter: StatisticsQueryFilter
  readonly names: NonNullable<Chart['names']>
  readonly complete: ReadyStatistics | undefined
}

type SectionFiguresProps = {
  readonly form: TemplateId
  readonly filter: StatisticsQueryFilter
  readonly section: StatisticsSection
  /** counted from 1 */
  readonly number: number
  readonly complete: ReadyStatistics | undefined
  readonly other: SectionComparison | undefined
  readonly actsFor: StatisticsActions
  readonly withMoney: (question: string, chart: Chart) => Chart
  readonly lines: readonly string[]
  readonly isOld: boolean
  /** whether small counts are hidden */
  readonly masked: boolean
  /** whether the figures are from this device, so that nothing is requested */
  readonly isKept: boolean
}

/** Estimated height of a question in pixels, before its figures are rendered. */
const HEIGHT = 320

/** A section of the form. Its charts are requested when they are near the viewport. */
export function SectionFigures(props: SectionFiguresProps) {
  const { t } = useLingui()
  const { section, number } = props
  const { rows, questions } = section
  return (
    <PageSection
      flat
      title={section.titulo === '' ? t`Section ${number}` : section.titulo}
      aside={rows !== null && <Rows count={rows.count} />}
    >
      <RenderWhenNear height={HEIGHT * Math.ceil(questions.length / 3)} isWanted={false}>
        {() => <Questions {...props} />}
      </RenderWhenNear>
    </PageSection>
  )
}

function Rows({ count }: { readonly count: number | null }) {
  return count === null ? (
    <Trans>fewer than 5 repetitions</Trans>
  ) : (
    <Plural value={count} one="# repetition" other="# repetitions" />
  )
}

function Questions({
  form,
  filter,
  section,
  complete,
  other,
  actsFor,
  withMoney,
  lines,
  isOld,
  masked,
  isKept,
}: SectionFiguresProps) {
  const problemText = useProblemText()
  const request = { form, filter, questions: section.questions, complete, isWanted: !isKept }
  const shown = useSectionFigures(request)
  const before = useSectionFigures({
    ...request,
    filter: other?.filter ?? filter,
    complete: other?.complete,
    isWanted: other !== undefined && !isKept,
  })
  return (
    <>
      {shown.problem !== null && <Banner tone="waiting">{problemText(shown.problem)}</Banner>}
      <CardGrid isCompared={other !== undefined}>
        {section.questions.map((question) => {
          const id = buildStatisticsQuestionId(question)
          const ownCounts = shown.figures.get(id) ?? question
          const figures = other === undefined ? undefined : before.figures.get(id)?.figures
          return (
            <QuestionFiguresCard
              key={id}
              form={form}
              filter={filter}
              question={ownCounts}
              other={figures === undefined || other === undefined ? undefined : { figures, names: other.names }}
              isOfRows={section.rows !== null}
              acts={actsFor.question(ownCounts)}
              withMoney={withMoney}
              lines={lines}
              masked={masked}
              isGone={isKept && complete !== undefined}
              isOld={isOld || shown.isOld}
            />
          )
        })}
      </CardGrid>
    </>
  )
}
