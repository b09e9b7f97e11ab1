import { Trans, useLingui } from '@lingui/react/macro'
import type { ReadyStatistics } from '#domain/statistics/index.ts'
import { EmptyState, ListSkeleton, PageSection } from '#ui/index.ts'
import { ChartActionsProvider } from '../charts/chart-acts.ts'
import { ChartCard } from '../charts/chart-card.tsx'
import type { ChartBar, Chart } from '../charts/chart.ts'
import { formatQuestionTitle } from '../questions/build-chart.ts'
import { buildStatisticsQuestionId } from '../use-statistics.ts'

type CorrectionsProps = {
  readonly complete: ReadyStatistics | undefined
  readonly lines: readonly string[]
}

/** Questions that are corrected most often, which indicates that they are misunderstood. */
export function MostCorrectedQuestions({ complete, lines }: CorrectionsProps) {
  const { t } = useLingui()
  const chart = useCorrectionsChart(complete)
  return (
    <PageSection flat title={t`Corrections`}>
      {chart === undefined ? <ListSkeleton rows={2} height={36} /> : <CorrectionsChart chart={chart} lines={lines} />}
    </PageSection>
  )
}

function CorrectionsChart({ chart, lines }: { readonly chart: Chart; readonly lines: readonly string[] }) {
  if (chart.bars.length === 0) return <EmptyState title={<Trans>No questions were corrected.</Trans>} />
  return (
    <ChartActionsProvider value={null}>
      <ChartCard title={chart.title} chart={chart} lines={lines} isOld={false} />
    </ChartActionsProvider>
  )
}

/** @returns undefined while loading */
export function useCorrectionsChart(whole: ReadyStatistics | undefined): Chart | undefined {
  const { t } = useLingui()
  if (whole === undefined) return undefined
  const bars = whole.sections
    .flatMap(({ questions }) => questions)
    .flatMap((question): readonly ChartBar[] =>
      question.figures === undefined || (question.figures.corrected ?? 0) === 0
        ? []
        : [
            {
              key: buildStatisticsQuestionId(question),
              label: formatQuestionTitle(question),
              count: question.figures.corrected ?? 0,
            },
          ],
    )
    .sort((a, b) => Number(b.count) - Number(a.count))
  return {
    title: t`Answers with a corrected question`,
    shape: 'bars',
    rows: t`Question`,
    base: whole.found.answers,
    bars,
  }
}
