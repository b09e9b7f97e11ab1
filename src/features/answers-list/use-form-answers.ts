import { useCallback, useEffect, useMemo, useRef } from 'react'
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
import { listLocalAnswers as listOwnAnswers, listOlderAnswers, loadTemplate } from '#local/index.ts'
import { useAccount, useEndpointData, useListAddress, useProfile, type Loadable, type ListedPage } from '#ui/index.ts'
import {
  isUnsent,
  toLineFromLocal,
  toLineFromSummary,
  mergeOwnAndServer,
  withOlder,
  type AnswerLine,
} from './answer-lines.ts'
import { useChosenColumns } from './columns/use-chosen-columns.ts'
import { filterFromSearch, pickPageSize, toQueryParameters, type ListFilters } from './filters/list-filters.ts'

type DeviceAnswers = {
  readonly own: readonly AnswerLine[]
  readonly cached: readonly AnswerLine[]
  readonly total: number
}

/** The answers of a form on this device: unsent answers, and copies of the server's. */
function useDeviceAnswers(template: TemplateId): DeviceAnswers | undefined {
  const { local } = useAccount()
  const profile = useProfile()
  return useLiveQuery(async () => {
    const [answers, older] = await Promise.all([listOwnAnswers(local, template), listOlderAnswers(local, template)])
    if (profile === null) return { own: [], cached: [], total: 0 }
    const lines = await Promise.all(
      answers.map(async (answer) => {
        const filled =
          answer.answer === undefined ? await loadTemplate(local, answer.template, answer.version) : undefined
        return { unsent: isUnsent(answer), line: toLineFromLocal(answer, filled, profile) }
      }),
    )
    const of = (unsent: boolean): readonly AnswerLine[] =>
      lines.filter((line) => line.unsent === unsent).map(({ line }) => line)
    const ownLines = of(true)
    const waiting = new Set(ownLines.map(({ id }) => id))
    const cached = withOlder(
      of(false),
      older.filter(({ id }) => !waiting.has(id)),
    )
    return { own: ownLines, cached, total: ownLines.length + cached.length }
  }, [local, template, profile])
}

/**
 * A form's list by its URL: this device's own answers on top of the first page, then the server's. If the server fails,
 * stored answers.
 */
export function useFormAnswers(template: TemplateId) {
  const { search, filter: narrow } = useListAddress<ListFilters>()
  const filter = useMemo(() => filterFromSearch(search), [search])
  const device = useDeviceAnswers(template)
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
  const [server, retry] = useEndpointData(listAnswers, { ...request, after, before, ...options }, columns.isKnown)
  useAgainWhenSent(device?.own.length, retry)
  const isBusy = server.kind === 'failed' && server.problem.code === 'server.busy'
  useAgainWhile(isBusy, retry)
  const isFirst = after === undefined && before === undefined
  const answers = device && filterDeviceAnswers(device, filter)
  const listed = (): Loadable<ListedPage<AnswerLine>> => {
    if (answers === undefined) return { kind: 'loading' }
    if (server.kind === 'failed' && needsStatistics(filter)) return isBusy ? { kind: 'loading' } : server
    return mergeWithServer(server, answers, { isFirst, page: pagina, size: request.size })
  }
  const list = listed()
  const change = useCallback((next: ListFilters) => narrow({ zona: '', ...next }), [narrow])
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

/** Milliseconds between retries. The first count by a form's questions is spread over several requests. */
const BUSY_PAUSE = 2_000

/** Retries while the server is busy. */
function useAgainWhile(isBusy: boolean, retry: () => void): void {
  const latest = useRef(retry)
  useEffect(() => {
    latest.current = retry
  })
  useEffect(() => {
    if (!isBusy) return
    const timer = setInterval(() => latest.current(), BUSY_PAUSE)
    return () => clearInterval(timer)
  }, [isBusy])
}

/** Requests the list again after this device has sent answers, even without notifications. */
function useAgainWhenSent(unsent: number | undefined, retry: () => void): void {
  const before = useRef(unsent)
  useEffect(() => {
    if (before.current !== undefined && before.current !== unsent) retry()
    before.current = unsent
  })
}

/** This device's answers that match the filter; none for filters from statistics, which only the server can apply. */
function filterDeviceAnswers(device: DeviceAnswers, filter: ListFilter): DeviceAnswers {
  if (needsStatistics(filter)) return { ...device, own: [], cached: [] }
  const fits = ({ fitting: answer }: AnswerLine): boolean => answer === undefined || matchesFilter(answer, filter)
  return { ...device, own: device.own.filter(fits), cached: device.cached.filter(fits) }
}

type Page = { readonly isFirst: boolean; readonly page: number; readonly size: number }

/** The server's page once loaded. Until then, and if loading fails, the device's answers. */
function mergeWithServer(
  server: Loadable<AnswersPage>,
  device: DeviceAnswers,
  { isFirst, page, size }: Page,
): Loadable<ListedPage<AnswerLine>> {
  switch (server.kind) {
    case 'here': {
      const lines = server.value.answers.map((line) => toLineFromSummary(line))
      return {
        kind: 'here',
        value: { items: mergeOwnAndServer(device.own, lines, isFirst), page: 1, pages: 1 },
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
