/** `npm run check`: the steps that need neither a server nor a browser; takes a few minutes. */
import { ensureInstalled, ROOT } from '#embedded/install.mjs'
import { runBounded } from './run-bounded.mjs'
import { runSteps, STEPS } from './steps.mjs'

const QUICK = ['types', 'lint', 'architecture']

const node = await ensureInstalled()
const { failed } = await runSteps(
  STEPS.filter(({ name }) => QUICK.includes(name)),
  { root: ROOT, node, env: { ...process.env, NO_COLOR: '1' } },
)

// Only a release needs them, so that a missing text does not fail the check.
process.stdout.write('\nTexts that a release still has to translate:\n')
const lingui = ['node_modules/@lingui/cli/dist/lingui.js', 'check', 'missing', '--verbose', '--mode', 'catalog']
await runBounded(node, [...lingui, '--locale', 'ca,pt,gl,ek,ja', '--config', 'locales/lingui.config.mjs'], {
  cwd: ROOT,
  env: process.env,
  limit: 60_000,
})
process.exitCode = failed === 0 ? 0 : 1
