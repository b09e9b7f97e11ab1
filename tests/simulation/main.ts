import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ALL_CELLS, type Cell } from './catalogue.ts'
import { coverageTable } from './coverage.ts'
import { MUTANTS } from './mutants.ts'
import type { Directed } from './storm.ts'

/**
 * `npm run simulate -- --seeds N [--seed S] [--mutants M] [--lines]`
 * Worlds from seed S on (1), spread over the cores; then a directed case for each cell that chance did not reach; the same seed
 * twice; and the planted bugs, each of which has to be caught. The last line counts: {"passed":n,"failed":n}.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    mutants: { type: 'string', default: String(MUTANTS.length) },
    lines: { type: 'boolean', default: false },
  },
})
const CORES = Math.max(1, availableParallelism())
/** A bug that is not found in so many worlds counts as missed. */
const MUTANT_SEEDS = 60
const SHARD_LIMIT_MS = 45 * 60_000
const say = (line: string): void => void process.stdout.write(`${line}\n`)

type World = {
  readonly seed: number
  readonly violations: readonly string[]
  readonly trace: string
  readonly answers: number
  readonly cells: Readonly<Record<string, number>>
  readonly lines?: readonly string[]
  readonly directed?: Directed
  readonly hit?: boolean
}

async function shard(args: readonly string[], each: (world: World) => void, mutant?: string): Promise<number> {
  const script = fileURLToPath(new URL('shard.ts', import.meta.url))
  const planted = mutant === undefined ? [] : ['--import', new URL('plant.ts', import.meta.url).href]
  const child = spawn(process.execPath, [...planted, script, ...args], {
    env: { ...process.env, TZ: 'America/Argentina/Catamarca', MUTANT: mutant ?? '' },
    stdio: ['ignore', 'pipe', mutant === undefined ? 'inherit' : 'ignore'],
    timeout: SHARD_LIMIT_MS,
  })
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) each(JSON.parse(line) as World)
  }
  return new Promise((resolve) => (child.exitCode === null ? child.on('exit', (code) => resolve(code ?? 1)) : resolve(child.exitCode)))
}

/** Runs the tasks, as many at once as there are cores. */
async function spread(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = [...tasks]
  const work = async (): Promise<void> => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await task()
  }
  await Promise.all(Array.from({ length: CORES }, work))
}

let passed = 0
let failed = 0
const count = (good: boolean, complaint: string): void => {
  if (good) passed += 1
  else {
    failed += 1
    say(`✗ ${complaint}`)
  }
}

const [first, seeds] = [Number(values.seed), Number(values.seeds)]
const cells = new Map<Cell, number>()
const traces = new Map<number, string>()
let answers = 0
const began = performance.now()

const judge = (world: World): void => {
  for (const [cell, times] of Object.entries(world.cells)) cells.set(cell as Cell, (cells.get(cell as Cell) ?? 0) + times)
  answers += world.answers
  const what = world.directed === undefined ? `seed ${world.seed}` : `seed ${world.seed}, ${world.directed.fault} @ ${world.directed.step}`
  count(world.violations.length === 0, `${what}: ${world.violations.join('; ')}`)
  if (values.lines) say(world.lines?.join('\n') ?? '')
}

// Small pieces, so that both cores have work until the end.
const PIECE = Math.max(1, Math.min(25, Math.ceil(seeds / CORES)))
const pieces = Array.from({ length: Math.ceil(seeds / PIECE) }, (_, index) => first + index * PIECE)
await spread(
  pieces.map((from) => async () => {
    const to = Math.min(from + PIECE, first + seeds) - 1
    let seen = 0
    const code = await shard(['--from', String(from), '--to', String(to), ...(values.lines ? ['--lines'] : [])], (world) => {
      seen += 1
      traces.set(world.seed, world.trace)
      judge(world)
    })
    if (code !== 0 || seen !== to - from + 1) count(false, `seeds ${from} to ${to}: ended with ${code} after ${seen}`)
  }),
)
const minutes = (performance.now() - began) / 60_000
say(`${seeds} seeds, ${answers} answers, ${Math.round(seeds / minutes)} seeds a minute on ${CORES} cores`)

const missing = ALL_CELLS.filter((cell) => !cells.has(cell)).map((cell): Directed => {
  const [fault, step] = cell.split(' @ ')
  return { fault, step } as Directed
})
const unreached: string[] = []
const halves = Array.from({ length: CORES }, (_, core) => missing.filter((_cell, index) => index % CORES === core))
await spread(
  halves.map((half) => async () => {
    const code = await shard(['--cells', JSON.stringify(half)], (world) => {
      judge(world)
      if (world.hit === false) unreached.push(`${world.directed?.fault} @ ${world.directed?.step}`)
    })
    if (code !== 0) count(false, `directed cases ended with ${code}`)
  }),
)
say(coverageTable(cells))
say(`${missing.length} of ${ALL_CELLS.length} cells were reached by directed cases`)
count(unreached.length === 0, `not reached: ${unreached.join(', ')}`)

let again = ''
await shard(['--from', String(first), '--to', String(first)], (world) => {
  again = world.trace
})
count(seeds === 0 || again === traces.get(first), `seed ${first} did not give the same trace twice`)

await spread(
  MUTANTS.slice(0, Number(values.mutants)).map(({ name }) => async () => {
    let caught: World | undefined
    const code = await shard(
      ['--from', '1', '--to', String(MUTANT_SEEDS), '--stop'],
      (world) => {
        if (world.violations.length > 0) caught ??= world
      },
      name,
    )
    if (caught !== undefined) say(`caught: ${name} (seed ${caught.seed}: ${caught.violations[0]})`)
    count(caught !== undefined, `not caught: ${name} (ended with ${code})`)
  }),
)
say(JSON.stringify({ passed, failed }))
process.exitCode = failed === 0 ? 0 : 1
