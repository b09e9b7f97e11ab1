/** `npm run check`: the steps that need neither a server nor a browser; takes a few minutes. */
import { ensureInstalled, ROOT } from '#embedded/install.mjs'
import { runSteps, STEPS } from './steps.mjs'

const QUICK = ['types', 'lint', 'architecture']

const node = await ensureInstalled()
const { failed } = await runSteps(
  STEPS.filter(({ name }) => QUICK.includes(name)),
  { root: ROOT, node, env: { ...process.env, NO_COLOR: '1' } },
)
process.exitCode = failed === 0 ? 0 : 1
