import type { AreaPath } from '../../kernel/paths.ts'
import type { Measure } from '../measures.ts'
import { findCrossTableQuestions, type OutlinedSection } from '../outline.ts'
import { statisticsFilterSchema, type FormStatisticsQuery } from '../query.ts'
import type { ReadyStatistics } from '../reply.ts'
import { buildCrossFilter, buildStatistics, type StatisticsContext } from '../build-statistics.ts'
import { createEmptyTotals } from '../totals.ts'
import { intersectBits, type Bits } from './bits.ts'
import { countSegment, type CountOptions, type SegmentReader } from './count.ts'
import { findMatchingBits, computeFilterTimeRange } from './find-places.ts'
import { ColumnPart } from './part.ts'
import type { PartName } from './segment.ts'
import { findRowsOfAnswers } from './sums.ts'

/** All answers of a form as one segment, for computing statistics on a device. Each answer has `w:day` and `w:area`. */
export type WholeFormColumns = ReadonlyMap<PartName, ColumnPart>

/** Columns that only the server uses. */
const SERVER_ONLY_COLUMNS = new Set(['d:id', 'w:version'])

/** Concatenates segments, restricted to the answers that the reader may see. */
export class WholeFormWriter {
  readonly #parts = new Map<PartName, ColumnPart>()
  /** number of bitmap words used so far for answers, for periods in states, and for the rows of each section */
  readonly #taken = new Map<string, number>()

  get whole(): Map<PartName, ColumnPart> {
    return this.#parts
  }

  /**
   * Appends a segment. @param parts all parts of the segment @param seen places of the answers that the reader may see
   */
  add(
    parts: ReadonlyMap<PartName, ColumnPart>,
    at: { readonly day: string; readonly area: AreaPath },
    seen: Bits,
  ): void {
    const answers = { at: this.#take('', seen.length), mask: seen }
    const units = new Map([['', answers]])
    for (const [name, part] of parts) {
      if (name !== '#stays' && !name.startsWith('#rows~')) continue
      const mask = findRowsOfAnswers(part, seen)
      units.set(getPartBase(name), { at: this.#take(getPartBase(name), mask.length), mask })
    }
    for (const [name, part] of parts) {
      const into = this.#parts.get(name) ?? new ColumnPart()
      const places = units.get(getPartBase(name))
      // Skips a part if the rows of its section are unknown.
      if (places === undefined) continue
      into.append(part, places, answers, SERVER_ONLY_COLUMNS)
      if (name === '#answers') into.fill({ 'w:day': at.day, 'w:area': at.area }, answers)
      this.#parts.set(name, into)
    }
  }

  /** Reserves bitmap words. @returns index of the first reserved word */
  #take(base: string, words: number): number {
    const begin = this.#taken.get(base) ?? 0
    this.#taken.set(base, begin + words)
    return begin
  }
}

/** Returns what the places of a part are: rows of this section, or periods in states; '' means answers. */
function getPartBase(name: PartName): string {
  if (name.startsWith('#rows~')) return name.slice('#rows~'.length)
  if (name === '#stays') return name
  return name.startsWith('#') ? '' : (name.split('~')[2] ?? '')
}

/** Data of the reply in addition to the sums. On a device, this data comes from the server. */
export type WholeFormContext = Omit<StatisticsContext, 'masked' | 'nameOfArea'> & {
  readonly areas: readonly (readonly [path: AreaPath, nombre: string])[]
  /** questions whose parts were too large to send; only their titles are shown */
  readonly leftOut: readonly Measure[]
}

/**
 * Computes on the device what the server would reply.
 * @returns undefined if only the server can compute the reply: filters by words, persons or payments
 */
export function computeStatisticsOnDevice(
  wholeForm: WholeFormColumns,
  { areas, leftOut, ...telling }: WholeFormContext,
  { questions, crossed, language: _, ...asked }: Partial<FormStatisticsQuery>,
): ReadyStatistics | undefined {
  const filter = statisticsFilterSchema.parse(asked)
  const requested = questions === undefined ? undefined : new Set(questions.split(','))
  const { municipalityCodeId, citizenDni, payment } = filter
  if (municipalityCodeId !== '' || citizenDni !== '' || payment !== undefined) return undefined
  const answers = wholeForm.get('#answers') ?? new ColumnPart()
  const live = answers.bits('b:live')
  const segment: SegmentReader = {
    at: undefined,
    answers: {
      n: 0,
      citizens: 0,
      located: 0,
      created: [0, 0],
      updated: [0, 0],
      hours: [],
      authors: [],
      states: [],
      versions: [],
    },
    sums: () => undefined,
    part: (name) => wholeForm.get(name),
  }
  let mask = filter.waiting === undefined ? live : intersectBits(live, answers.bits('b:waits'))
  if (filter.area !== undefined) mask = filterByArea(answers, mask, filter.area)
  mask = findMatchingBits(answers, mask, {
    filter,
    own: undefined,
    range: computeFilterTimeRange(filter),
    among: undefined,
  })
  const [all, found] = [createEmptyTotals(), createEmptyTotals()]
  const deletedMeasures = new Set(leftOut)
  const needed = listNeededParts(telling.outline, { questions, crossed })
  countSegment(all, segment, live, { cross: new Map(), measures: [], sections: [] })
  countSegment(found, segment, mask, {
    cross: buildCrossFilter(telling.outline, filter.options),
    ...needed,
  })
  const outlinedQuestions = telling.outline.flatMap((section) =>
    section.questions.filter(
      ({ key, measure }) => !deletedMeasures.has(measure) && (requested === undefined || requested.has(key)),
    ),
  )
  const names = new Map(areas)
  const nameOfArea = (path: AreaPath): string => names.get(path) ?? path.split('/').at(-1) ?? path
  return buildStatistics(
    { ...telling, masked: false, nameOfArea },
    {
      questions: outlinedQuestions.map(({ key }) => key).join(),
      ...(needed.crossed?.some((measure) => deletedMeasures.has(measure)) !== true && { crossed }),
    },
    all,
    found,
  )
}

function filterByArea(answers: ColumnPart, mask: Bits, area: string): Bits {
  const number = answers.texts.indexOf(area) + 1
  const words = answers.words('w:area')
  const foundIndexes = new Uint32Array(mask.length)
  if (number > 0)
    for (let index = 0; index < words.length; index += 1)
      if (words[index] === number) foundIndexes[index >>> 5] = (foundIndexes[index >>> 5] ?? 0) | (1 << (index & 31))
  return intersectBits(mask, foundIndexes)
}

/** Returns the parts that are needed for the requested figures. */
export function listNeededParts(
  outline: readonly OutlinedSection[],
  { questions, crossed }: Pick<FormStatisticsQuery, 'questions' | 'crossed'>,
): Pick<CountOptions, 'measures' | 'sections' | 'crossed'> {
  const crossing = findCrossTableQuestions(outline, crossed)
  const requested = questions === undefined ? undefined : new Set(questions.split(','))
  return {
    measures: outline.flatMap(({ questions: requestedQuestions }) =>
      requestedQuestions
        .filter(({ key }) => requested === undefined || requested.has(key))
        .map(({ measure }) => measure),
    ),
    sections: outline.filter(({ repeats }) => repeats).map(({ key }) => key),
    crossed: crossing && [crossing[0].measure, crossing[1].measure],
  }
}
