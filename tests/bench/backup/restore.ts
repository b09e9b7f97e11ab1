import { cp, mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { openSqliteStore } from '../../../functions/src/embedded/sqlite/store.ts'
import { answerIdSchema } from '../../../src/domain/kernel/index.ts'
import { keys } from '../../../src/domain/store/index.ts'
import { buildConnection, type Connection } from '../soak/line.ts'
import { buildTablet, type Tablet } from '../soak/tablet.ts'
import { inspectorOf, PASSWORD, plantTown } from '../soak/town.ts'
import { judge } from '../soak/verdict.ts'
import { databaseIn, plant } from '../spine/plant.ts'
import { startServerProcess, type Child } from '../support/child.ts'
import { temporaryFolder } from '../support/cleanup.ts'
import { busyWarning } from '../support/machine.ts'
import { say } from '../support/report.ts'
import { rounded } from '../support/statistics.ts'
import { backUp } from './index.ts'

const TABLETS = 20
const ANSWERS = 1_000
/** Answers of each tablet that the backup has. */
const BACKED_UP = 5
/** One in this many answers has a photo. */
const ONE_IN = 5
/** Milliseconds between two runs of a tablet that still has something to send. */
const PAUSE_MS = 100
/** Maximum seconds until the server has all answers again. */
const MAX_SECONDS = 60

type Device = { readonly tablet: Tablet; readonly email: string; line: Connection }

/**
 * Answers of 20 tablets that arrived after the backup, until the restored server has them again. Fails when an answer
 * is lost or stored twice, when a code belonged to two answers, before the restore and after it, or after a minute.
 */
export async function benchRestore(answers: number = ANSWERS) {
  const home = await temporaryFolder('restore')
  const [data, backups] = [join(home, 'data'), join(home, 'backups')]
  await mkdir(data)
  await plant(data)
  await plantTown(databaseIn(data), TABLETS)
  const first = await startServerProcess('spine/servers/relevo.ts', [data])
  const devices = Array.from({ length: TABLETS }, (_, index) => buildDevice(index, first))
  await Promise.all(devices.map(signIn))
  const early = await sendAnswers(devices, BACKED_UP)
  if ((await backUp(data, backups)) !== 0) throw new Error('The backup failed')
  const late = await sendAnswers(devices, Math.ceil(answers / TABLETS))
  await first.kill()
  const saved = [...early, ...late]
  const before = await readCodes(data, saved)
  if (before.size !== saved.length) throw new Error(`${saved.length} saved, ${before.size} arrived`)

  const began = performance.now()
  await putBack(backups, data)
  const second = await startServerProcess('spine/servers/relevo.ts', [data])
  const healthy = performance.now()
  for (const device of devices) device.line = lineTo(second)
  await Promise.all(devices.map(signIn))
  const asked = performance.now()
  const left = await Promise.all(devices.map(sendAll))
  const ended = performance.now()
  for (const { tablet } of devices) tablet.close()
  await second.kill()

  const { lost, twice } = await judge(databaseIn(data), saved)
  const codesTwice = countReused(before, await readCodes(data, saved))
  const figures = {
    restore_answers: late.length,
    restore_tablets: TABLETS,
    restore_healthy_seconds: rounded((healthy - began) / 1000),
    restore_signed_in_seconds: rounded((asked - healthy) / 1000),
    restore_brought_back_seconds: rounded((ended - asked) / 1000),
    restore_lost: lost,
    restore_twice: twice,
    restore_codes_twice: codesTwice,
    restore_unsent: left.reduce((sum, count) => sum + count, 0),
  }
  const warning = busyWarning()
  if (warning !== undefined) say(warning)
  const isWrong = lost + twice + codesTwice + figures.restore_unsent > 0
  return { figures, failed: isWrong || figures.restore_brought_back_seconds > MAX_SECONDS }
}

function lineTo({ port }: Child): Connection {
  return buildConnection(`http://127.0.0.1:${port}`, { requests: 0, cut: 0, refused: 0 }, false)
}

function buildDevice(index: number, server: Child): Device {
  const { id, email } = inspectorOf(index)
  const line: Connection = {
    fetch: (path, init) => device.line.fetch(path, init),
    signIn: (...account) => device.line.signIn(...account),
  }
  const device: Device = { tablet: buildTablet(id, line), email, line: lineTo(server) }
  return device
}

async function signIn({ line, email }: Device): Promise<void> {
  await line.signIn(email, PASSWORD)
}

/** @returns the ids of the answers, which all have arrived */
async function sendAnswers(devices: readonly Device[], count: number): Promise<readonly string[]> {
  const sent = await Promise.all(
    devices.map(async (device) => {
      const ids: string[] = []
      for (let at = 0; at < count; at += 1) ids.push(await device.tablet.save(at % ONE_IN === 0))
      const left = await sendAll(device)
      if (left > 0) throw new Error(`${left} answers of a tablet did not arrive`)
      return ids
    }),
  )
  return sent.flat()
}

/** Runs until nothing is waiting, at least twice: a run after a restore finds what the next one sends. */
async function sendAll({ tablet }: Device): Promise<number> {
  const until = performance.now() + MAX_SECONDS * 1000
  await tablet.sync()
  for (;;) {
    await tablet.sync()
    const left = await tablet.waiting()
    if (left === 0 || performance.now() > until) return left
    await wait(PAUSE_MS)
  }
}

/** Restores as OPERATING.md says. */
async function putBack(backups: string, data: string): Promise<void> {
  const old = `${data}.old`
  await rename(data, old)
  await mkdir(data, { mode: 0o700 })
  const newest = (await readdir(backups)).filter((name) => /^relevo-.*\.sqlite$/.test(name)).toSorted()
  await cp(join(backups, newest.at(-1) ?? ''), databaseIn(data))
  await cp(join(backups, 'files'), join(data, 'files'), { recursive: true })
  const names = (await readdir(old)).filter((name) => name === 'ended' || name === 'numbers')
  for (const name of names) await cp(join(old, name), join(data, name))
}

const CODE = z.object({ id: z.string(), codigoMunicipio: z.string() })

/** @returns the codes of the answers that are stored, by id */
async function readCodes(data: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const store = openSqliteStore(databaseIn(data))
  try {
    const found = await store.getMany(ids.map((id) => keys.answer(answerIdSchema.parse(id))))
    const answers = [...found.values()].flatMap((answer) => (answer === undefined ? [] : [CODE.parse(answer)]))
    return new Map(answers.map(({ id, codigoMunicipio }) => [id, codigoMunicipio]))
  } finally {
    await store.close()
  }
}

/** The number of answers whose code belonged to another one before the restore. */
function countReused(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): number {
  const owners = new Map([...before].map(([id, code]) => [code, id]))
  return [...after].filter(([id, code]) => (owners.get(code) ?? id) !== id).length
}
