import { callPage, openBrowser, openPage } from '../support/browser.ts'
import { bundlePage } from '../support/bundle.ts'
import { startServerProcess } from '../support/child.ts'
import { temporaryFolder } from '../support/cleanup.ts'
import { databaseIn, plant } from '../spine/plant.ts'
import { AUTHOR, idOf, SHAPES, submitOf } from '../spine/world.ts'
import { plantAnswers, plantTown } from './crowd.ts'
import type { ArrivalSample, Pulled } from './pages/long-drain.ts'

const PAGE = 'scale/pages/long-drain.ts'
const MINUTES = 60_000
const FILL = 500

/** Answers per second over the first fifth, the last fifth and the whole of a long drain. */
export type LongDrain = {
  readonly answers: number
  readonly first: number
  readonly last: number
  readonly whole: number
}

export async function drainLong(answers: number): Promise<LongDrain> {
  const folder = await temporaryFolder('scale-drain')
  await plant(folder)
  return onDevice(folder, async (call) => {
    const documents = (from: number, count: number) =>
      Array.from({ length: count }, (_, offset) =>
        submitOf(
          SHAPES.small,
          {
            id: idOf('M', 1, from + offset),
            answer: idOf('A', 1, from + offset),
            device: 'D'.repeat(26),
            clock: new Date().toISOString(),
          },
          [],
          2048,
        ),
      )
    // A small drain, not counted, lets both sides compile their code.
    await call('fill', documents(0, 500))
    await call('drain', undefined)
    for (let from = 500; from < answers + 500; from += FILL)
      await call('fill', documents(from, Math.min(FILL, answers + 500 - from)))
    const marks = await call<readonly ArrivalSample[]>('drain', undefined)
    const [end, total] = marks.at(-1) ?? [0, 0]
    if (total !== answers) throw new Error(`${answers} saved, ${total} arrived`)
    const fifth = answers / 5
    const until = marks.find(([, arrived]) => arrived >= fifth) ?? [0, 0]
    const since = marks.findLast(([, arrived]) => arrived <= answers - fifth) ?? [0, 0]
    return {
      answers,
      first: perSecond(until[1], until[0]),
      last: perSecond(total - since[1], end - since[0]),
      whole: perSecond(total, end),
    }
  })
}

function perSecond(count: number, milliseconds: number): number {
  return (count / milliseconds) * 1000
}

export type PullSize = {
  readonly templates: number
  readonly areas: number
  readonly answers: number
  readonly days: number
}

/** Measures the first pull of a new device, and the next one without changes. */
export async function pullAtSize(size: PullSize): Promise<{ readonly first: Pulled; readonly unchanged: Pulled }> {
  const folder = await temporaryFolder('scale-pull')
  await plant(folder)
  await plantTown(databaseIn(folder), size)
  await plantAnswers(databaseIn(folder), size.answers, AUTHOR, { days: size.days })
  return onDevice(folder, async (call) => {
    const first = await call<Pulled>('pull', undefined)
    if (first.templates < size.templates || first.answers + first.older !== size.answers)
      throw new Error(`Pulled ${first.templates} forms, ${first.answers} answers and ${first.older} summaries`)
    return { first, unchanged: await call<Pulled>('pull', undefined) }
  })
}

type Call = <T>(name: string, argument: unknown) => Promise<T>

async function onDevice<T>(folder: string, work: (call: Call) => Promise<T>): Promise<T> {
  const code = await bundlePage(PAGE)
  const server = await startServerProcess('spine/servers/relevo.ts', [folder])
  const browser = await openBrowser()
  try {
    const page = await openPage(browser, `http://127.0.0.1:${server.port}`, code)
    return await work((name, argument) => callPage(page, name, argument, 10 * MINUTES))
  } finally {
    await browser.close()
    await server.kill()
  }
}
