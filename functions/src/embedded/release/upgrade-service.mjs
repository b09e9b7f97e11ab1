/** The service during an upgrade: its health, its state, and a free port. Part of `upgrade.mjs`. */
import { execSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Seconds within which a server with little data becomes healthy, on any machine. */
const MIN_WAIT_SECONDS = 60
/** Bytes of a database that a slow machine rewrites in a second. */
const BYTES_PER_SECOND = 2_000_000
/** Number of restarts by systemd after which a release is considered unable to start. */
const MAX_RESTARTS = 3
/** Milliseconds between two checks of the state of the service. */
const STATE_PAUSE = 1_000

export async function findFreePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  return port
}

/**
 * @returns the seconds within which a release must be healthy, including the time to rewrite a database of this size
 */
export function secondsToBeHealthy(bytes) {
  return MIN_WAIT_SECONDS + Math.ceil(bytes / BYTES_PER_SECOND)
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
 * @param command prints ActiveState and NRestarts of the service
 * @returns a function that returns true once the service has failed, or restarts repeatedly
 */
export function watchService(command) {
  const first = readState(command)
  let [next, isLost] = [0, false]
  return () => {
    if (first === undefined || Date.now() < next) return isLost
    next = Date.now() + STATE_PAUSE
    const state = readState(command)
    isLost = state?.hasFailed === true || (state?.restarts ?? 0) - first.restarts >= MAX_RESTARTS
    return isLost
  }
}

/** @returns undefined without systemd */
function readState(command) {
  try {
    const said = execSync(command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const restarts = /^NRestarts=(\d+)$/m.exec(said)?.[1]
    return restarts && { restarts: Number(restarts), hasFailed: /^ActiveState=failed$/m.test(said) }
  } catch {
    return undefined
  }
}

/**
 * Waits until a server is healthy.
 * @param release the release that must answer; any, if undefined
 * @param isOver returns true when waiting is pointless
 */
export async function isHealthy(url, { release, seconds = MIN_WAIT_SECONDS, isOver = () => false } = {}) {
  const app = release && (release.commit === undefined ? release.version : `${release.version}+${release.commit}`)
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline && !isOver(); await wait(50)) {
    const reply = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
    if (reply?.status === 200 && (app === undefined || (await readApp(reply)) === app)) return true
  }
  return false
}
