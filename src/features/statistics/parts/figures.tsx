import { Trans, useLingui } from '@lingui/react/macro'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { ReadyStatistics } from '#domain/statistics/index.ts'
import { EmptyState, Near, PageSection, useFormats } from '#ui/index.ts'
import type { Days, StatisticsSearch } from '../address.ts'
import { HowToFilter } from '../charts/chart-table.tsx'
import { useFigures } from '../charts/use-figures-text.ts'
import { SectionPart, type ComparedWith } from '../questions/section-part.tsx'
import type { Slots } from '../slots.ts'
import { useActs } from '../use-acts.ts'
import { useStatistics, type Narrowed } from '../use-statistics.ts'
import { Cards } from './cards.tsx'
import { Chips, useChips } from './chips.tsx'
import { useComparison, written, type Comparison } from './compare.tsx'
import { Corrections } from './corrections.tsx'
import { MomentLine } from './head.tsx'
import { Overview } from './overview.tsx'

export type FiguresProps = {
  readonly form: TemplateId
  readonly slots: Slots
  readonly search: StatisticsSearch
  readonly change: (change: StatisticsSearch) => void
  readonly days: Partial<Days>
  readonly filter: Narrowed
  readonly template: FormTemplate | null | undefined
  readonly ready: ReadyStatistics
  /** all figures at once, once they are here */
  readonly whole: ReadyStatistics | undefined
  readonly isKept: boolean
  readonly isOld: boolean
  readonly again: () => void
}

/** All of the page that is made of figures. */
export function Figures(props: FiguresProps) {
  const { ready, search, change, days, filter, whole, isKept, again } = props
  const comparison = useComparison(ready, search, days, filter)
  return (
    <>
      <div className="r-column r-gap-12">
        <Chips ready={ready} whole={whole} search={search} change={change} />
        <MomentLine ready={ready} isKept={isKept} again={again} />
      </div>
      {comparison === undefined ? <Told {...props} /> : <Beside {...props} comparison={comparison} />}
    </>
  )
}

/** The same figures of something else are asked for beside them. */
function Beside({ comparison, ...props }: FiguresProps & { readonly comparison: Comparison }) {
  const looked = useStatistics(props.form, comparison.filter)
  const other = looked.counted ?? looked
  return (
    <Told
      {...props}
      other={
        other.ready === undefined
          ? undefined
          : { filter: comparison.filter, names: comparison.names, whole: other.whole, ready: other.ready }
      }
    />
  )
}

type ToldProps = FiguresProps & { readonly other?: (ComparedWith & { readonly ready: ReadyStatistics }) | undefined }

function Told({ form, slots, search, change, days, filter, template, ready, whole, isKept, isOld, other }: ToldProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const figures = useFigures()
  const acts = useActs(form, search, days, change)
  const chips = useChips({ ready, whole, search })
  const at = formats.dateTime(ready.at)
  const answers = figures.told(ready.found.answers)
  const narrowed = chips.map(({ text }) => text).join(' · ')
  const lines = [
    `${ready.form.titulo} · ${written(days)}${narrowed === '' ? '' : ` · ${narrowed}`}`,
    t`${answers} answers, as of ${at}`,
  ]
  return (
    <>
      <Cards ready={ready} compared={other?.ready} />
      {ready.found.answers === 0 ? (
        <EmptyState title={<Trans>No results found</Trans>}>
          <Trans>No answer fits these days and filters. Another period may have some.</Trans>
        </EmptyState>
      ) : ready.found.answers === null ? (
        <EmptyState title={<Trans>Fewer than 5 answers fit</Trans>}>
          <Trans>The author of this form hides what so few have answered.</Trans>
        </EmptyState>
      ) : (
        <>
          <HowToFilter />
          <Overview
            ready={ready}
            compared={other && { ready: other.ready, names: other.names }}
            actsFor={acts}
            lines={lines}
            isOld={isOld}
          />
          {ready.sections.map((section, index) => (
            <SectionPart
              key={section.key}
              number={index + 1}
              actsFor={acts}
              {...{ form, filter, section, whole, other, lines, isOld }}
              masked={ready.masked}
              isKept={isKept}
            />
          ))}
          <Corrections whole={whole} lines={lines} />
          {ready.found.located !== 0 && (
            <PageSection title={t`Places`}>
              <Near height={500} wanted={false}>
                {() => slots.map({ template: form, areas: template?.areas ?? [], search: { ...search, ...days } })}
              </Near>
            </PageSection>
          )}
        </>
      )}
    </>
  )
}
