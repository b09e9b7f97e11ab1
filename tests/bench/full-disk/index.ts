import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openSqliteStore } from '../../../functions/src/embedded/sqlite/store.ts'
import { DEFAULT_TUNING } from '../../../functions/src/core/tuning.ts'
import { startServerProcess, type Child } from '../support/child.ts'
import { withLimit } from '../support/limit.ts'
import { say, printTable, printFailure } from '../support/report.ts'
import { percentile, rounded } from '../support/statistics.ts'
import { inspectorOf, PASSWORD } from '../soak/town.ts'
import { databaseIn } from '../spine/plant.ts'
import { MB, smallDisk, type SmallDisk } from './disk.ts'
import {
  abandonedFiles,
  imagesAndVersions,
  longAnswers,
  sealedFiles,
  type Acknowledged,
  type Ask,
  type Filler,
  type Sending,
} from './fillers.ts'
import { plantFullDisk, SUPERVISOR } from './town.ts'
import { watch, type Kind } from './watch.ts'

const MEGABYTES = 640
const SECONDS = 120
/** Accounts that send files; the last one only observes. */
const INSPECTORS = 9
const READER = INSPECTORS - 1
const MAIN = fileURLToPath(new URL('../../../functions/src/embedded/main.ts', import.meta.url))

/**
 * Fills a disk of 640 MB for two minutes with files (referred to or not), unfinished uploads, header images, form
 * versions and long answers of accounts and the public, all ignoring `Retry-After`. One more user signs in and reads.
 * Then kills and restarts the server, looks for all that it acknowledged, and fills the disk completely.
 */
export async function benchFullDisk(): Promise<{
  readonly figures: Readonly<Record<string, number | null>>
  readonly failed: boolean
}> {
  const disk = await smallDisk(MEGABYTES)
  await plantFullDisk(databaseIn(disk.folder), INSPECTORS)
  let server = await startServerProcess('spine/servers/relevo.ts', [disk.folder])
  say(
    `${MEGABYTES} MB, ${Math.floor(disk.free() / MB)} of them free; ${DEFAULT_TUNING.diskReserve / MB} are kept. Filled for ${SECONDS} s`,
  )

  const acknowledged: Acknowledged = { documents: new Set(), files: new Map() }
  const sending: Sending = { sent: 0, accepted: 0, refused: 0, cut: 0, unfinished: 0, wrong: [], acknowledged }
  const watched = watch(
    disk,
    stranger(server),
    await account(server, inspectorOf(READER).email),
    inspectorOf(READER).email,
  )
  // The clients continue when the server is killed.
  const filling = fill(await fillersOf(server, sending), SECONDS + 2)
  await wait(SECONDS * 1000)
  await watched.stop()
  const parts = readdirSync(join(disk.folder, 'uploads')).filter((name) => name.endsWith('.part')).length
  const cut = sending.cut
  await server.kill()
  await filling

  const began = performance.now()
  server = await startServerProcess('spine/servers/relevo.ts', [disk.folder])
  await account(server, inspectorOf(0).email)
  const restart = performance.now() - began
  await server.kill()
  const advised = await startWithoutRoom(disk)
  // Runs last, because opening and closing the database of a killed server merges its log.
  const lost = await missing(disk, acknowledged)

  const table = (name: string, { times, failed }: Kind): readonly string[] => [
    name,
    String(times.length),
    String(failed.length),
    `${percentile(times, 0.5).toFixed(0)}, ${percentile(times, 0.95).toFixed(0)}`,
  ]
  printTable([
    ['meanwhile', 'asked', 'failed', 'ms, p50 and p95'],
    table('signing in', watched.signIn),
    table('reading', watched.reading),
    table('health', watched.health),
  ])
  printTable([
    ['', 'value'],
    ['sent, accepted, MB', `${(sending.sent / MB).toFixed(0)}, ${(sending.accepted / MB).toFixed(0)}`],
    ['asked to come back; cut off while they went on sending', `${sending.refused}; ${cut}`],
    ['uploads left unfinished, of them given up to make room', `${sending.unfinished}, ${sending.unfinished - parts}`],
    ['replies that should not be', String(sending.wrong.length)],
    ['lowest free space, MB', (watched.lowest() / MB).toFixed(0)],
    [
      'acknowledged documents and files, lost of them',
      `${acknowledged.documents.size} and ${acknowledged.files.size}, ${lost}`,
    ],
    ['from kill -9 to the first sign-in, ms', restart.toFixed(0)],
  ])
  say(`A start on a full disk: ${advised ?? 'no advice'}`)
  const unanswered = [watched.signIn, watched.reading, watched.health].flatMap(({ failed }) => failed)
  for (const each of new Set([...unanswered, ...sending.wrong].slice(0, 5))) printFailure(each)
  if (!watched.saidFull()) printFailure('The disk never got full, or health never said so')
  const figures = {
    full_disk_seconds: SECONDS,
    full_disk_sent_mb: Math.round(sending.sent / MB),
    full_disk_refused: sending.refused,
    full_disk_given_up: sending.unfinished - parts,
    full_disk_lowest_free_mb: Math.round(watched.lowest() / MB),
    full_disk_unanswered: unanswered.length,
    full_disk_wrong_replies: sending.wrong.length,
    full_disk_sign_in_p95_ms: rounded(percentile(watched.signIn.times, 0.95)),
    full_disk_reading_p95_ms: rounded(percentile(watched.reading.times, 0.95)),
    full_disk_acknowledged: acknowledged.documents.size + acknowledged.files.size,
    full_disk_lost: lost,
    full_disk_restart_ms: Math.round(restart),
  }
  const broke = watched.lowest() < DEFAULT_TUNING.signInReserve
  return {
    figures,
    failed:
      unanswered.length + sending.wrong.length + lost > 0 ||
      broke ||
      !watched.saidFull() ||
      advised === undefined ||
      acknowledged.files.size === 0,
  }
}

async function fillersOf(server: Child, sending: Sending): Promise<readonly Filler[]> {
  const inspectors = await Promise.all(
    Array.from({ length: READER }, async (_, index) => ({
      ask: await account(server, inspectorOf(index).email),
      id: inspectorOf(index).id,
    })),
  )
  const supervisor = await account(server, SUPERVISOR.email)
  return [
    ...inspectors.slice(0, 4).map(({ ask, id }) => sealedFiles(ask, id, sending)),
    ...inspectors.slice(4, 6).map(({ ask }) => abandonedFiles(ask, sending)),
    ...inspectors.slice(6).map(({ ask, id }) => longAnswers(ask, id, sending)),
    imagesAndVersions(supervisor, sending),
    longAnswers(stranger(server), 'public', sending),
  ]
}

async function fill(fillers: readonly Filler[], seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1000
  await Promise.all(
    fillers.map(async (filler) => {
      while (performance.now() < until) await filler()
    }),
  )
}

function stranger({ port }: Child, cookie?: string): Ask {
  const origin = `http://127.0.0.1:${port}`
  return (method, path, body, headers) =>
    fetch(`${origin}${path}`, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: { origin, 'sec-fetch-site': 'same-origin', ...(cookie === undefined ? {} : { cookie }), ...headers },
    })
}

async function account(server: Child, email: string): Promise<Ask> {
  const response = await stranger(server)('POST', '/api/session', JSON.stringify({ email, password: PASSWORD }), {
    'content-type': 'application/json',
  })
  const [cookie] = response.headers.getSetCookie()
  if (!response.ok || cookie === undefined)
    throw new Error(`Sign-in was refused: ${response.status} ${await response.text()}`)
  return stranger(server, cookie.split(';')[0])
}

/** Reopens the server's file and looks for everything that was acknowledged, comparing files byte by byte. */
async function missing({ folder }: SmallDisk, { documents, files }: Acknowledged): Promise<number> {
  const store = openSqliteStore(databaseIn(folder))
  try {
    const found = await store.getMany([...documents])
    const gone = [...documents].filter((key) => found.get(key) === undefined)
    const broken = [...files.keys()].filter((sha256) => {
      try {
        return (
          createHash('sha256')
            .update(readFileSync(join(folder, 'files', sha256.slice(0, 2), sha256)))
            .digest('hex') !== sha256
        )
      } catch {
        return true
      }
    })
    for (const each of [...gone, ...broken].slice(0, 5)) printFailure(`Lost: ${each}`)
    return gone.length + broken.length
  } finally {
    await store.close()
  }
}

/**
 * Fills the disk completely and starts the server. @returns its advice, if it ends with one sentence and code 1 and
 * starts again once there is space
 */
async function startWithoutRoom(disk: SmallDisk): Promise<string | undefined> {
  const ballast = join(disk.folder, 'ballast')
  try {
    // Halves the size each time, because the last piece does not fit.
    for (let size = MB; size >= 4096; size /= 2)
      while (disk.free() >= size) writeFileSync(ballast, new Uint8Array(size), { flag: 'a' })
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, '--empty'], {
      env: { ...process.env, DATA_DIR: disk.folder, PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const [code] = (await withLimit(once(child, 'close'), 30_000, 'a start without room to end')) as [number | null]
    if (code !== 1 || !/^[^\n]+ is full [^\n]+\n$/.test(said)) return undefined
    rmSync(ballast)
    const server = await startServerProcess('spine/servers/relevo.ts', [disk.folder])
    await account(server, inspectorOf(0).email)
    await server.kill()
    return said.trim()
  } finally {
    rmSync(ballast, { force: true })
  }
}
