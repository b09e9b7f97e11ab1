/**
 * The main job and the public form in Firefox and WebKit: `npm run browsers [-- part of a browser's or job's name…]`.
 * One after another, each with its own server and browser. The last line counts: `{"passed":n,"failed":n}`.
 */
import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error: plain JavaScript, because it runs before anything is installed
import * as buildApp from '#embedded/build-app.mjs'
import { freePort } from '../journeys/support/prepared.ts'
import { paintPhoto } from '../journeys/support/photos.ts'
import { startServer } from '../journeys/support/server.ts'
import { fillTown } from '../journeys/support/town.ts'
import { withLimit } from '../journeys/support/waiting.ts'
import type { Browser } from './browser.ts'
import { openFirefox } from './firefox.ts'
import { handsOn } from './hands.ts'
import { ensureBrowsers } from './install.ts'
import type { Job } from './jobs.ts'
import { mainJob } from './main-job.ts'
import { publicForm } from './public-form.ts'
import { openWebKit } from './webkit.ts'

const { ensureBuilt } = buildApp as { readonly ensureBuilt: (node: string) => Promise<boolean> }
const BROWSERS = { Firefox: openFirefox, WebKit: openWebKit }
const JOB_LIMIT = 4 * 60_000

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** @returns whether it was done; why not is printed, with what stood on the page */
async function runJob(
  open: (folder: string) => Promise<Browser>,
  job: Job,
  home: string,
  town: string,
): Promise<boolean> {
  const started = Date.now()
  const seconds = (): string => `${((Date.now() - started) / 1000).toFixed(1)} s`
  const dataDir = join(home, 'data')
  await cp(town, dataDir, { recursive: true })
  const server = await startServer(dataDir, { port: await freePort() })
  let browser: Browser | undefined
  try {
    browser = await open(join(home, 'browser'))
    say(`${browser.version}: ${job.name}`)
    const hands = handsOn(browser)
    const photos = async (count: number): Promise<readonly string[]> => {
      const files = Array.from({ length: count }, (_, at) => join(home, `photo-${at + 1}.jpg`))
      for (const [at, file] of files.entries())
        await writeFile(file, Buffer.from(await hands.browser.evaluate(paintPhoto, at + 1), 'base64'))
      return files
    }
    const step = (text: string): void => say(`    ${seconds()}  ${text}`)
    try {
      await withLimit(job.run({ hands, server, photos, step }), JOB_LIMIT, `"${job.name}"`)
      assert.deepEqual(browser.faults(), [], 'no fault in the console')
    } catch (error) {
      say(`FAILED ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      say(await hands.text().catch(String))
      say(server.log().split('\n').slice(-10).join('\n'))
      return false
    }
    return true
  } finally {
    await browser?.end()
    await server.kill()
  }
}

async function main(): Promise<{ readonly passed: number; readonly failed: number }> {
  const wanted = process.argv.slice(2).map((part) => part.toLowerCase())
  ensureBrowsers()
  if (!(await ensureBuilt(process.execPath))) throw new Error('There is no build')
  const home = await mkdtemp(join(tmpdir(), 'relevo-browsers-'))
  const counts = { passed: 0, failed: 0 }
  try {
    await fillTown(join(home, 'town'))
    for (const [name, open] of Object.entries(BROWSERS))
      for (const job of [mainJob, publicForm]) {
        const asked = `${name} ${job.name}`.toLowerCase()
        if (wanted.length > 0 && !wanted.some((part) => asked.includes(part))) continue
        const place = join(home, String(counts.passed + counts.failed))
        const isDone = await runJob(open, job, place, join(home, 'town')).catch((error: unknown) => {
          say(`FAILED ${name}: ${String(error)}`)
          return false
        })
        counts[isDone ? 'passed' : 'failed'] += 1
      }
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  return counts
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))
const counts = await main().catch((error: unknown) => {
  say(`FAILED ${String(error)}`)
  return { passed: 0, failed: 1 }
})
say(JSON.stringify(counts))
// Now, and not when the last handle is closed: a browser that hangs must not hold the run.
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1)
