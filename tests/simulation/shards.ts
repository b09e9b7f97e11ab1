import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { RowFigures } from './row-figures.ts'
import type { Directed } from './storm.ts'

/** A shard's report of one world. */
export type World = {
  readonly seed: number
  readonly violations: readonly string[]
  readonly trace: string
  readonly answers: number
  readonly rows?: RowFigures
  readonly returned?: number
  readonly takenBack?: number
  readonly orders?: number
  readonly healed?: readonly number[]
  readonly cells: Readonly<Record<string, number>>
  readonly lines?: readonly string[]
  readonly directed?: Directed
  readonly hit?: boolean
}

export const CORES = Math.max(1, availableParallelism())
const SHARD_LIMIT_MS = 45 * 60_000

/**
 * Runs a part in a Node process of its own.
 * @param each called with every world as soon as it has ended
 * @param mutant the planted bug
 * @returns the exit code
 */
export async function shard(args: readonly string[], each: (world: World) => void, mutant?: string): Promise<number> {
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
  return new Promise((resolve) =>
    child.exitCode === null ? child.on('exit', (code) => resolve(code ?? 1)) : resolve(child.exitCode),
  )
}

/** Runs the tasks, one per core at a time. */
export async function spread(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = [...tasks]
  const work = async (): Promise<void> => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await task()
  }
  await Promise.all(Array.from({ length: CORES }, work))
}

/** Minimum size, because a process takes two seconds to load. */
const SMALLEST = 10

/**
 * Splits seeds into batches, a few per core, so that all cores work until the end and a failure ends only a small
 * batch.
 */
export function pieces(first: number, seeds: number, largest: number): readonly (readonly [number, number])[] {
  const size = Math.max(SMALLEST, Math.min(largest, Math.ceil(seeds / (CORES * 6))))
  return Array.from({ length: Math.ceil(seeds / size) }, (_, index) => {
    const from = first + index * size
    return [from, Math.min(from + size, first + seeds) - 1] as const
  })
}
