import { useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { IconListSearch, IconPhoto } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { Figures, StatisticsQuestion } from '#domain/statistics/index.ts'
import { lazyPart, ListSkeleton, ListTable, useCan, useFormats, type Column } from '#ui/index.ts'
import { ChartActionsProvider, type ChartActions } from '../charts/chart-acts.ts'
import type { Chart } from '../charts/chart.ts'
import { ChartCard } from '../charts/chart-card.tsx'
import { useChartTexts, useFigureFormats } from '../charts/use-figures-text.ts'
import type { StatisticsQueryFilter } from '../use-statistics.ts'
import { areAnswersDistinct, buildChart, formatQuestionTitle, type ComparedFigures } from './build-chart.ts'
import { groupDays } from './group-days.ts'
import styles from './questions.module.css'

const LazyTextAnswers = lazyPart(async () => (await import('./texts.tsx')).QuestionTextValues)
const LazyAnswerGallery = lazyPart(async () => (await import('./gallery.tsx')).QuestionPhotoGallery)

type QuestionFiguresCardProps = {
  readonly form: TemplateId
  readonly filter: StatisticsQueryFilter
  /** question; without figures while loading */
  readonly question: StatisticsQuestion
  readonly other: ComparedFigures | undefined
  /** whether the section is repeatable, so that figures count rows */
  readonly isOfRows: boolean
  readonly acts: ChartActions | null
  /** adds the money of a question's options to its chart */
  readonly withMoney: (question: string, chart: Chart) => Chart
  readonly lines: readonly string[]
  readonly isOld: boolean
  /** whether small counts are hidden */
  readonly masked: boolean
  /** whether figures are missing and will not be loaded */
  readonly isGone: boolean
}

/** A card with the figures of a question. */
export function QuestionFiguresCard(props: QuestionFiguresCardProps) {
  const { form, filter, question, other, isOfRows, acts, withMoney, lines, isOld, masked, isGone } = props
  const texts = useChartTexts()
  const can = useCan()
  const { figures, condition } = question
  const title = formatQuestionTitle(question)
  const under = condition !== null && <p className={`r-soft r-small ${styles['condition']}`}>{condition}</p>
  if (figures === undefined)
    return (
      <ChartCard title={title} about={under} chart={null} lines={[]} isOld={!isGone}>
        {isGone ? (
          <p className="r-soft r-small">
            <Trans>The figures for this question are not stored on this device.</Trans>
          </p>
        ) : (
          <ListSkeleton rows={3} height={36} />
        )}
      </ChartCard>
    )
  const photos = figures.files.imagen ?? 0
  const isDistinct = areAnswersDistinct(figures)
  const counted = isDistinct ? null : buildChart(title, figures, texts, { other, none: masked ? 'few' : 0 })
  const grouped = counted === null ? null : groupDays(counted, texts)
  const chart = grouped === null || other !== undefined ? grouped : withMoney(question.key, grouped)
  const isAllFew = masked && chart === null && !isDistinct && figures.kind !== 'files' && figures.answered !== null
  const isRead = can('read', 'respuesta')
  return (
    <ChartActionsProvider value={acts}>
      <ChartCard
        title={title}
        about={
          <>
            {under}
            <BaseLine figures={figures} isOfRows={isOfRows} />
          </>
        }
        chart={chart}
        isPieOffered={figures.kind === 'options' && !figures.several && other === undefined}
        lines={lines}
        isOld={isOld}
      >
        {figures.kind === 'options' && figures.several && (
          <p className="r-soft r-small">
            <Trans>Several options could be chosen.</Trans>
          </p>
        )}
        {isAllFew && (
          <p className="r-soft r-small">
            <Trans>Each answer was given fewer than 5 times.</Trans>
          </p>
        )}
        {figures.kind === 'numbers' && <MeasureTable title={title} figures={figures} other={other} />}
        {figures.kind === 'texts' && (
          <DifferentTexts distinct={figures.distinct} shown={isDistinct ? 0 : figures.top.length} />
        )}
        <Files files={figures.files} />
        {isRead && (
          <div className="r-row r-gap-4 r-gap-x-12">
            {figures.kind !== 'files' && figures.answered !== 0 && (
              <More icon={<IconListSearch size={20} aria-hidden="true" />} text={<Trans>Individual answers</Trans>}>
                <LazyTextAnswers
                  form={form}
                  filter={filter}
                  question={question.key}
                  title={title}
                  meanwhile={<ListSkeleton rows={3} height={36} />}
                />
              </More>
            )}
            {photos > 0 && (
              <More icon={<IconPhoto size={20} aria-hidden="true" />} text={<Trans>Photos</Trans>}>
                <LazyAnswerGallery
                  form={form}
                  filter={filter}
                  question={question.key}
                  title={title}
                  meanwhile={<ListSkeleton rows={2} />}
                />
              </More>
            )}
          </div>
        )}
      </ChartCard>
    </ChartActionsProvider>
  )
}

type MoreProps = {
  readonly icon: ReactNode
  readonly text: ReactNode
  readonly children: ReactNode
}

/** A button that loads further content and shows it. */
function More({ icon, text, children }: MoreProps) {
  const [opened, setOpened] = useState(false)
  return (
    <div className={styles['opened']} data-opened={opened}>
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={icon}
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        {text}
      </Button>
      {opened && children}
    </div>
  )
}

function DifferentTexts({ distinct, shown }: { readonly distinct: number | null; readonly shown: number }) {
  const formats = useFormats()
  if (distinct === null || distinct <= shown) return null
  const [all, first] = [formats.number(distinct), formats.number(shown)]
  return (
    <p className="r-soft r-small">
      {shown === 0 ? (
        <Plural value={distinct} one="# different answer" other="# different answers" />
      ) : (
        <Trans>
          {all} different texts. The {first} most frequent are shown.
        </Trans>
      )}
    </p>
  )
}

function Files({ files }: Pick<Figures, 'files'>) {
  const [imagen, documento, video] = [files.imagen ?? 0, files.documento ?? 0, files.video ?? 0]
  if (imagen + documento + video === 0) return null
  return (
    <p className="r-soft r-small">
      {imagen > 0 && <Plural value={imagen} one="# with a photo" other="# with photos" />}{' '}
      {documento > 0 && <Plural value={documento} one="# with a document" other="# with documents" />}{' '}
      {video > 0 && <Plural value={video} one="# with a video" other="# with videos" />}
    </p>
  )
}

/** The number of answers a question's figures are based on, and the answers that are excluded. */
function BaseLine({ figures, isOfRows }: { readonly figures: Figures; readonly isOfRows: boolean }) {
  const text = useFigureFormats()
  const { asked, notAsked, absent, corrected } = figures
  const answered = text.countText(figures.answered)
  const of = text.countText(asked)
  const without = text.countText(absent)
  // Questions answered only by files: photos and other files are counted below.
  const isFileOnly = figures.kind === 'files'
  return (
    <p className="r-soft r-small">
      {isFileOnly && <Trans>Times asked: {of}</Trans>}
      {!isFileOnly && isOfRows && (
        <Trans>
          Repetitions answered: {answered} of {of}
        </Trans>
      )}
      {!isFileOnly && !isOfRows && (
        <Trans>
          {answered} of {of} answered
        </Trans>
      )}
      {notAsked !== null && notAsked > 0 && (
        <>
          {' · '}
          <Plural value={notAsked} one="not asked in # answer" other="not asked in # answers" />
        </>
      )}
      {absent !== null && absent > 0 && (
        <>
          {' · '}
          <Trans>{without} with a form version without this question</Trans>
        </>
      )}
      {corrected !== null && corrected > 0 && (
        <>
          {' · '}
          <Plural value={corrected} one="corrected in # answer" other="corrected in # answers" />
        </>
      )}
    </p>
  )
}

type Numbers = Extract<Figures, { readonly kind: 'numbers' }>

type Measure = readonly [name: string, of: (numbers: Numbers) => number | null]

/** Statistical measures of numbers, next to those of the compared figures. */
function MeasureTable({
  title,
  figures,
  other,
}: {
  readonly title: string
  readonly figures: Numbers
  readonly other: ComparedFigures | undefined
}) {
  const { t } = useLingui()
  const text = useFigureFormats()
  const before = other?.figures.kind === 'numbers' ? other.figures : undefined
  const written = (value: number | null | undefined): string =>
    value === null || value === undefined ? '–' : text.decimal(value)
  const rows: readonly Measure[] = [
    [t`Answers`, ({ n }) => n],
    [t`Mean`, ({ mean }) => mean],
    [t`Median`, ({ median }) => median],
    [t`Lower quartile`, ({ q1 }) => q1],
    [t`Upper quartile`, ({ q3 }) => q3],
    [t`Standard deviation`, ({ deviation }) => deviation],
    [t`Minimum`, ({ least }) => least],
    [t`Maximum`, ({ most }) => most],
    [t`Sum`, ({ sum }) => sum],
  ]
  const columns: readonly Column<Measure>[] = [
    { head: t`Measure`, cell: ([name]) => name },
    { head: other?.names.now ?? t`Value`, figures: true, cell: ([, of]) => written(of(figures)) },
    ...(before === undefined || other === undefined
      ? []
      : [
          {
            head: other.names.compared,
            figures: true,
            cell: ([, of]) => written(of(before)),
          } satisfies Column<Measure>,
          {
            head: t`Difference`,
            figures: true,
            cell: ([, of]) => text.change(of(figures), of(before)),
          } satisfies Column<Measure>,
        ]),
  ]
  const beyond = text.countText(figures.beyond)
  return (
    <>
      <ListTable
        dense
        headless={before === undefined}
        label={t`Measures of ${title}`}
        columns={columns}
        items={rows}
        keyOf={([name]) => name}
      />
      {(figures.beyond ?? 0) > 0 && (
        <p className="r-soft r-small">
          <Trans>Values with too many digits, not included: {beyond}</Trans>
        </p>
      )}
    </>
  )
}
