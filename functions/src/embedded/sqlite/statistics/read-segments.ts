import type { AreaPath } from '#domain/kernel/index.ts'
import type { AnswerSums, PartName, SegmentReader } from '#domain/statistics/index.ts'
import type { StatisticsTables } from './tables.ts'

type StoredSegment = SegmentReader & { readonly id: number }

/** Returns the segments of a form. Their parts are read from the tables when needed. */
export function readSegments(tables: StatisticsTables, form: string): readonly StoredSegment[] {
  const ids = new Map<PartName, number | undefined>()
  const findPartId = (name: PartName): number | undefined => {
    if (!ids.has(name)) ids.set(name, tables.partId(form, name))
    return ids.get(name)
  }
  const total = findPartId('#answers')
  const answers = total === undefined ? new Map<number, unknown>() : tables.sums(total)
  return tables.segments(form).flatMap(({ id, name }): StoredSegment[] => {
    const sums = answers.get(id) as AnswerSums | undefined
    if (sums === undefined) return []
    return [
      {
        id,
        at: { day: name.slice(0, 10), area: name.slice(11) as AreaPath },
        answers: sums,
        sums: (part) => {
          const partId = findPartId(part)
          return partId === undefined ? undefined : tables.sums(partId).get(id)
        },
        part: (part) => {
          const partId = findPartId(part)
          return partId === undefined ? undefined : tables.read(partId, id)
        },
      },
    ]
  })
}
