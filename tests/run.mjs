/**
 * `npm test`: installs what is missing, then runs every step. `npm test -- unit contract` runs only those, and `npm
 * test -- changed` those that the changes of this branch affect, without the journeys.
 * The last line counts passed and failed cases.
 */
import { join } from 'node:path'
import { ensureInstalled, ROOT } from '#embedded/install.mjs'

const only = process.argv.slice(2)

async function main() {
  const node = await ensureInstalled()
  // Imported late, because they need packages that the line above installs.
  const { ensureChromium } = await import('./support/chromium.mjs')
  const { runSteps, STEPS, stepsForChange } = await import('./support/steps.mjs')
  const steps = only.includes('changed')
    ? stepsForChange()
    : STEPS.filter(({ name }) => only.length === 0 || only.includes(name))
  const needsBrowser = steps.some(({ name }) => name === 'journeys')
  const chromium = needsBrowser ? await ensureChromium({ root: ROOT, node }) : null
  const env = {
    ...process.env,
    TZ: 'America/Argentina/Catamarca',
    NO_COLOR: '1',
    // About two hundred processes load the same files first; cached compilation saves half a second each.
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node-compiled'),
    ...(chromium === null ? {} : { CHROMIUM_PATH: chromium }),
  }
  delete env.FORCE_COLOR
  return runSteps(steps, { root: ROOT, node, env, chromium })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

let total = { passed: 0, failed: 1 }
try {
  total = await main()
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
}
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
