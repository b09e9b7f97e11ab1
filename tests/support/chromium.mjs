/** Finds a working Chromium, or installs one. Plain JavaScript, because it runs in the test bootstrap. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian's Chromium without windows, used by most journeys if installed (journeys/support/chromium.ts). */
const SHELL = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const FETCH_LIMIT = 10 * 60_000

/**
 * @param options.root the project
 * @param options.node the Node to run Playwright's installer with
 * @returns the path of a Chromium, or null if none exists and none could be installed
 */
export async function ensureChromium({ root, node }) {
  const found = await findChromium(root)
  if (found === '/usr/bin/chromium' && isDebianRoot() && !existsSync(`/usr/bin/${SHELL}`)) await addShell()
  if (found !== null) return found
  for (const fetchIt of isDebianRoot() ? [() => viaApt(['chromium', SHELL]), viaPlaywright] : [viaPlaywright]) {
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

/** Ubuntu has a `chromium-browser` that only recommends a snap, so existence is not enough. */
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

/** Adds the shell in the installed version, so that no other package changes. If it fails, journeys are slower. */
async function addShell() {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f=${Version}', 'chromium'], { encoding: 'utf8' })
  if (stdout) await viaApt([`${SHELL}=${stdout}`])
}

async function viaApt(packages) {
  process.stdout.write(`Installing ${packages.join(' and ')} (Debian packages)…\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quick = ['-qq', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20']
  await run('apt-get', ['update', ...quick], env)
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...quick, ...packages], env)
}

async function viaPlaywright({ root, node }) {
  process.stdout.write('Fetching Chromium (Playwright)…\n')
  await run(
    node,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium', '--no-shell'],
    process.env,
  )
}

/** Failures are not reported here; what matters is whether a Chromium is found afterwards. */
function run(command, args, env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'], timeout: FETCH_LIMIT })
    child.on('error', resolve)
    child.on('close', resolve)
  })
}
