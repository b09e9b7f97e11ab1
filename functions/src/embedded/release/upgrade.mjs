/**
 * `node upgrade.mjs`, as root, in the folder of the new release: checks the new release while the old one runs,
 * switches the link `current`, restarts, and goes back to the old release if the new one does not become healthy.
 *
 * Exit codes: 0 the new release runs, 1 nothing was changed or the old release runs again, 2 neither runs.
 */
import { execFileSync, execSync, spawn } from 'node:child_process'
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
import { tmpdir } from 'node:os'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, parseEnv } from 'node:util'
import { findFreePort, isHealthy, secondsToBeHealthy, watchService } from './upgrade-service.mjs'

const NEW = dirname(fileURLToPath(import.meta.url))
const OPTIONS = /** @type {const} */ ({
  /** file with the settings of the service */
  env: { type: 'string', default: process.env.RELEVO_ENV ?? '/etc/relevo/relevo.env' },
  /** link to the running release */
  current: { type: 'string', default: join(NEW, '../../current') },
  stop: { type: 'string', default: 'systemctl stop relevo' },
  start: { type: 'string', default: 'systemctl start relevo' },
  /** prints the state of the service: the number of its restarts, and whether it has failed */
  state: { type: 'string', default: 'systemctl show --property=ActiveState,NRestarts relevo' },
  /** seconds until the new release must be healthy; by default, a minute and the time to rewrite the database */
  wait: { type: 'string' },
})
/**
 * Files that a release with a new layout changes so that the old release cannot use them any longer. Not `numbers`: the
 * codes that the new release has assigned must not be assigned again.
 */
const CHANGED_FILES = ['relevo.sqlite', 'relevo.sqlite-wal', 'ended', 'open']
const SUFFIX = '.before-upgrade'
/** Suffix of files that the new release has written, after a rollback. */
const AFTER = '.after-upgrade'

/** Code that is loaded before the trial of the new release. Ends the trial with this process, even if it is killed. */
const END_WITH_PARENT = `
import { rmSync } from 'node:fs'
const end = () => {
  rmSync(process.env.DATA_DIR, { recursive: true, force: true })
  process.exit(1)
}
if (!process.connected) end()
process.channel.unref()
process.once('disconnect', end)`

const { values: options } = parseArgs({ options: OPTIONS })
const settings = readSettings()
const { PORT = '8080', HOST = '127.0.0.1', DATA_DIR = '' } = settings
const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST
const health = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/api/health`

process.exitCode = await upgrade()

function say(text) {
  process.stdout.write(`${text}\n`)
}

function refuse(why) {
  say(`Nothing was changed: ${why}`)
}

/** @returns the settings of the service; without DATA_DIR when they cannot be read */
function readSettings() {
  try {
    return parseEnv(readFileSync(options.env, 'utf8'))
  } catch (error) {
    refuse(`the settings cannot be read (${error.message}). Name their file with --env`)
    process.exit(1)
  }
}

/**
 * Refuses a relative data folder: it would be in the folder of one release, and the next release would have no data.
 */
function findData() {
  if (!isAbsolute(DATA_DIR))
    refuse(`DATA_DIR in ${options.env} must be an absolute path: ${DATA_DIR || 'it is not set'}.`)
  else if (!existsSync(join(DATA_DIR, 'relevo.sqlite')))
    refuse(`there is no relevo.sqlite in ${DATA_DIR}, which is DATA_DIR in ${options.env}.`)
  else return true
  return false
}

async function upgrade() {
  const old = readCurrent()
  const checked = old === undefined || !findData() ? undefined : check()
  if (checked === undefined || !(await runsHere(checked.release))) return 1
  const { release, layout, data } = checked
  const isRaised = data !== undefined && data.layout < layout
  if (isRaised && existsSync(join(DATA_DIR, `relevo.sqlite${SUFFIX}`))) {
    refuse(`${DATA_DIR} has copies of an earlier upgrade (*${SUFFIX}). Move them away first.`)
    return 1
  }
  if (isRaised && !hasRoomFor(data.bytes)) return 1
  say(`From ${basename(old)} to ${basename(NEW)}${isRaised ? `, layout ${data.layout} to ${layout}` : ''}`)

  // A lost connection to the terminal must not end this program between stop and start.
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
  process.stdout.on('error', () => undefined)
  const seconds = Number(options.wait ?? secondsToBeHealthy(data?.bytes ?? 0))
  const began = Date.now()
  const downtime = () => `Downtime: ${((Date.now() - began) / 1000).toFixed(1)} s`
  let isCopied = false
  try {
    run(options.stop)
    if (isRaised) copyData()
    isCopied = isRaised
    switchTo(relative(dirname(options.current), NEW))
    run(options.start)
    if (await isHealthy(health, { release, seconds, isOver: watchService(options.state) })) {
      say(`${basename(NEW)} runs. ${downtime()}`)
      if (isCopied) say(`The data before the upgrade is in ${DATA_DIR}/*${SUFFIX}. Delete it when all is well.`)
      return 0
    }
    say(`${basename(NEW)} did not become healthy within ${((Date.now() - began) / 1000).toFixed(0)} s.`)
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
    if (await isHealthy(health, { seconds })) {
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
    refuse(`${options.current} is not a link to the running release.`)
    return undefined
  }
}

/**
 * Lets the new release check settings and data. @returns its report; undefined: it refuses them, and has printed the
 * reason
 */
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
    refuse(String(error.stderr || error.stdout || error).trim())
    return undefined
  }
}

/** Starts the new release on another port with an empty data folder; the old release keeps running if this fails. */
async function runsHere(release) {
  const folder = mkdtempSync(join(tmpdir(), 'relevo-trial-'))
  give(folder)
  const port = await findFreePort()
  const trial = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, SMTP_URL: undefined, MAIL_FROM: undefined }
  const preload = `data:text/javascript,${encodeURIComponent(END_WITH_PARENT)}`
  const server = spawn(process.execPath, ['--import', preload, 'server.mjs', '--empty'], {
    cwd: NEW,
    env: { PATH: process.env.PATH, ...settings, ...trial },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    ...owner(),
  })
  const ended = new Promise((resolve) => server.on('close', resolve))
  try {
    const url = `http://127.0.0.1:${port}/api/health`
    if (await isHealthy(url, { release, isOver: () => server.exitCode !== null })) return true
    refuse(`${basename(NEW)} does not run on this machine.`)
    return false
  } finally {
    server.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Account that owns the data folder. The server could not open files there that belong to root. */
function owner() {
  if (process.getuid?.() !== 0) return {}
  const { uid, gid } = statSync(DATA_DIR)
  return { uid, gid }
}

function hasRoomFor(bytes) {
  const { bavail, bsize } = statfsSync(DATA_DIR)
  if (bavail * bsize > 3 * bytes) return true
  refuse(`the upgrade copies the database, for which ${DATA_DIR} has too little room.`)
  return false
}

/** Copies the files that a new layout changes, by reflink if the file system supports it. */
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

/** Restores the copies. Keeps the files of the new release beside them, because it may have accepted answers. */
function putBack() {
  rmSync(join(DATA_DIR, 'relevo.sqlite-shm'), { force: true })
  // The log first, so that an interruption never leaves the old database with the new log.
  for (const name of [...CHANGED_FILES].reverse())
    if (isFile(join(DATA_DIR, name))) renameSync(join(DATA_DIR, name), join(DATA_DIR, name + AFTER))
  for (const name of [...CHANGED_FILES].reverse())
    if (isFile(join(DATA_DIR, name + SUFFIX))) renameSync(join(DATA_DIR, name + SUFFIX), join(DATA_DIR, name))
  say(`What the new release wrote is in ${DATA_DIR}/*${AFTER}.`)
}

/** False for symbolic links, because the account of the data folder could have linked to files of root. */
function isFile(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function sync(path) {
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}

/** Lets the old release open the data. It has the same layout, but is recorded as written by the new release. */
function allowOlder() {
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

/** Replaces the link atomically, so that it always exists. */
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
