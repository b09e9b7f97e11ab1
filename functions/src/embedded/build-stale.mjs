/** Builds only when sources are newer than dist/. */
import { ensureBuilt } from './build-app.mjs'
import { ensureInstalled } from './install.mjs'

const built = await ensureBuilt(await ensureInstalled())
process.exitCode = built ? 0 : 1
