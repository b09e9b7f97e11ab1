/** Finds a Chromium that starts, or fetches one. Plain JavaScript: it runs in the test bootstrap. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const FETCH_LIMIT = 10 * 60_000

/**
 * @param options.root the project
 * @param options.node the Node to run Playwright's installer with
 * @returns the path of a Chromium, or null when there is none and none could be fetched
 */
export async function ensureChromium({ root, node }) {
  const found = await findChromium(root)
  if (found !== null) return found
  for (const fetchIt of isDebianRoot() ? [viaApt, viaPlaywright] : [viaPlaywright]) {
    await fetchIt({ root, node })
    const fetched = await findChromium(root)
    if (fetched !== null) return fetched
  }
  return null
}

async function findChromium(root) {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const candidates = [process.env.CHROMIUM_PATH, ...onPath, await playwrightsOwn(root)]
  return candidates.find((path) => path !== undefined && existsSync(path) && starts(path)) ?? null
}

/** Ubuntu has a `chromium-browser` that only recommends a snap: being there is not enough. */
function starts(path) {
  return spawnSync(path, ['--version', '--no-sandbox'], { timeout: 30_000, stdio: 'ignore' }).status === 0
}

async function playwrightsOwn(root) {
  const { chromium } = await import(join(root, 'node_modules/@playwright/test/index.mjs'))
  return chromium.executablePath()
}

function isDebianRoot() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

async function viaApt() {
  process.stdout.write('Installing Chromium (Debian package)…\n')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], env)
  // The second has no windows and less to do: most journeys take it where it is (journeys/support/chromium.ts).
  const packages = ['chromium', 'chromium-headless-shell']
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env)
}

async function viaPlaywright({ root, node }) {
  process.stdout.write('Fetching Chromium (Playwright)…\n')
  await run(
    node,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium', '--no-shell'],
    process.env,
  )
}

/** A failure is not reported here: what counts is whether a Chromium is found afterwards. */
function run(command, args, env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'], timeout: FETCH_LIMIT })
    child.on('error', resolve)
    child.on('close', resolve)
  })
}
