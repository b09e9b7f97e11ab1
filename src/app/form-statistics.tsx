import { AnswerFilters, LazyAnswersMap, parseListFilter, toQueryParameters } from '#features/answers-list/index.ts'
import { loadStatisticsScreen, type AnswersListSlots } from '#features/statistics/index.ts'
import { lazyPart, ListSkeleton } from '#ui/index.ts'

const StatisticsScreen = lazyPart(async () => (await loadStatisticsScreen()).StatisticsScreen)
StatisticsScreen.preload()

const NO_DEVICE_ANSWERS = { own: [], cached: [] }

/** Statistics use the filters and the map of the answers list. */
const SLOTS: AnswersListSlots = {
  filterOf: (search) => toQueryParameters(parseListFilter(search)),
  filters: (props) => <AnswerFilters {...props} />,
  map: ({ template, areas, search }) => (
    <LazyAnswersMap
      template={template}
      areas={areas}
      search={search}
      filter={parseListFilter(search)}
      device={NO_DEVICE_ANSWERS}
    />
  ),
}

export function FormStatisticsRoute() {
  return <StatisticsScreen slots={SLOTS} meanwhile={<ListSkeleton />} />
}
