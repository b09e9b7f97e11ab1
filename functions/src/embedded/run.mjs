/** `node run.mjs script args…`: runs a script of this project with the project's own Node. */
import { ensureInstalled } from './install.mjs'
import { runInForeground } from './run-node.mjs'

process.exitCode = await runInForeground(await ensureInstalled(), process.argv.slice(2))
