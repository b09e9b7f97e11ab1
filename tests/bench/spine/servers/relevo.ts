/**
 * Relevo's own server, as `npm start` runs it, in its own process. Arguments: data folder, content for an empty folder,
 * folder of the built pages, `proxy` behind a proxy. Demonstration accounts: `accounts.json` in the data folder.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installLightResponses } from '../../../../functions/src/embedded/http/light-responses.ts'
import { createJsonLog } from '../../../../functions/src/core/log.ts'
import { startServer } from '../../../../functions/src/embedded/server.ts'

const [dataDir = '', firstStart = 'nothing', distDir, proxied] = process.argv.slice(2)
installLightResponses()
const log = createJsonLog((line) => process.stderr.write(`${line}\n`), Date.now)
const server = await startServer({
  port: 0,
  host: '127.0.0.1',
  dataDir,
  firstStart: firstStart === 'demo' ? 'demo' : 'nothing',
  ...(distDir === undefined ? {} : { distDir }),
  behindProxy: proxied === 'proxy',
  log: { info: () => undefined, error: log.error },
})
if (firstStart === 'demo') writeFileSync(join(dataDir, 'accounts.json'), JSON.stringify(server.accounts))
process.stdout.write(`READY ${server.port}\n`)
