/**
 * `node upgrade.mjs`, as root, in the folder of the new release: checks the new release beside the running one,
 * switches the link `current`, restarts, and goes back to the old release if the new one does not become healthy.
 *
 * Exit codes: 0 the new release runs, 1 nothing was changed or the old release runs again, 2 neither runs.
 */
import { execFileSync, execSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs, parseEnv } from 'node:util'

const NEW = dirname(fileURLToPath(import.meta.url))
const OPTIONS = /** @type {const} */ ({
  /** file with the settings of the service */
  env: { type: 'string', default: '/etc/relevo/relevo.env' },
  /** link to the running release */
  current: { type: 'string', default: join(NEW, '../../current') },
  stop: { type: 'string', default: 'systemctl stop relevo' },
  start: { type: 'string', default: 'systemctl start relevo' },
  /** seconds until the new release must be healthy */
  wait: { type: 'string', default: '60' },
})
/** Files that a release with a new layout changes so that the old release cannot use them any longer. */
const CHANGED_FILES = ['relevo.sqlite', 'relevo.sqlite-wal', 'ended', 'open']
const SUFFIX = '.before-upgrade'
/** Suffix of the files of a new release after the way back. */
const AFTER = '.after-upgrade'

const { values: options } = parseArgs({ options: OPTIONS })
const settings = parseEnv(readFileSync(options.env, 'utf8'))
const { PORT = '8080', HOST = '127.0.0.1', DATA_DIR = join(options.current, 'data') } = settings
const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST
const health = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/api/health`
const say = (text) => process.stdout.write(`${text}\n`)

process.exitCode = await upgrade()

async function upgrade() {
  const old = readCurrent()
  const checked = old === undefined ? undefined : check()
  if (checked === undefined || !(await runsHere(checked.release))) return 1
  const { release, layout, data } = checked
  const isRaised = data !== undefined && data.layout < layout
  if (isRaised && existsSync(join(DATA_DIR, `relevo.sqlite${SUFFIX}`))) {
    say(`Nothing was changed: ${DATA_DIR} has copies of an earlier upgrade (*${SUFFIX}). Move them away first.`)
    return 1
  }
  if (isRaised && !hasRoomFor(data.bytes)) return 1
  say(`From ${basename(old)} to ${basename(NEW)}${isRaised ? `, layout ${data.layout} to ${layout}` : ''}`)

  // A lost connection to the terminal must not end this between stop and start.
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
  process.stdout.on('error', () => undefined)
  const began = Date.now()
  const downtime = () => `Downtime: ${((Date.now() - began) / 1000).toFixed(1)} s`
  let isCopied = false
  try {
    run(options.stop)
    if (isRaised) copyData()
    isCopied = isRaised
    switchTo(relative(dirname(options.current), NEW))
    run(options.start)
    if (await isHealthy(health, { release })) {
      say(`${basename(NEW)} runs. ${downtime()}`)
      if (isCopied) say(`The data before the upgrade is in ${DATA_DIR}/*${SUFFIX}. Delete it when all is well.`)
      return 0
    }
    say(`${basename(NEW)} did not become healthy within ${options.wait} s.`)
  } catch (error) {
    say(String(error))
  }

  say(`Going back to ${basename(old)}.`)
  try {
    if (isCopied) {
      run(options.stop)
      putBack()
    } else {
      // If nothing could be stopped, the old release still runs.
      tryToRun(options.stop)
      allowOlder()
    }
    switchTo(old)
    run(options.start)
    if (await isHealthy(health)) {
      say(`${basename(old)} runs again. ${downtime()}`)
      return 1
    }
  } catch (error) {
    say(String(error))
  }
  say(`${basename(old)} does not run either.`)
  return 2
}

/** @returns the target of the link to the running release; undefined: there is no such link */
function readCurrent() {
  try {
    return readlinkSync(options.current)
  } catch {
    say(`Nothing was changed: ${options.current} is not a link to the running release.`)
    return undefined
  }
}

/** Lets the new release check settings and data. @returns its report; undefined: it refuses them and has said why */
function check() {
  try {
    const output = execFileSync(process.execPath, ['server.mjs', '--check'], {
      cwd: NEW,
      env: { PATH: process.env.PATH, ...settings, DATA_DIR },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      ...owner(),
    })
    return JSON.parse(output)
  } catch (error) {
    say(`Nothing was changed: ${String(error.stderr || error.stdout || error).trim()}`)
    return undefined
  }
}

/** Starts the new release on another port with an empty data folder: the old one runs on if this fails. */
async function runsHere(release) {
  const folder = mkdtempSync(join(tmpdir(), 'relevo-trial-'))
  give(folder)
  const port = await findFreePort()
  const trial = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, SMTP_URL: undefined, MAIL_FROM: undefined }
  const server = spawn(process.execPath, ['server.mjs', '--empty'], {
    cwd: NEW,
    env: { PATH: process.env.PATH, ...settings, ...trial },
    stdio: ['ignore', 'ignore', 'inherit'],
    ...owner(),
  })
  const ended = new Promise((resolve) => server.on('close', resolve))
  try {
    const url = `http://127.0.0.1:${port}/api/health`
    if (await isHealthy(url, { release, isOver: () => server.exitCode !== null })) return true
    say(`Nothing was changed: ${basename(NEW)} does not run on this machine.`)
    return false
  } finally {
    server.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

async function findFreePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  return port
}

/** The account of the data folder: files that root creates there could not be opened by the server. */
function owner() {
  if (process.getuid?.() !== 0 || !existsSync(DATA_DIR)) return {}
  const { uid, gid } = statSync(DATA_DIR)
  return { uid, gid }
}

function hasRoomFor(bytes) {
  const { bavail, bsize } = statfsSync(DATA_DIR)
  if (bavail * bsize > 3 * bytes) return true
  say(`Nothing was changed: the upgrade copies the database, for which ${DATA_DIR} has too little room.`)
  return false
}

/** Copies what a new layout changes; by reflink where the file system has it. */
function copyData() {
  for (const name of CHANGED_FILES) {
    const [source, target] = [join(DATA_DIR, name), join(DATA_DIR, name + SUFFIX)]
    rmSync(target, { force: true })
    if (!isFile(source)) continue
    copyFileSync(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
    sync(target)
    give(target)
  }
}

/** Puts the copies back. What the new release wrote stays beside them: it may have accepted answers. */
function putBack() {
  rmSync(join(DATA_DIR, 'relevo.sqlite-shm'), { force: true })
  // The log first, so that an interruption never leaves the old database with the new log.
  for (const name of [...CHANGED_FILES].reverse())
    if (isFile(join(DATA_DIR, name))) renameSync(join(DATA_DIR, name), join(DATA_DIR, name + AFTER))
  for (const name of [...CHANGED_FILES].reverse())
    if (isFile(join(DATA_DIR, name + SUFFIX))) renameSync(join(DATA_DIR, name + SUFFIX), join(DATA_DIR, name))
  say(`What the new release wrote is in ${DATA_DIR}/*${AFTER}.`)
}

/** False for links, which the account of the data folder could have made to files of root. */
function isFile(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function sync(path) {
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}

/** Lets the old release open the data, which the new one has recorded as its own in the same layout. */
function allowOlder() {
  if (!existsSync(DATA_DIR)) return
  const file = join(DATA_DIR, 'older-allowed')
  rmSync(file, { force: true })
  writeFileSync(file, '', { mode: 0o600, flag: 'wx' })
  give(file)
}

/** Gives a file of root to the account of the data folder. */
function give(file) {
  const { uid, gid } = owner()
  if (uid !== undefined) lchownSync(file, uid, gid)
}

/** Replaces the link in one step, so that it always exists. */
function switchTo(target) {
  const next = `${options.current}.next`
  rmSync(next, { force: true })
  symlinkSync(target, next)
  renameSync(next, options.current)
}

function run(command) {
  execSync(command, { stdio: ['ignore', 'ignore', 'inherit'] })
}

function tryToRun(command) {
  try {
    run(command)
  } catch (error) {
    say(String(error))
  }
}

/** @returns the release that answers; undefined: it is another program */
async function readApp(reply) {
  try {
    return (await reply.json()).app
  } catch {
    return undefined
  }
}

/**
 * Waits until a server is healthy.
 * @param release the release that must answer; any, if undefined
 * @param isOver returns true when waiting is in vain
 */
async function isHealthy(url, { release, isOver = () => false } = {}) {
  const app = release && (release.commit === undefined ? release.version : `${release.version}+${release.commit}`)
  for (const deadline = Date.now() + Number(options.wait) * 1000; Date.now() < deadline && !isOver(); await wait(50)) {
    const reply = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
    if (reply?.status === 200 && (app === undefined || (await readApp(reply)) === app)) return true
  }
  return false
}
