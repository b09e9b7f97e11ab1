/**
 * Installs packages and a Node that runs TypeScript. Plain JavaScript for any Node from 20, because nothing is
 * installed yet.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './program-files.mjs'

export { ROOT }
const BIN = join(ROOT, 'node_modules', '.bin')
const NODE_PACKAGE = join(ROOT, 'node_modules', 'node')
/** The server runs .ts files directly and uses node:sqlite. */
const NEEDED_NODE = 24
const INSTALL_LIMIT_MS = 15 * 60_000

/**
 * Installs what is missing.
 * @returns the path of a Node >= 24
 */
export async function ensureInstalled() {
  if (!isInstalled()) {
    process.stdout.write('Installing packages…\n')
    // Includes build tools, which are dev dependencies, whatever NODE_ENV is.
    const code = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], ROOT)
    if (code !== 0) throw new Error(`npm ci ended with ${code}. Is the package registry reachable?`)
  }
  return findNode()
}

/** npm writes its own copy of the lock file when done: equal packages mean a complete, current install. */
function isInstalled() {
  const wanted = packagesIn(join(ROOT, 'package-lock.json'))
  const present = packagesIn(join(ROOT, 'node_modules', '.package-lock.json'))
  if (wanted === null || present === null) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const found = present[path]
    if (found === undefined) return entry.optional === true || entry.peer === true
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

function packagesIn(file) {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null
  } catch {
    return null
  }
}

async function findNode() {
  const own = join(BIN, 'node')
  if (isNewEnough(own)) return own
  if (isNewEnough(process.execPath)) return process.execPath
  // Install scripts may be disabled; then the package has not fetched its program yet.
  if (existsSync(join(NODE_PACKAGE, 'installArchSpecificPackage.js'))) {
    process.stdout.write(`Fetching Node ${NEEDED_NODE}…\n`)
    await run(process.execPath, ['installArchSpecificPackage'], NODE_PACKAGE)
  }
  const fetched = [own, join(NODE_PACKAGE, 'bin', 'node')].find(isNewEnough)
  if (fetched === undefined)
    throw new Error(`Relevo's server needs Node ${NEEDED_NODE}; it is neither installed nor could it be fetched.`)
  return fetched
}

function isNewEnough(node) {
  if (!existsSync(node)) return false
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? 0) >= NEEDED_NODE
}

function runNpm(args, cwd) {
  // Uses the npm that runs `npm start`; otherwise the npm on the path.
  const npm = process.env.npm_execpath
  return npm !== undefined && /npm-cli\.c?js$/.test(npm)
    ? run(process.execPath, [npm, ...args], cwd)
    : run('npm', args, cwd)
}

function run(command, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], timeout: INSTALL_LIMIT_MS })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}
