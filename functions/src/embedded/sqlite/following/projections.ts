import { answerStatistics } from './answer-statistics.ts'
import { listRows } from './list-rows.ts'
import type { Projection } from './projection.ts'
import { searchWords } from './search-words.ts'

/** Everything that the follower writes, by its name in the file. */
export const PROJECTIONS: Readonly<Record<string, Projection>> = {
  rows: listRows,
  words: searchWords,
  statistics: answerStatistics,
}
