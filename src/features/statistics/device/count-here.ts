import type { TemplateId } from '#domain/kernel/index.ts'
import {
  computeStatisticsOnDevice,
  decodeFrames,
  type FormStatisticsQuery,
  type ReadyStatistics,
} from '#domain/statistics/index.ts'
import { readFigureColumns } from '#local/figures/index.ts'
import type { Local } from '#local/index.ts'

/** @returns the figures; undefined if only the server can compute them */
export type LocalCounter = (query: Partial<FormStatisticsQuery>) => ReadyStatistics | undefined

/** Cache of the last opened form, because most calls are for the same data. */
let last:
  | { readonly local: Local; readonly form: TemplateId; readonly receivedAt: number; readonly count: LocalCounter }
  | undefined

/** Opens the stored columns of a form to compute its figures. @returns undefined if nothing readable is stored */
export async function openLocalCounter(local: Local, form: TemplateId): Promise<LocalCounter | undefined> {
  const keptColumns = await readFigureColumns(local, form)
  if (keptColumns === undefined) return undefined
  if (last?.local === local && last.form === form && last.receivedAt === keptColumns.receivedAt) return last.count
  const stream = new Response(keptColumns.bytes).body?.pipeThrough(new DecompressionStream('gzip'))
  const bytes = await new Response(stream).arrayBuffer().catch(() => undefined)
  const unpacked = bytes && decodeFrames(new Uint8Array(bytes))
  if (unpacked === undefined) return undefined
  const { whole, telling } = unpacked
  const count: LocalCounter = (query) => computeStatisticsOnDevice(whole, telling, query)
  last = { local, form, receivedAt: keptColumns.receivedAt, count }
  return count
}

/**
 * Computes all figures, one section after another. @param head titles and cards computed with the same filter
 * @param isOver checked between sections; aborts if it returns true
 */
export async function computeAllFigures(
  count: LocalCounter,
  query: Partial<FormStatisticsQuery>,
  head: ReadyStatistics,
  isOver: () => boolean,
): Promise<ReadyStatistics | undefined> {
  const sections: ReadyStatistics['sections'] = []
  for (const section of head.sections) {
    await new Promise((resolve) => setTimeout(resolve))
    if (isOver()) return undefined
    const questions = section.questions.map(({ key }) => key).join()
    sections.push(count({ ...query, questions })?.sections.find(({ key }) => key === section.key) ?? section)
  }
  return { ...head, sections }
}
