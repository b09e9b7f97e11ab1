import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import type { Aggregates, MatchingAnswers, AnswerVisibility, StatisticsRequest } from '#core/statistics-port.ts'
import { instantSchema, type Instant, type TemplateId } from '#domain/kernel/index.ts'
import {
  buildCrossFilter,
  encodeFrame,
  buildOutline,
  statisticsFilterSchema,
  buildStatistics,
  computeStatisticsOnDevice,
  listNeededParts,
  encodeLastFrame,
  decodeFrames,
  type ReadyStatistics,
  type FormStatisticsQuery,
  type StatisticsFilter,
  type StatisticsContext,
} from '#domain/statistics/index.ts'
import type { Key } from '#domain/store/index.ts'
import { AREA, OTHER_AREA } from './builders/template.ts'
import { STATISTICS_VERSIONS, TIME_ZONE } from './statistics-histories.ts'
import { there } from './there.ts'

const OUTLINE = buildOutline(STATISTICS_VERSIONS, 'es')
const QUESTIONS = OUTLINE.flatMap(({ questions }) => questions)
const everybody: AnswerVisibility = { inArea: () => true, throughPortal: () => false, own: undefined }

/** Readers of all answers, of one area's and those from the portal, or of their own. */
export const someReader: fc.Arbitrary<AnswerVisibility> = fc.constantFrom(
  everybody,
  { inArea: (area) => area === AREA, throughPortal: () => false, own: undefined },
  { inArea: (area) => area === AREA, throughPortal: () => true, own: undefined },
  { inArea: () => true, throughPortal: () => false, own: 'ines' },
)

const moment: fc.Arbitrary<Instant> = fc
  .integer({ min: 0, max: 320 })
  .map((hour) => instantSchema.parse(new Date(Date.parse('2026-09-04T23:30:00.000Z') + hour * 1_800_000).toISOString()))
const options: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(
      ...QUESTIONS.filter(({ kind }) => kind !== 'files').flatMap(({ key, options: offered }) =>
        [...offered.map((one) => one.key), 'yes', 'none'].map((option) => `${key}.${option}`),
      ),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((pairs) => pairs.join())

/** Keys of two questions with options, of which some cannot be crossed. */
const crossed: fc.Arbitrary<string> = fc
  .tuple(...['rows', 'columns'].map(() => fc.constantFrom(...QUESTIONS.filter(({ kind }) => kind === 'options'))))
  .map((both) => both.map(({ key }) => key).join('.'))

type AskedFigures = StatisticsFilter & Pick<FormStatisticsQuery, 'crossed'>

export const someFilter: fc.Arbitrary<AskedFigures> = fc
  .record(
    {
      startDate: moment,
      endDate: moment,
      lastUpdateCheck: fc.constant('1' as const),
      waiting: fc.constant('1' as const),
      state: fc.constantFrom('0', '1'),
      answerBy: fc.constantFrom('ines', 'Quiroga', 'olga', 'nobody@relevo.example'),
      area: fc.constantFrom(AREA, OTHER_AREA),
      options,
      crossed,
    },
    { requiredKeys: [] },
  )
  .map(({ crossed: both, ...filter }) => ({ ...statisticsFilterSchema.parse(filter), crossed: both }))

type SmallStatistics = {
  readonly versions: readonly number[]
  readonly page: ReadyStatistics
  /** answers behind the figures, in list order, ascending and descending */
  readonly listed: readonly (readonly Key[])[]
}

/** The figures on a page of statistics. */
export async function figuresFrom(
  aggregates: Aggregates,
  form: TemplateId,
  sees: AnswerVisibility = everybody,
  { crossed: both, ...filter }: AskedFigures = statisticsFilterSchema.parse({}),
): Promise<SmallStatistics> {
  for (let time = 0; (await aggregates.open(form, TIME_ZONE, () => time)) < 100; time += 1);
  const wanted = {
    form,
    timeZone: TIME_ZONE,
    sees,
    filter,
    cross: buildCrossFilter(OUTLINE, filter.options),
    ...listNeededParts(OUTLINE, { crossed: both }),
    among: undefined,
  }
  const { all, found } = await aggregates.read(wanted)
  const telling = {
    form: there(STATISTICS_VERSIONS[0]),
    outline: OUTLINE,
    at: instantSchema.parse('2026-11-21T00:00:00.000Z'),
    timeZone: TIME_ZONE,
    masked: false,
    own: false,
    nameOfArea: (path: string) => path,
  }
  const versions = (await aggregates.versions(form, sees)).toSorted((a, b) => a - b)
  const chosen = await aggregates.chosen(wanted)
  const listed = [true, false].map((descending) => pagesOf(chosen, descending))
  for (const keys of listed)
    if (keys.length !== chosen.count) throw new Error(`${chosen.count} are counted, and ${keys.length} listed`)
  const page = buildStatistics(telling, { crossed: both }, all, found)
  if (!isDeepStrictEqual(await countedOnDevice(aggregates, wanted, telling, both), page))
    throw new Error('A device counts something else')
  return { versions, page, listed }
}

/** The same figures, computed from the reply to a device. */
async function countedOnDevice(
  aggregates: Aggregates,
  { form, sees, filter }: Pick<StatisticsRequest, 'form' | 'sees' | 'filter'>,
  { nameOfArea: _, masked: __, ...telling }: StatisticsContext,
  both: string | undefined,
): Promise<ReadyStatistics | undefined> {
  const whole = there(await aggregates.whole({ form, timeZone: TIME_ZONE, sees }, 1_000))
  const frames = [...whole].map(([name, part]) => encodeFrame(name, part))
  const travelled = Buffer.concat([...frames, encodeLastFrame({ ...telling, areas: [], leftOut: [] })])
  const unpacked = there(decodeFrames(new Uint8Array(travelled)))
  const areas = [AREA, OTHER_AREA].map((area) => [area, area] as const)
  return computeStatisticsOnDevice(unpacked.whole, { ...unpacked.telling, areas }, { ...filter, crossed: both })
}

/** Three per page, like a list. */
function pagesOf({ page }: MatchingAnswers, descending: boolean): readonly Key[] {
  const found: Key[] = []
  let after: Parameters<typeof page>[0]['after']
  for (;;) {
    const entries = page({ descending, after, limit: 3 })
    found.push(...entries.map(({ key }) => key))
    const last = entries.at(-1)
    if (last === undefined || entries.length < 3) return found
    after = { value: new Date(last.moment).toISOString(), key: last.key }
  }
}
