import './surroundings.ts'
import { parseArgs } from 'node:util'
import { SCALES } from './scales.ts'
import type { Directed } from './storm.ts'

/**
 * A part of a run, in a Node process of its own. Prints a line of JSON for each world.
 *   --from A --to B    seeds A to B
 *   --cells JSON       directed cases instead, one world each: [{ fault, step }]
 *   --money            payment worlds instead (money/world.ts)
 *   --stop             end at the first violation
 *   --scale NAME       size of the worlds: ci, full
 *   --lines            print the trace, line by line
 */
const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    to: { type: 'string', default: '0' },
    cells: { type: 'string', default: '[]' },
    money: { type: 'boolean', default: false },
    scale: { type: 'string', default: 'ci' },
    stop: { type: 'boolean', default: false },
    lines: { type: 'boolean', default: false },
  },
})
const { runWorld } = await import('./world.ts')
const { runMoneyWorld } = await import('./money/world.ts')
const say = (text: string): void => void process.stdout.write(`${text}\n`)
// Dexie warns whenever a connection is closed, which is normal here.
console.warn = () => undefined // lint: the simulator's own surroundings

const reportOf = async (seed: number, directed?: Directed): Promise<boolean> => {
  const scale = directed === undefined ? SCALES[values.scale === 'full' ? 'full' : 'ci'] : SCALES.small
  const report = values.money ? await runMoneyWorld(seed) : await runWorld(seed, scale, directed)
  const { lines, cells, ...facts } = report
  say(
    JSON.stringify({
      ...facts,
      cells: Object.fromEntries(cells),
      ...(values.lines ? { lines } : {}),
      ...(directed ? { directed } : {}),
    }),
  )
  return report.violations.length === 0
}

// Number of seeds, and attempts for each: a directed fault may need another world to reach its step. A file in several
// parts is rare where users and forms change.
const [SEEDS_EACH, TRIES] = [25, 100]
const cells = JSON.parse(values.cells) as readonly Directed[]
for (const [index, directed] of cells.entries()) {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const seed = 1_000_000 + index * SEEDS_EACH + attempt
    const { lines: _, cells: reached, ...report } = await runWorld(seed, SCALES.small, directed)
    const hit = reached.has(`${directed.fault} @ ${directed.step}`)
    const good = report.violations.length === 0
    if (!hit && good && attempt < TRIES - 1) continue
    say(JSON.stringify({ ...report, cells: Object.fromEntries(reached), directed, hit }))
    if (!good && values.stop) process.exit(0)
    break
  }
}
for (let seed = Number(values.from); seed <= Number(values.to); seed++) {
  if (!(await reportOf(seed)) && values.stop) break
}
process.exit(0)
