import { startServerProcess, type Child } from '../support/child.ts'
import { temporaryFolder } from '../support/cleanup.ts'
import { generateLoad } from '../support/generator.ts'
import { say } from '../support/report.ts'
import { median } from '../support/statistics.ts'
import { databaseIn, plant } from '../spine/plant.ts'
import { pushBody, sessionHeaders } from '../spine/server.ts'
import { plantAnswers, setLastCode } from './crowd.ts'

const ROUNDS = 3

export type Stored = {
  readonly few: number
  readonly many: number
  readonly ratios: readonly number[]
  readonly rates: { readonly few: readonly number[]; readonly many: readonly number[] }
}

/** Accepted answers per second at 32 connections, with few and with many answers stored. The two servers take turns. */
export async function rateByStored(few: number, many: number): Promise<Stored> {
  const servers = { few: await serverWith(few), many: await serverWith(many) }
  const rates = { few: [] as number[], many: [] as number[] }
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const side of round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const))
        rates[side].push(await rateOf(servers[side]))
    }
  } finally {
    await servers.few.kill()
    await servers.many.kill()
  }
  const ratios = rates.many.map((rate, round) => rate / (rates.few[round] ?? Number.NaN))
  return { few: median(rates.few), many: median(rates.many), ratios, rates }
}

async function serverWith(answers: number): Promise<Child> {
  const folder = await temporaryFolder(`scale-${answers}`)
  await plant(folder)
  const started = performance.now()
  await plantAnswers(databaseIn(folder), answers, 'somebody-else')
  await setLastCode(databaseIn(folder), answers)
  say(`${answers.toLocaleString('en')} answers planted in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  return startServerProcess('spine/servers/relevo.ts', [folder])
}

async function rateOf({ port }: Child): Promise<number> {
  const job = {
    port,
    path: '/api/sync/push',
    headers: await sessionHeaders(port),
    accepted: '"status":"applied"',
    ...pushBody(),
  }
  const { perSecond, failures } = await generateLoad({ ...job, connections: 32, warmUp: 2000, measured: 5000 })
  if (failures.length > 0) throw new Error(`The load met ${failures[0]}`)
  return perSecond
}
