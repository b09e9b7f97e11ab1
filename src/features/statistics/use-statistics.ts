import { useEffect, useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { useLingui } from '@lingui/react/macro'
import {
  readFormStatistics,
  readMoneyStatistics,
  type CrossTable,
  type FormStatistics,
  type FormStatisticsQuery,
  type ReadyStatistics,
  type StatisticsFilter,
  type StatisticsQuestion,
} from '#domain/statistics/index.ts'
import type { InputOf } from '#domain/endpoints/index.ts'
import { LANGUAGES, type Problem, type TemplateId } from '#domain/kernel/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { storeFigures, readStoredFigures } from '#local/figures/index.ts'
import { useAccount, useCan, useEndpointData, type Loadable } from '#ui/index.ts'

/** Keeps the last value while the next one is loading. */
export function useLastValue<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

/** Key that matches no question. Used to request only titles and cards, which are ready before any chart. */
const NONE = '0'
/** Maximum questions that the server accepts per request. Others are shown once all figures are loaded. */
const MAX_ASKED = 100
/** Polling interval while a form's answers are counted for the first time, milliseconds. */
const POLLING_INTERVAL_MS = 1_000

/** The filter parameters sent to the server. */
export type StatisticsQueryFilter = Partial<StatisticsFilter> & Pick<FormStatisticsQuery, 'crossed'>

export type StatisticsState = {
  readonly loadable: Loadable<FormStatistics>
  readonly retry: () => void
  /** figures to show; while loading, figures of the previous filters */
  readonly ready: ReadyStatistics | undefined
  /** whether `ready` has figures of previous filters */
  readonly isOld: boolean
  /** all figures, once loaded */
  readonly complete: ReadyStatistics | undefined
  /** figures computed on this device, while the server cannot be reached */
  readonly counted: LocalFigures | undefined
}

function useServerStatistics(input: InputOf<typeof readFormStatistics>, enabled = true) {
  return useEndpointData(readFormStatistics, input, enabled)
}

function useInput(form: TemplateId, filter: StatisticsQueryFilter): InputOf<typeof readFormStatistics> {
  const { i18n } = useLingui()
  return { id: form, ...filter, language: LANGUAGES.find((item) => item === i18n.locale) }
}

/**
 * A form's statistics. Loads cards first, then all charts; `useSectionFigures` loads the charts in view in between.
 * Drops replies for previous filters.
 */
export function useStatistics(form: TemplateId, filter: StatisticsQueryFilter): StatisticsState {
  const input = useInput(form, filter)
  const [loadable, retry] = useServerStatistics({ ...input, questions: NONE })
  const head = loadable.kind === 'here' ? loadable.value : undefined
  const isHere = head?.status === 'ready'
  const [all] = useServerStatistics(input, isHere)
  const isBuilding = head?.status === 'building'
  useEffect(() => {
    if (!isBuilding) return
    const timer = setInterval(retry, POLLING_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isBuilding, retry])
  const ready = head?.status === 'ready' ? head : undefined
  const whole = all.kind === 'here' && all.value.status === 'ready' ? all.value : undefined
  const last = useLastValue(ready)
  const isLost = loadable.kind === 'failed' && !loadable.refused
  const countedFigures = useLocalFigures(form, filter, isLost, NONE)
  return {
    loadable,
    retry,
    ready: last,
    isOld: ready === undefined && last !== undefined,
    complete: whole,
    counted: isLost ? countedFigures : undefined,
  }
}

type SectionFigures = {
  readonly form: TemplateId
  readonly filter: StatisticsQueryFilter
  readonly questions: readonly StatisticsQuestion[]
  readonly complete: ReadyStatistics | undefined
  /** whether to request the figures */
  readonly isWanted: boolean
}

/** Figures of a section's questions, requested when in view, unless already loaded with all figures. */
export function useSectionFigures({ form, filter, questions, complete, isWanted }: SectionFigures): {
  readonly figures: ReadonlyMap<string, StatisticsQuestion>
  readonly isOld: boolean
  readonly problem: Problem | null
} {
  const input = useInput(form, filter)
  const keys = questions.slice(0, MAX_ASKED).map(({ key }) => key)
  const [loadable] = useServerStatistics(
    { ...input, questions: keys.join() },
    isWanted && complete === undefined && keys.length > 0,
  )
  const part = loadable.kind === 'here' && loadable.value.status === 'ready' ? loadable.value : undefined
  const now = complete ?? part
  const last = useLastValue(now)
  return {
    figures: new Map(
      (last?.sections ?? []).flatMap((section) =>
        section.questions.flatMap((question) =>
          question.figures === undefined ? [] : [[buildStatisticsQuestionId(question), question] as const],
        ),
      ),
    ),
    isOld: now === undefined && last !== undefined,
    problem: loadable.kind === 'failed' ? loadable.problem : null,
  }
}

type MoneyContext = {
  readonly form: TemplateId
  readonly template: FormTemplate | null | undefined
  readonly ready: ReadyStatistics | undefined
}

/** Refusals after which no money is shown, not even an error message. */
const NO_ACCESS_CODES: ReadonlySet<Problem['code']> = new Set(['template.missing', 'access.forbidden'])

/**
 * Money of the form in the period of the filter. Only requested for forms that take or took payments, and for users who
 * may read it. Not stored on the device, and not refreshed by changes of answers.
 */
export function useMoneyStatistics(filter: StatisticsQueryFilter, { form, template, ready }: MoneyContext) {
  const isPaid = ready?.isPaid === true || template?.opcionales.addPaymentGateway === true
  const isWanted = useCan()('read', 'pago') && isPaid
  const input = useInput(form, filter)
  const [loadable, retry] = useEndpointData<typeof readMoneyStatistics>(readMoneyStatistics, input, isWanted)
  return {
    loadable,
    retry,
    isLoading: isWanted && loadable.kind === 'loading',
    isMissing: loadable.kind === 'failed' && !NO_ACCESS_CODES.has(loadable.problem.code),
  }
}

/**
 * @param crossed keys of two questions; undefined if none are chosen
 * @returns the table; null if there is none; undefined while loading, or if no questions are chosen
 */
export function useCrossTable(
  form: TemplateId,
  filter: StatisticsQueryFilter,
  crossed: string | undefined,
): CrossTable | null | undefined {
  const isWanted = crossed !== undefined
  const crossing = { ...filter, crossed }
  const [loadable] = useServerStatistics({ ...useInput(form, crossing), questions: NONE }, isWanted)
  const isLost = loadable.kind === 'failed' && !loadable.refused
  const { isDone, ready } = useLocalFigures(form, crossing, isWanted && isLost, NONE)
  if (!isWanted || loadable.kind === 'loading') return undefined
  if (loadable.kind === 'here') return loadable.value.status === 'ready' ? (loadable.value.crossed ?? null) : undefined
  return isDone || !isLost ? (ready?.crossed ?? null) : undefined
}

/** Id of a question's chart. A combined question has a chart for each field. */
export function buildStatisticsQuestionId({ key, part }: Pick<StatisticsQuestion, 'key' | 'part'>): string {
  return part === null ? key : `${key}/${part}`
}

export type LastStatistics = { readonly search: string; readonly figures: ReadyStatistics }

/**
 * Stores the figures that the user has viewed, and downloads data for offline computation unless small counts are
 * hidden.
 * @param search URL parameters
 * @returns the form's stored figures; undefined while reading
 */
export function useStoredStatistics(
  form: TemplateId,
  search: string,
  looked: ReadyStatistics | undefined,
): readonly LastStatistics[] | undefined {
  const { local } = useAccount()
  const { i18n } = useLingui()
  useEffect(() => {
    if (looked !== undefined) void storeFigures(local, { of: form, search, figures: looked })
  }, [local, form, search, looked])
  const isFetched = looked !== undefined && !looked.masked
  useEffect(() => {
    if (!isFetched) return
    const language = LANGUAGES.find((item) => item === i18n.locale)
    void import('./device/keep-columns.ts')
      .then(({ fetchFigureColumns }) => fetchFigureColumns(local, { form, language, now: Date.now() }))
      .catch(() => undefined)
  }, [local, form, isFetched, i18n.locale])
  return useLiveQuery(async () => (await readStoredFigures(local, form)) as readonly LastStatistics[], [local, form])
}

/** Figures computed on this device. `isDone`: titles and cards are computed, or cannot be; `complete` may follow. */
type LocalFigures = {
  readonly isDone: boolean
  /** titles and cards; undefined if they cannot be computed on this device */
  readonly ready?: ReadyStatistics | undefined
  readonly complete?: ReadyStatistics | undefined
}

const COUNTING: LocalFigures = { isDone: false }
const NO_FIGURES: LocalFigures = { isDone: true }

/**
 * Computes figures on this device when the server cannot be reached. The code is loaded only then.
 * @param none key that matches no question
 */
function useLocalFigures(
  form: TemplateId,
  filter: StatisticsQueryFilter,
  isWanted: boolean,
  none: string,
): LocalFigures {
  const { local } = useAccount()
  const [counted, setCounted] = useState<{ readonly of: string; readonly is: LocalFigures }>()
  const of = JSON.stringify([form, filter])
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    const tell = (is: LocalFigures): void => {
      if (!isOver) setCounted({ of, is })
    }
    const count = async (): Promise<void> => {
      const { openLocalCounter, computeAllFigures } = await import('./device/count-here.ts')
      const counting = await openLocalCounter(local, form)
      const query = (JSON.parse(of) as [TemplateId, StatisticsQueryFilter])[1]
      const ready = counting?.({ ...query, questions: none })
      if (counting === undefined || ready === undefined) return tell(NO_FIGURES)
      tell({ isDone: true, ready })
      const whole = await computeAllFigures(counting, query, ready, () => isOver)
      if (whole !== undefined) tell({ isDone: true, ready, complete: whole })
    }
    count().catch(() => tell(NO_FIGURES))
    return () => {
      isOver = true
    }
  }, [local, form, of, isWanted, none])
  return counted?.of === of ? counted.is : COUNTING
}
