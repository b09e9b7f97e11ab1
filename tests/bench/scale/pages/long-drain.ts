import { submitMutationSchema } from '../../../../src/domain/answering/index.ts'
import {
  listFormSummaries,
  listTemplates,
  readOutboxSummary,
  saveAnswer,
  type Local,
} from '../../../../src/local/index.ts'
import { runSync } from '../../../../src/sync/index.ts'
import { openDatabase, signIn, syncDeps } from '../../spine/pages/device.ts'
import { expose } from '../../spine/pages/drain-page.ts'

/** Number of answers that had arrived at a time of the drain, in milliseconds. */
export type ArrivalSample = readonly [at: number, arrived: number]
export type Pulled = {
  readonly milliseconds: number
  readonly bytes: number
  readonly requests: number
  readonly templates: number
  readonly answers: number
  /** answers received as summaries */
  readonly older: number
  readonly areas: number
  /** milliseconds to read the rows of the forms list, and to read whole forms */
  readonly listed: { readonly summaries: number; readonly whole: number }
}

let local: Local | undefined

async function enter(): Promise<Local> {
  if (local !== undefined) return local
  await signIn()
  local = openDatabase()
  return local
}

async function timed(read: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await read()
  return performance.now() - started
}

/** Functions for measuring a device at scale: a queue of thousands, and a first and an unchanged pull of thousands. */
const page = {
  async fill(documents: readonly object[]): Promise<void> {
    const opened = await enter()
    for (const document of documents) {
      const result = await saveAnswer(opened, { mutation: submitMutationSchema.parse(document), files: [] })
      if (!result.ok) throw new Error(`Saving was refused: ${result.problem.code}`)
    }
  },

  async drain(): Promise<readonly ArrivalSample[]> {
    const opened = await enter()
    const deps = syncDeps(opened)
    const marks: ArrivalSample[] = []
    let arrived = 0
    const started = performance.now()
    await runSync({
      ...deps,
      fetch: async (path, init) => {
        const response = await deps.fetch(path, init)
        if (path === '/api/sync/push') {
          const { results } = (await response.clone().json()) as {
            readonly results: readonly { readonly status: string }[]
          }
          arrived += results.filter(({ status }) => status === 'applied').length
          marks.push([performance.now() - started, arrived])
        }
        return response
      },
    })
    const { waiting, sending, quarantined } = await readOutboxSummary(opened)
    if (waiting + sending + quarantined > 0)
      throw new Error(`Not drained: ${waiting} waiting, ${sending} sending, ${quarantined} set aside`)
    return marks
  },

  async pull(): Promise<Pulled> {
    const opened = await enter()
    const deps = syncDeps(opened)
    let [bytes, requests] = [0, 0]
    const started = performance.now()
    const outcome = await runSync({
      ...deps,
      fetch: async (path, init) => {
        const response = await deps.fetch(path, init)
        requests += 1
        bytes += (await response.clone().arrayBuffer()).byteLength
        return response
      },
    })
    if (outcome.kind !== 'done') throw new Error(`The pull failed: ${JSON.stringify(outcome)}`)
    const milliseconds = performance.now() - started
    const { templates, answers, olderAnswers, areas } = opened.database
    return {
      milliseconds,
      bytes,
      requests,
      templates: await templates.count(),
      answers: await answers.count(),
      older: await olderAnswers.count(),
      areas: await areas.count(),
      listed: {
        summaries: await timed(() => listFormSummaries(opened)),
        whole: await timed(() => listTemplates(opened)),
      },
    }
  },
}
export type LongDrainPage = typeof page
expose(page)
