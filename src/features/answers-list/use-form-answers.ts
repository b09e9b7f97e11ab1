import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useParams } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useLingui } from '@lingui/react/macro'
import {
  listAnswers,
  matchesFilter,
  needsStatistics,
  type ListFilter,
  type AnswersPage,
} from '#domain/answers/index.ts'
import { LANGUAGES, type TemplateId } from '#domain/kernel/index.ts'
import { pickPage } from '#domain/search/index.ts'
import { createValueTest } from '#domain/statistics/index.ts'
import {
  listLocalAnswers as listOwnAnswers,
  listOlderAnswers,
  loadTemplate,
  readListView,
  writeListView,
} from '#local/index.ts'
import { useAccount, useEndpointData, useListAddress, useProfile, type Loadable, type ListedPage } from '#ui/index.ts'
import {
  isMissingInServerLists,
  toLineFromLocal,
  toLineFromSummary,
  mergeOwnAndServerLines,
  addOlderLines,
  type AnswerTableRow,
} from './answer-lines.ts'
import { useChosenColumns } from './columns/use-chosen-columns.tsx'
import {
  parseListFilter,
  parseSavedFilters,
  pickPageSize,
  serialiseFilters,
  toQueryParameters,
  VIEW_PARAMETERS,
  type ListFilters,
} from './filters/list-filters.ts'
import { LIST_ROUTE } from './list-address.ts'

type DeviceAnswers = {
  readonly own: readonly AnswerTableRow[]
  readonly cached: readonly AnswerTableRow[]
  readonly total: number
  /** number of answers left out, because their values are not on this device and cannot be compared with the filters */
  readonly unknown: number
}

/**
 * The answers of a form on this device that match the filters by area and question: unsent answers, and copies of the
 * server's answers.
 */
function useDeviceAnswers(
  template: TemplateId,
  { area, options, values }: Pick<ListFilter, 'area' | 'options' | 'values'>,
): DeviceAnswers | undefined {
  const { local } = useAccount()
  const profile = useProfile()
  return useLiveQuery(async () => {
    const [answers, older] = await Promise.all([listOwnAnswers(local, template), listOlderAnswers(local, template)])
    if (profile === null) return { own: [], cached: [], total: 0, unknown: 0 }
    const lines = await Promise.all(
      answers.map(async (answer) => {
        const filled =
          answer.answer === undefined ? await loadTemplate(local, answer.template, answer.version) : undefined
        return { unsent: isMissingInServerLists(answer), line: toLineFromLocal(answer, filled, profile) }
      }),
    )
    const of = (unsent: boolean): readonly AnswerTableRow[] =>
      lines.filter((line) => line.unsent === unsent).map(({ line }) => line)
    const ownLines = of(true)
    const waiting = new Set(ownLines.map(({ id }) => id))
    const cached = addOlderLines(
      of(false),
      older.filter(({ id }) => !waiting.has(id)),
    )
    const total = ownLines.length + cached.length
    if (!needsStatistics({ area, options, values })) return { own: ownLines, cached, total, unknown: 0 }
    const current = await loadTemplate(local, template)
    const versions = new Map(
      answers.flatMap(({ answer }) => (answer === undefined ? [] : [[answer.templateVersion, answer] as const])),
    )
    const newestFirst = [...versions].toSorted(([a], [b]) => b - a).map(([, answer]) => answer)
    const hasValues = createValueTest([...(current === undefined ? [] : [current]), ...newestFirst], {
      options,
      values,
    })
    const fits = (line: AnswerTableRow): boolean =>
      line.sections !== undefined && (area === undefined || line.area === area) && hasValues(line.sections())
    return {
      own: ownLines.filter(fits),
      cached: cached.filter(fits),
      total,
      unknown: cached.filter(({ sections }) => sections === undefined).length,
    }
  }, [local, template, profile, area, options, values])
}

/** Maximum wait until a restored view appears in the URL, in milliseconds. */
const MAX_RESTORE_MS = 1_000

/**
 * If the URL has no filters, restores the view that this account last used on this device. Stores each later view.
 * @returns false while the view is being restored
 */
function useLastView(template: TemplateId, search: ListFilters, change: (change: ListFilters) => void): boolean {
  const { local } = useAccount()
  const { respuesta } = useParams({ from: LIST_ROUTE })
  const view = serialiseFilters(search, VIEW_PARAMETERS)
  // A URL with an answer or a search is used unchanged.
  const isGiven = view !== '' || respuesta !== undefined || search.codigo !== undefined
  const [restored, setRestored] = useState<string | undefined>(isGiven ? '' : undefined)
  const isRestored = restored === '' || view !== ''
  useEffect(() => {
    if (restored !== undefined) return
    let isGone = false
    const restore = (stored: string): void => {
      if (isGone) return
      setRestored(stored)
      if (stored !== '') change(parseSavedFilters(stored, VIEW_PARAMETERS))
    }
    readListView(local, template).then(restore, () => restore(''))
    return () => {
      isGone = true
    }
  }, [restored, local, template, change])
  // If the router drops the restored parameters, the list is shown anyway after a while.
  useEffect(() => {
    if (restored === undefined || restored === '') return
    const timer = setTimeout(() => setRestored(''), MAX_RESTORE_MS)
    return () => clearTimeout(timer)
  }, [restored])
  useEffect(() => {
    if (!isRestored) return
    setRestored('')
    void writeListView(local, template, view)
  }, [isRestored, local, template, view])
  return isRestored
}

/**
 * A form's list by its URL: this device's unsent answers first, then the server's page. If the server fails, shows the
 * answers stored on the device.
 */
export function useFormAnswers(template: TemplateId) {
  const { search, filter: listFilter } = useListAddress<ListFilters>()
  const filter = useMemo(() => parseListFilter(search), [search])
  const change = useCallback((next: ListFilters) => listFilter({ zona: '', ...next }), [listFilter])
  const isRestored = useLastView(template, search, change)
  const device = useDeviceAnswers(template, filter)
  const { despues: after, antes: before, orden, pagina = 1 } = search
  const request = {
    template,
    ...toQueryParameters(filter),
    ascending: orden === 'viejas' ? ('1' as const) : undefined,
    size: pickPageSize(search),
  }
  const { i18n } = useLingui()
  const columns = useChosenColumns(template)
  const options =
    columns.asked === '' || search.vista === 'mapa'
      ? {}
      : { columns: columns.asked, language: LANGUAGES.find((item) => item === i18n.locale) }
  const isReady = columns.isKnown && isRestored
  const [server, retry] = useEndpointData(listAnswers, { ...request, after, before, ...options }, isReady)
  useReloadAfterSending(device?.own.length, retry)
  const isBusy = server.kind === 'failed' && server.problem.code === 'server.busy'
  useRetryWhile(isBusy, retry)
  const isFirst = after === undefined && before === undefined
  const answers = device && filterDeviceAnswers(device, filter)
  const listed = (): Loadable<ListedPage<AnswerTableRow>> => {
    if (answers === undefined) return { kind: 'loading' }
    if (isBusy && needsStatistics(filter)) return { kind: 'loading' }
    return mergeWithServer(server, answers, { isFirst, page: pagina, size: request.size })
  }
  const list = listed()
  return {
    search,
    filter,
    asked: request,
    columns,
    change,
    server,
    again: retry,
    device,
    here: answers,
    list,
    lines: list.kind === 'here' ? list.value.items : [],
  }
}

/** Milliseconds between retries. The first count of a form's answers by question takes the server several requests. */
const BUSY_RETRY_MS = 2_000

/** Retries while the server is busy. */
function useRetryWhile(isBusy: boolean, retry: () => void): void {
  const latest = useRef(retry)
  useEffect(() => {
    latest.current = retry
  })
  useEffect(() => {
    if (!isBusy) return
    const timer = setInterval(() => latest.current(), BUSY_RETRY_MS)
    return () => clearInterval(timer)
  }, [isBusy])
}

/** Requests the list again after this device has sent answers, without waiting for a notification by the server. */
function useReloadAfterSending(unsent: number | undefined, retry: () => void): void {
  const before = useRef(unsent)
  useEffect(() => {
    if (before.current !== undefined && before.current !== unsent) retry()
    before.current = unsent
  })
}

/** Answers on this device that match the filters. Filters by area and question are applied in `useDeviceAnswers`. */
function filterDeviceAnswers(device: DeviceAnswers, filter: ListFilter): DeviceAnswers {
  const fits = ({ fitting: answer }: AnswerTableRow): boolean => answer === undefined || matchesFilter(answer, filter)
  return { ...device, own: device.own.filter(fits), cached: device.cached.filter(fits) }
}

type Page = { readonly isFirst: boolean; readonly page: number; readonly size: number }

/** The server's page; while loading, the device's unsent answers; after a failure, all answers on the device. */
function mergeWithServer(
  server: Loadable<AnswersPage>,
  device: DeviceAnswers,
  { isFirst, page, size }: Page,
): Loadable<ListedPage<AnswerTableRow>> {
  switch (server.kind) {
    case 'here': {
      const lines = server.value.answers.map((line) => toLineFromSummary(line))
      return {
        kind: 'here',
        value: { items: mergeOwnAndServerLines(device.own, lines, isFirst), page: 1, pages: 1 },
        problem: server.problem,
      }
    }
    case 'loading':
      return {
        kind: 'here',
        value: { items: isFirst ? device.own : [], page: 1, pages: 1, more: true },
        problem: null,
      }
    case 'failed':
      return { kind: 'here', value: pickPage([...device.own, ...device.cached], page, size), problem: server.problem }
  }
}
