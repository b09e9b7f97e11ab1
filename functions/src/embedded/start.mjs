/** `npm start`: installs what is missing, builds what is stale, then runs the server. */
import { ensureBuilt } from './build-app.mjs'
import { ensureInstalled } from './install.mjs'
import { runInForeground } from './run-node.mjs'

try {
  const node = await ensureInstalled()
  if (!(await ensureBuilt(node))) throw new Error('The app could not be built.')
  process.exitCode = await runInForeground(node, ['functions/src/embedded/main.ts', ...process.argv.slice(2)])
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
