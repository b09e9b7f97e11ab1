/** `npm run build`: always builds, and fails when a page is over its budget. */
import { ensureBuilt, weighPages } from './build-app.mjs'
import { ensureInstalled } from './install.mjs'

const built = await ensureBuilt(await ensureInstalled(), { force: true })
const heavy = weighPages().filter(({ kb, budget }) => kb > budget)
for (const { name } of heavy)
  process.stderr.write(`${name} is over its budget: load lazily what is not needed at once, or do without.\n`)
process.exitCode = built && heavy.length === 0 ? 0 : 1
