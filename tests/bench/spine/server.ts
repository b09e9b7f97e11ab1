import { keys } from '../../../src/domain/store/index.ts'
import { answerIdSchema } from '../../../src/domain/kernel/index.ts'
import { openSqliteStore } from '../../../functions/src/embedded/sqlite/store.ts'
import { startServerProcess } from '../support/child.ts'
import { temporaryFolder } from '../support/cleanup.ts'
import { generateLoad } from '../support/generator.ts'
import { median } from '../support/statistics.ts'
import type { LoadJob, LoadResult } from './load.ts'
import { databaseIn, plant } from './plant.ts'
import { AUTHOR, EMAIL, idOf, PASSWORD, SHAPES, submitOf } from './world.ts'

const CONNECTIONS = [1, 8, 32] as const
const ROUNDS = 3
const WARM_UP = 500
const MEASURED = 2500

type Rounds = { readonly rates: number[]; readonly p95s: number[] }
/** requests per second, median and of each round; milliseconds */
type Side = { readonly median: number; readonly p95: number; readonly rates: readonly number[] }
export type ServerFigures = {
  readonly byConnections: ReadonlyMap<number, { readonly relevo: Side; readonly bare: Side }>
  /** ratios of each round at 32 connections */
  readonly ratios: readonly number[]
  readonly ratio: number
  /** requests per second, in each round, of the bare insert that also checks the message's schema, at 32 connections */
  readonly parsed: readonly number[]
  readonly bodyBytes: number
  /** answers acknowledged before the server was killed, and the number of them found afterwards */
  readonly acknowledged: number
  readonly found: number
}

/**
 * Measures whole answers of 50 questions, one per request, accepted (validated, coded, durable) by the server, in turns
 * with a bare insert of the same bytes by the same libraries.
 * At the end the server is killed under load, and everything that it acknowledged is looked for.
 */
export async function measureServer(): Promise<ServerFigures> {
  const folder = await temporaryFolder('server')
  await plant(folder)
  const relevo = await startServerProcess('spine/servers/relevo.ts', [folder])
  const bare = await startServerProcess('spine/servers/bare.ts', [await temporaryFolder('bare')])
  const strict = await startServerProcess('spine/servers/bare.ts', [await temporaryFolder('strict'), 'strict'])
  try {
    const body = pushBody()
    const ours = {
      port: relevo.port,
      path: '/api/sync/push',
      headers: await sessionHeaders(relevo.port),
      accepted: '"status":"applied"',
      ...body,
    }
    const theirs = { port: bare.port, path: '/answers', headers: {}, accepted: '"id"', ...body }
    const between = { ...theirs, port: strict.port }
    const parsed = noRounds()
    const rounds = CONNECTIONS.map((connections) => [connections, { relevo: noRounds(), bare: noRounds() }] as const)
    const ratios: number[] = []
    const acknowledged: string[] = []

    const measure = async (
      job: Omit<LoadJob, 'connections' | 'warmUp' | 'measured'>,
      connections: number,
      into: Rounds,
    ): Promise<LoadResult> => {
      const result = await generateLoad({ ...job, connections, warmUp: WARM_UP, measured: MEASURED })
      if (result.failures.length > 0)
        throw new Error(`${job.path} at ${connections} connections: ${result.failures[0]}`)
      into.rates.push(result.perSecond)
      into.p95s.push(result.p95)
      return result
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [connections, sides] of rounds) {
        // The first server alternates.
        const first = round % 2 === 0
        const before = first ? undefined : await measure(theirs, connections, sides.bare)
        const own = await measure(ours, connections, sides.relevo)
        const other = before ?? (await measure(theirs, connections, sides.bare))
        for (const id of own.acknowledged) acknowledged.push(id)
        if (connections !== 32) continue
        ratios.push(own.perSecond / other.perSecond)
        await measure(between, connections, parsed)
      }
    }

    const load = generateLoad({ ...ours, connections: 32, warmUp: 0, measured: 2000 })
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await relevo.kill()
    for (const id of (await load).acknowledged) acknowledged.push(id)
    const found = await countStored(folder, acknowledged)
    const byConnections = new Map(
      rounds.map(([connections, { relevo: own, bare: other }]) => [
        connections,
        { relevo: sideOf(own), bare: sideOf(other) },
      ]),
    )
    return {
      byConnections,
      ratios,
      ratio: median(ratios),
      parsed: parsed.rates,
      bodyBytes: Buffer.byteLength(body.body),
      acknowledged: acknowledged.length,
      found,
    }
  } finally {
    await relevo.kill()
    await bare.kill()
    await strict.kill()
  }
}

function noRounds(): Rounds {
  return { rates: [], p95s: [] }
}

function sideOf({ rates, p95s }: Rounds): Side {
  return { median: median(rates), p95: median(p95s), rates }
}

/** Body of a push with one whole answer of 50 questions. */
export function pushBody(): Pick<LoadJob, 'body' | 'answerId' | 'mutationId'> {
  const [id, answer, device] = [idOf('M', 0, 0), idOf('A', 0, 0), 'D'.repeat(26)]
  const submit = submitOf(SHAPES.whole, { id, answer, device, clock: new Date().toISOString() })
  return {
    body: JSON.stringify({ protocol: 1, device, account: AUTHOR, mutations: [submit] }),
    answerId: answer,
    mutationId: id,
  }
}

export async function sessionHeaders(port: number): Promise<Record<string, string>> {
  const origin = `http://127.0.0.1:${port}`
  const response = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  })
  const [cookie] = response.headers.getSetCookie()
  if (!response.ok || cookie === undefined)
    throw new Error(`Sign-in was refused: ${response.status} ${await response.text()}`)
  return { cookie: cookie.split(';')[0] ?? '', 'x-relevo-account': AUTHOR, origin, 'sec-fetch-site': 'same-origin' }
}

/** Counts the answers in the reopened database, as the next start of the server would see them. */
async function countStored(folder: string, answers: readonly string[]): Promise<number> {
  const store = openSqliteStore(databaseIn(folder))
  try {
    let found = 0
    for (let at = 0; at < answers.length; at += 500) {
      const part = answers.slice(at, at + 500).map((id) => keys.answer(answerIdSchema.parse(id)))
      for (const document of (await store.getMany(part)).values()) if (document !== undefined) found += 1
    }
    return found
  } finally {
    await store.close()
  }
}
