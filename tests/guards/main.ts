import { parseArgs } from 'node:util'
import { readProject } from '../support/architecture/source-files.ts'
import { chanceFrom } from '../simulation/chance.ts'
import { guardsOf, type Guard } from './guards.ts'
import { testsThatReach } from './reach.ts'
import { SHORT_CUTS } from './short-cuts.ts'
import { takeOut } from './take-out.ts'

/**
 * `npm run guards -- [--count N] [--seed S] [--jobs J] [--only PART]`
 *
 * Removes N guards (`if (…) return`, `throw`, `continue`) of domain, local, sync and core, chosen by the seed, one at a
 * time, and runs the unit and contract tests that load its file, nearest first, until one fails. The last line is one
 * JSON object; `failed` counts the guards that no test noticed.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
  },
})
/** Share of guards that must be noticed. */
const TARGET = 0.97
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const project = readProject()
const all = guardsOf(project)
const reach = testsThatReach(project)
const began = performance.now()
// Ends the running tests together with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const isShortCut = ({ file, condition }: Guard): boolean =>
  SHORT_CUTS.some((one) => one.file === file && one.condition === condition)
for (const { file, condition } of SHORT_CUTS) {
  if (!all.some((guard) => guard.file === file && guard.condition === condition))
    throw new Error(`${file} no longer has the short cut ${condition}`)
}

const chance = chanceFrom(Number(values.seed))
const drawn = all.map((guard) => ({ guard, draw: chance.next() })).sort((one, other) => one.draw - other.draw)
const chosen = drawn
  .map(({ guard }) => guard)
  .filter(({ file, line }) => `${file}:${line}`.includes(values.only))
  .filter((guard) => !isShortCut(guard))
const waiting = chosen.slice(0, Number(values.count))
const guards = waiting.length
const unnoticed: string[] = []

async function work(): Promise<void> {
  for (let guard = waiting.shift(); guard !== undefined; guard = waiting.shift()) {
    const { by, files } = await takeOut(guard, reach(guard.file))
    const place = `${guard.file}:${guard.line} if (${guard.condition.replace(/\s+/g, ' ')})`
    if (by === undefined) unnoticed.push(place)
    say(
      by === undefined
        ? `NOT NOTICED ${place} by ${files} test files`
        : `noticed ${place}\n        by ${by.file ?? 'the run'}: ${by.test}`,
    )
  }
}
await Promise.all(Array.from({ length: Number(values.jobs) }, work))

const noticed = guards - unnoticed.length
if (unnoticed.length > 0) say(`\nNot noticed:\n${unnoticed.map((place) => `  ${place}`).join('\n')}`)
const seconds = Math.round((performance.now() - began) / 1000)
say(
  JSON.stringify({
    passed: noticed,
    failed: unnoticed.length,
    guards,
    of: all.length - SHORT_CUTS.length,
    shortCuts: SHORT_CUTS.length,
    seed: Number(values.seed),
    seconds,
  }),
)
process.exitCode = guards > 0 && noticed >= guards * TARGET ? 0 : 1
