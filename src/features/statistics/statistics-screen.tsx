import { useMemo, useState } from 'react'
import { useParams } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useLingui } from '@lingui/react/macro'
import { templateIdSchema, type TemplateId } from '#domain/kernel/index.ts'
import type { ReadyStatistics } from '#domain/statistics/index.ts'
import { loadTemplate } from '#local/index.ts'
import {
  Page,
  PageActions,
  buildTightPageClass,
  useAccount,
  useFormTexts,
  useIsPhone,
  useListAddress,
} from '#ui/index.ts'
import { toInstantRange, toListDayParams, resolveDays, type DayPeriod, type StatisticsSearch } from './address.ts'
import { ComparisonPicker } from './parts/compare.tsx'
import { StatisticsParts } from './parts/figures.tsx'
import { BackToFormsLink, ToAnswersLink } from './parts/head.tsx'
import { FormNotFound, StatisticsPlaceholder } from './parts/not-ready.tsx'
import { PeriodPicker } from './parts/periods.tsx'
import type { AnswersListSlots } from './answers-list-slots.ts'
import { DownloadStatisticsButtons } from './download/download-statistics.tsx'
import {
  useLastValue,
  useStoredStatistics,
  useStatistics,
  type StatisticsState,
  type StatisticsQueryFilter,
} from './use-statistics.ts'

const KEPT_PARAMETERS = [
  ...(['codigo', 'autor', 'dni', 'estado', 'dia', 'desde', 'hasta', 'por', 'espera'] as const),
  ...(['pago', 'area', 'opciones'] as const),
] as const

/** The filters in the URL. @param filterOf converts URL parameters to the list's filter */
function useStatisticsSearch(filterOf: AnswersListSlots['filterOf']) {
  const { search, filter: change } = useListAddress<StatisticsSearch>()
  // The default period is computed once on opening, so that it does not change at midnight.
  const [now] = useState(Date.now)
  // Time zone of the municipality; undefined until the first figures name it.
  const [timeZone, setTimeZone] = useState<string>()
  const days = useMemo<Partial<DayPeriod>>(() => resolveDays(search, now, timeZone), [search, now, timeZone])
  const filter = useMemo<StatisticsQueryFilter>(
    () => ({ ...filterOf(search), ...toInstantRange(days, timeZone) }),
    [search, days, timeZone, filterOf],
  )
  const address = useMemo(() => {
    const said = KEPT_PARAMETERS.flatMap((name) =>
      search[name] === undefined ? [] : [[name, search[name]] as [string, string]],
    )
    return new URLSearchParams(said).toString()
  }, [search])
  return { search, change, days, filter, address, timeZone, setTimeZone }
}

type StatisticsView = { readonly ready: ReadyStatistics; readonly complete: ReadyStatistics | undefined }

/**
 * Figures available without the server: the newer of the stored figures and those computed on this device. The last
 * figures stay visible while the request is retried.
 */
function useStatisticsView(
  { loadable, counted, ready }: StatisticsState,
  before: ReadyStatistics | undefined,
): StatisticsView | undefined {
  const here = useMemo<StatisticsView | undefined>(() => {
    if (counted?.isDone !== true) return undefined
    const own = counted.ready
    if (own !== undefined && (before === undefined || own.at >= before.at))
      return { ready: own, complete: counted.complete }
    return before && { ready: before, complete: before }
  }, [counted, before])
  const last = useLastValue(here)
  const isPending = loadable.kind === 'loading' || counted?.isDone === false
  return here ?? (isPending && ready === undefined ? last : undefined)
}

/** /estadisticas/{id}: statistics of a form's answers (part 3, point 2). */
export function StatisticsScreen({ slots }: { readonly slots: AnswersListSlots }) {
  const { t } = useLingui()
  const { id } = useParams({ from: '/estadisticas/$id' })
  const parsed = templateIdSchema.safeParse(id)
  if (parsed.success) return <LoadedStatistics key={parsed.data} form={parsed.data} slots={slots} />
  return (
    <Page title={t`Statistics`} back={<BackToFormsLink />}>
      <FormNotFound />
    </Page>
  )
}

function LoadedStatistics({ form, slots }: { readonly form: TemplateId; readonly slots: AnswersListSlots }) {
  const { t } = useLingui()
  const { local } = useAccount()
  const formText = useFormTexts()
  const template = useLiveQuery(async () => (await loadTemplate(local, form)) ?? null, [local, form])
  const { timeZone, setTimeZone, ...asked } = useStatisticsSearch(slots.filterOf)
  const { search, change, days, filter, address } = asked
  const looked = useStatistics(form, filter)
  const keptStatistics = useStoredStatistics(form, address, looked.complete) ?? []
  const before = keptStatistics.find((statistics) => statistics.search === address)?.figures
  const here = useStatisticsView(looked, before)
  const isKept = here !== undefined
  const ready = here?.ready ?? (looked.loadable.kind === 'failed' ? undefined : looked.ready)
  const knownZone = ready?.timeZone ?? keptStatistics[0]?.figures.timeZone
  if (knownZone !== undefined && knownZone !== timeZone) setTimeZone(knownZone)
  const whole = here === undefined ? looked.complete : here.complete
  const building = looked.loadable.kind === 'here' && looked.loadable.value.status === 'building'
  const phone = useIsPhone()
  const title = template ? formText(template, 'titulo') : (ready?.form.titulo ?? t`Statistics`)
  const shown = building ? undefined : ready
  return (
    <Page
      title={title}
      subtitle={phone || title === t`Statistics` ? undefined : t`Statistics`}
      back={<BackToFormsLink />}
      tight={buildTightPageClass()}
      width="full"
      actions={
        <PageActions
          primary={
            <ToAnswersLink
              form={form}
              search={search}
              days={timeZone === undefined ? days : toListDayParams(days, timeZone)}
            />
          }
        >
          {shown !== undefined && (
            <DownloadStatisticsButtons {...{ form, filter, template, complete: whole, search, days }} />
          )}
        </PageActions>
      }
    >
      {slots.filters({
        template: form,
        search,
        states: shown?.form.states ?? template?.estados.disponibles ?? [],
        change,
        isPaid: template?.opcionales.addPaymentGateway === true,
        quick: <PeriodPicker days={days} timeZone={timeZone} change={change} />,
        beside: shown !== undefined && <ComparisonPicker ready={shown} search={search} days={days} change={change} />,
        besideCount: [search.area, search.comparar].filter((value) => value !== undefined).length,
      })}
      {shown === undefined ? (
        <StatisticsPlaceholder
          form={form}
          loadable={looked.counted?.isDone === false ? { kind: 'loading' } : looked.loadable}
          retry={looked.retry}
          kept={keptStatistics}
        />
      ) : (
        <StatisticsParts
          {...{ form, slots, search, change, days, filter, template, isKept, complete: whole }}
          ready={shown}
          isOld={looked.isOld && !isKept}
          retry={looked.retry}
        />
      )}
    </Page>
  )
}
