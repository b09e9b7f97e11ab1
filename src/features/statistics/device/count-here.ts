import type { TemplateId } from '#domain/kernel/index.ts'
import {
  statisticsOfWhole,
  unpackWhole,
  type FormStatisticsQuery,
  type ReadyStatistics,
} from '#domain/statistics/index.ts'
import { readColumns } from '#local/figures/index.ts'
import type { Local } from '#local/index.ts'

/** @returns undefined: only the server can say it */
export type CountHere = (query: Partial<FormStatisticsQuery>) => ReadyStatistics | undefined

/** Unpacked last: the next click counts the same again. */
let last:
  | { readonly local: Local; readonly form: TemplateId; readonly receivedAt: number; readonly count: CountHere }
  | undefined

/** Counts a form's figures from what this device keeps. @returns undefined: nothing of the form that can be read */
export async function openCounting(local: Local, form: TemplateId): Promise<CountHere | undefined> {
  const kept = await readColumns(local, form)
  if (kept === undefined) return undefined
  if (last?.local === local && last.form === form && last.receivedAt === kept.receivedAt) return last.count
  const stream = new Response(kept.bytes).body?.pipeThrough(new DecompressionStream('gzip'))
  const bytes = await new Response(stream).arrayBuffer().catch(() => undefined)
  const unpacked = bytes && unpackWhole(new Uint8Array(bytes))
  if (unpacked === undefined) return undefined
  const { whole, telling } = unpacked
  const count: CountHere = (query) => statisticsOfWhole(whole, telling, query)
  last = { local, form, receivedAt: kept.receivedAt, count }
  return count
}

/** All figures, by section. @param head titles, cards, same filter @param isOver asked between them: no one waits */
export async function countAll(
  count: CountHere,
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
