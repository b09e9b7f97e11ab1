import { useMemo } from 'react'
import { Stack } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { ReadyStatistics, StatisticsCard } from '#domain/statistics/index.ts'
import { EmptyState, lazyPart, ListSkeleton, RenderWhenNear, PageSection, useFormats } from '#ui/index.ts'
import { toListDayParams, type DayPeriod, type StatisticsSearch } from '../address.ts'
import { FilterHint } from '../charts/chart-table.tsx'
import { useFigureFormats } from '../charts/use-figures-text.ts'
import { listCrossTableQuestions, toShownCount } from '../questions/build-chart.ts'
import { SectionFigures, type SectionComparison } from '../questions/section-part.tsx'
import type { AnswersListSlots } from '../answers-list-slots.ts'
import { useStatisticsActions } from '../use-acts.ts'
import { useMoneyStatistics, useStatistics, type StatisticsQueryFilter } from '../use-statistics.ts'
import { ActiveFilters, useActiveFilters } from './chips.tsx'
import { useComparison, formatPeriod, type Comparison } from './compare.tsx'
import { MostCorrectedQuestions } from './corrections.tsx'
import { FiguresTimeNote } from './head.tsx'
import { MoneyPart, useMoneyOfOptions } from './money.tsx'
import { ErasedAnswerCounts, StatisticsOverview, type ComparedStatistics } from './statistics-overview.tsx'
import styles from '../statistics.module.css'

const LazyCrossTable = lazyPart(async () => (await import('../questions/cross-table.tsx')).CrossTablePart)

export type StatisticsPartsProps = {
  readonly form: TemplateId
  readonly slots: AnswersListSlots
  readonly search: StatisticsSearch
  readonly change: (change: StatisticsSearch) => void
  readonly days: Partial<DayPeriod>
  readonly filter: StatisticsQueryFilter
  readonly template: FormTemplate | null | undefined
  readonly ready: ReadyStatistics
  /** all figures, once loaded */
  readonly complete: ReadyStatistics | undefined
  readonly isKept: boolean
  readonly isOld: boolean
  readonly retry: () => void
}

/** All parts of the page with figures. */
export function StatisticsParts(props: StatisticsPartsProps) {
  const { ready, search, change, days, filter, complete, isKept, retry } = props
  const comparison = useComparison(ready, search, days, filter)
  const { now, compared } = comparison?.names ?? { now: '', compared: '' }
  return (
    <>
      <Stack gap="sm">
        <ActiveFilters {...{ ready, complete, search, change }} compared={comparison?.names.compared} />
        <FiguresTimeNote ready={ready} isKept={isKept} retry={retry}>
          <span>
            {comparison === undefined ? (
              formatPeriod(days)
            ) : (
              <Trans>
                {now} compared with {compared}. Differences are in percent. “from 0” means that there were no answers to
                compare with.
              </Trans>
            )}
          </span>
        </FiguresTimeNote>
      </Stack>
      {comparison === undefined ? <FigureTiles {...props} /> : <ComparedFigure {...props} comparison={comparison} />}
    </>
  )
}

/** The figures next to the figures of the comparison, which are requested separately. */
function ComparedFigure({ comparison, ...props }: StatisticsPartsProps & { readonly comparison: Comparison }) {
  const looked = useStatistics(props.form, comparison.filter)
  const other = looked.counted ?? looked
  return (
    <FigureTiles
      {...props}
      other={other.ready === undefined ? undefined : { ...comparison, complete: other.complete, ready: other.ready }}
    />
  )
}

type FigureTilesProps = StatisticsPartsProps & {
  readonly other?: (SectionComparison & ComparedStatistics) | undefined
}

function FigureTiles({
  form,
  slots,
  search,
  change,
  days,
  filter,
  template,
  ready,
  complete,
  isKept,
  isOld,
  other,
}: FigureTilesProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const figures = useFigureFormats()
  const listDays = useMemo(() => toListDayParams(days, ready.timeZone), [days, ready.timeZone])
  const acts = useStatisticsActions(form, search, listDays, change)
  const chips = useActiveFilters({ ready, complete, search })
  const money = useMoneyStatistics(filter, { form, template, ready })
  const sums = money.loadable.kind === 'here' ? money.loadable.value : undefined
  const withMoney = useMoneyOfOptions(sums)
  const at = formats.dateTime(ready.at)
  const answers = figures.countText(ready.found.answers)
  const narrowed = chips.map(({ text }) => text).join(' · ')
  const lines = [
    `${ready.form.titulo} · ${formatPeriod(days)}${narrowed === '' ? '' : ` · ${narrowed}`}`,
    t`Answers: ${answers}, as of ${at}`,
  ]
  const isEmpty = ready.found.answers === 0 || ready.found.answers === null
  const withSums = new Set((sums?.currencies ?? []).flatMap(({ questions }) => questions.map(({ key }) => key)))
  const sections = ready.sections.map((section, index) => {
    // Without answers in the period, money of earlier answers is still shown by option.
    const questions = isEmpty ? section.questions.filter(({ key }) => withSums.has(key)) : section.questions
    if (isEmpty && questions.length === 0) return null
    return (
      <SectionFigures
        key={section.key}
        number={index + 1}
        actsFor={acts}
        withMoney={withMoney}
        {...{ form, filter, complete, other, lines, isOld }}
        section={{ ...section, questions }}
        masked={ready.masked}
        isKept={isKept}
      />
    )
  })
  return (
    <>
      <Cards ready={ready} compared={other} />
      {isEmpty ? (
        <>
          <NoFigures isHidden={ready.found.answers === null} />
          <MoneyPart {...money} />
          {sections}
        </>
      ) : (
        <>
          <FilterHint />
          <StatisticsOverview ready={ready} compared={other} actsFor={acts} lines={lines} isOld={isOld} />
          <MoneyPart {...money} />
          {sections}
          {listCrossTableQuestions(ready.sections).length > 1 && (
            <PageSection flat title={t`Two questions together`}>
              <LazyCrossTable
                {...{ form, filter, search, change }}
                sections={ready.sections}
                actsFor={acts}
                meanwhile={<ListSkeleton rows={2} height={36} />}
              />
            </PageSection>
          )}
          <MostCorrectedQuestions complete={complete} lines={lines} />
          {ready.found.located !== 0 && (
            <PageSection title={t`Places`}>
              <RenderWhenNear height={500} isWanted={false}>
                {() => slots.map({ template: form, areas: template?.areas ?? [], search: { ...search, ...listDays } })}
              </RenderWhenNear>
            </PageSection>
          )}
        </>
      )}
      <ErasedAnswerCounts lines={ready.erased} />
    </>
  )
}

function NoFigures({ isHidden }: { readonly isHidden: boolean }) {
  return isHidden ? (
    <EmptyState title={<Trans>Fewer than 5 answers match</Trans>}>
      <Trans>This form hides results based on so few answers.</Trans>
    </EmptyState>
  ) : (
    <EmptyState title={<Trans>No results found</Trans>}>
      <Trans>No answers match this period and these filters. Try another period or clear the filters.</Trans>
    </EmptyState>
  )
}

/** Cards with the total number of answers, and the number of answers that match the filters. */
function Cards({
  ready,
  compared,
}: {
  readonly ready: ReadyStatistics
  readonly compared?: ComparedStatistics | undefined
}) {
  const { t } = useLingui()
  const { all, found } = ready
  return (
    <div className={`r-grid r-gap-16 ${styles['totals']}`}>
      <Card title={t`Filtered answers`} card={found} of={all.answers} compared={compared} />
      <Card title={t`All answers`} card={all} version={ready.form.version} />
    </div>
  )
}

type CardProps = {
  readonly title: string
  readonly card: StatisticsCard
  /** number that is 100 % */
  readonly of?: number | null
  readonly compared?: ComparedStatistics | undefined
  readonly version?: number
}

function Card({ title, card, of, compared, version }: CardProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const figures = useFigureFormats()
  const { answers, authors, withCitizen, located, first, last } = card
  const share = of === undefined ? '–' : figures.share(toShownCount(answers), of)
  const ofAll = of === undefined ? '' : figures.countText(of)
  const before = compared === undefined ? '' : figures.countText(compared.ready.found.answers)
  const other = compared?.names.compared ?? ''
  const part = (count: number | null): string => {
    const shown = figures.share(toShownCount(count), answers)
    return shown === '–' ? figures.countText(count) : `${figures.countText(count)} (${shown})`
  }
  return (
    <section className={`r-pad-16 r-card ${styles['card']}`} aria-label={title}>
      <Stack gap="xs">
        <h2>{title}</h2>
        <p className={styles['number']}>
          <strong>{figures.countText(answers)}</strong> {answers === 1 ? t`answer` : t`answers`}{' '}
          {/* On the same line, so that the rows of both cards are on one line. */}
          {share !== '–' && <span className="r-soft r-small">{t`${share} of ${ofAll}`}</span>}
        </p>
        {compared !== undefined && (
          <p className={styles['compared']}>
            <strong>{figures.change(answers, compared.ready.found.answers)}</strong>{' '}
            <span className="r-soft r-small">{t`compared with ${before} (${other})`}</span>
          </p>
        )}
        <dl className={`r-note ${styles['facts']}`}>
          {[
            { name: t`Authors`, value: figures.countText(authors) },
            { name: t`With a citizen`, value: part(withCitizen) },
            { name: t`With a location`, value: part(located) },
            ...(first === null || last === null
              ? []
              : [{ name: t`First and last answer`, value: `${formats.date(first)} – ${formats.date(last)}` }]),
            ...(version === undefined ? [] : [{ name: t`Form version`, value: formats.number(version) }]),
          ].map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Stack>
    </section>
  )
}
