import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { failureOver } from '../guards/run-over.ts'
import { coverageTable } from './coverage.ts'
import { FOUND } from './found.ts'
import { type Mutant, MUTANTS, plantedIn } from './mutants.ts'
import { CORES, pieces, shard, spread, type World } from './shards.ts'
import type { Directed } from './storm.ts'
import { createTally } from './tally.ts'

/**
 * Runs `npm run simulate -- [--seeds N] [--seed S] [--each N] [--scale ci|full] [--money N] [--mutants M] [--part K/N]
 * [--progress FILE] [--lines]`:
 *
 * - the found seeds
 * - worlds from seed S on (1), spread over the cores, and payment worlds (half as many)
 * - directed cases for each cell that chance did not reach N times (1)
 * - the same seed twice
 * - M of the planted bugs, evenly spread, of these portion K of N; each has to be caught
 *
 * Every change runs a part (`npm test -- simulation`), a release all of it, without arguments. The last line is one
 * JSON object; `passed` and `failed` count worlds, planted bugs and the checks of the run itself.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    each: { type: 'string', default: '1' },
    scale: { type: 'string', default: 'ci' },
    money: { type: 'string' },
    mutants: { type: 'string', default: String(MUTANTS.length) },
    part: { type: 'string', default: '1/1' },
    progress: { type: 'string' },
    lines: { type: 'boolean', default: false },
  },
})
/** Maximum worlds for finding a planted bug. */
const MUTANT_SEEDS = 120
const MUTANT_CELLS = 12
const PIECE = 100
/** Seeds, beside the found ones, among which work comes back to a restored backup, and answers are taken back. */
const DECISIVE_SEEDS = 40
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const tally = createTally(say, values.progress)
const [first, seeds] = [Number(values.seed), Number(values.seeds)]
const began = performance.now()

/** Runs the worlds of these seeds; all must end. */
async function runSeeds(from: number, to: number, each: (world: World) => void, kind: readonly string[] = []) {
  let seen = 0
  const args = [
    '--from',
    String(from),
    '--to',
    String(to),
    '--scale',
    values.scale,
    ...kind,
    ...(values.lines ? ['--lines'] : []),
  ]
  const code = await shard(args, (world) => {
    seen += 1
    each(world)
    if (values.lines) say(world.lines?.join('\n') ?? '')
  })
  if (code !== 0 || seen !== to - from + 1)
    tally.check(false, `seeds ${from} to ${to}: ended with ${code} after ${seen}`)
}

await spread(FOUND.map((seed) => async () => runSeeds(seed, seed, (world) => tally.world(world, false))))

const traces = new Map<number, string>()
await spread(
  pieces(first, seeds, PIECE).map(([from, to]) => async () => {
    await runSeeds(from, to, (world) => {
      traces.set(world.seed, world.trace)
      tally.world(world, false)
    })
  }),
)
const { seedsPerMinute, answers, returned, takenBack } = tally.figures()
say(`${seeds} seeds, ${answers} answers, ${seedsPerMinute} seeds a minute on ${CORES} cores`)
if (seeds >= DECISIVE_SEEDS) {
  tally.check(returned > 0, 'nothing that a restored backup lacked came back, so its law decided nothing')
  tally.check(takenBack > 0, 'no unsent answer was taken back, so its law decided nothing')
}

const money = Number(values.money ?? Math.ceil(seeds / 2))
await spread(
  pieces(first, money, PIECE).map(
    ([from, to]) =>
      () =>
        runSeeds(from, to, (world) => tally.world(world, true), ['--money']),
  ),
)
if (money > 0) {
  const seen = new Set<string>()
  const see = async () => runSeeds(first, first, ({ trace }) => void seen.add(trace), ['--money'])
  await spread([see, see])
  tally.check(seen.size === 1, `the world of money ${first} did not give the same trace twice`)
}
say(`${money} worlds of money`)

const lacking = tally.lacking(Number(values.each)).map((cell): Directed => {
  const [fault, step] = cell.split(' @ ')
  return { fault, step } as Directed
})
const unreached: string[] = []
await spread(
  Array.from({ length: CORES }, (_, core) => lacking.filter((_cell, index) => index % CORES === core)).map(
    (part) => async () => {
      const code = await shard(['--cells', JSON.stringify(part)], (world) => {
        tally.world(world, true)
        if (world.hit === false) unreached.push(`${world.directed?.fault} @ ${world.directed?.step}`)
      })
      if (code !== 0) tally.check(false, `directed cases ended with ${code}`)
    },
  ),
)
say(coverageTable(tally.cells))
say(`${lacking.length} directed cases, for cells that chance had reached less than ${values.each} times`)
tally.check(unreached.length === 0, `not reached: ${unreached.join(', ')}`)

async function repeatFirst(): Promise<void> {
  let again = ''
  await runSeeds(first, first, (world) => {
    again = world.trace
  })
  tally.check(again === traces.get(first), `seed ${first} did not give the same trace twice`)
}

// The requested number, evenly from all subjects.
const wanted = Number(values.mutants)
const [part = 1, parts = 1] = values.part.split('/').map(Number)
const planted = MUTANTS.filter((_, index) => (index * wanted) % MUTANTS.length < wanted).filter(
  (_, index) => index % parts === part - 1,
)
let caught = 0
const findPlanted = planted.map((mutant) => async () => {
  const { name, at, seen, test, money: isOfMoney = false } = mutant
  if (test !== undefined) return noticedBy(mutant, test)
  let world: World | undefined
  const look = (worlds: readonly string[]): Promise<number> =>
    shard(
      [...worlds, ...(isOfMoney ? ['--money'] : []), '--stop'],
      (one) => {
        if (one.violations.length > 0) world ??= one
      },
      name,
    )
  const directed = at === undefined ? [] : ['--cells', JSON.stringify(Array.from({ length: MUTANT_CELLS }, () => at))]
  let code = seen === undefined ? null : await look(['--from', String(seen), '--to', String(seen)])
  if (world === undefined) code = await look([...directed, '--from', '1', '--to', String(MUTANT_SEEDS)])
  if (world !== undefined) say(`caught: ${name} (seed ${world.seed}: ${world.violations[0]})`)
  caught += world === undefined ? 0 : 1
  tally.check(world !== undefined, `not caught: ${name} (ended with ${code})`)
})
await spread(seeds > 0 ? [repeatFirst, ...findPlanted] : findPlanted)

/** Checks a bug that no world reaches: its own test must fail. */
async function noticedBy(mutant: Mutant, test: string): Promise<void> {
  const source = readFileSync(new URL(`../../${mutant.file}`, import.meta.url), 'utf8')
  const failure = await failureOver({ file: mutant.file, text: plantedIn(source, mutant) }, [test])
  const isCaught = failure?.file === test
  if (isCaught) say(`caught: ${mutant.name} (${failure.test})`)
  caught += isCaught ? 1 : 0
  tally.check(isCaught, `not caught: ${mutant.name} (by ${test})`)
}
const figures = tally.figures()
say(
  JSON.stringify({
    ...figures,
    plantedBugs: planted.length,
    caught,
    cores: CORES,
    seconds: Math.round((performance.now() - began) / 1000),
  }),
)
process.exitCode = figures.failed === 0 ? 0 : 1
