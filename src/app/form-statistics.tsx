import { AnswerFilters, AnswersMap, filterOf, sentOf } from '#features/answers-list/index.ts'
import { loadStatistics, type Slots } from '#features/statistics/index.ts'
import { later, ListSkeleton } from '#ui/index.ts'

const StatisticsScreen = later(async () => (await loadStatistics()).StatisticsScreen)
StatisticsScreen.preload()

const HERE = { own: [], cached: [] }

/** Statistics use the filters and the map of the answers list. */
const SLOTS: Slots = {
  filterOf: (search) => sentOf(filterOf(search)),
  filters: (props) => <AnswerFilters {...props} />,
  map: ({ template, areas, search }) => (
    <AnswersMap template={template} areas={areas} search={search} filter={filterOf(search)} device={HERE} />
  ),
}

export function FormStatistics() {
  return <StatisticsScreen slots={SLOTS} meanwhile={<ListSkeleton />} />
}
