import { createHash } from 'node:crypto'
import { toMilliseconds } from '#domain/kernel/index.ts'
import { listOutbox, openLocal } from '#local/index.ts'
import { IDBKeyRange } from 'fake-indexeddb'
import { NOW } from '#tests/support/builders/template.ts'
import type { Cell, Fault, Step } from './catalogue.ts'
import { createCauses } from './causes.ts'
import { chanceFrom } from './chance.ts'
import { createDevice, type SimDevice } from './device.ts'
import { createFetch } from './network.ts'
import { createOracle, type Oracle } from './oracle.ts'
import { answerForm, type AtWork, changeAnswer } from './person.ts'
import { killProcess, type Process } from './process.ts'
import { type SimServer, startServer } from './server.ts'
import { storageFor, type WriteFate } from './storage.ts'
import { createStorm, type Directed } from './storm.ts'
import { createTimeline, type Timeline, useTimeline } from './timeline.ts'
import { createTown, PEOPLE } from './town.ts'

export type Scale = {
  readonly devices: readonly [number, number]
  /** answers that people try to save */
  readonly operations: readonly [number, number]
  /** how often a step is struck */
  readonly rate: number
  /** one in so many photos is larger than an upload's chunk */
  readonly large: number
}
export const SCALE: Scale = { devices: [2, 4], operations: [12, 40], rate: 0.06, large: 30 }
/** A quiet little world in which one fault is directed at one step. */
export const SMALL: Scale = { devices: [1, 2], operations: [8, 14], rate: 0.01, large: 4 }

export type Report = {
  readonly seed: number
  readonly violations: readonly string[]
  /** the same seed gives the same one */
  readonly trace: string
  readonly lines: readonly string[]
  readonly cells: ReadonlyMap<Cell, number>
  readonly answers: number
}

/** Once faults stop, everything has to arrive within this time (sync.md, invariant 10), plus what a last request may take. */
const QUIET = 60_000
const LAST_REQUEST = 60_000

const STORAGE_FATES: Partial<Record<Fault, WriteFate>> = {
  'quota reached': 'quota',
  'transaction aborted': 'abort',
  'file reads back empty': 'empty',
}

/** One simulated world: people answer forms on devices while everything goes wrong; then the weather clears and all is counted. */
export async function runWorld(seed: number, scale: Scale = SCALE, directed?: Directed): Promise<Report> {
  const hash = createHash('sha256')
  const lines: string[] = []
  const trace = (line: string): void => {
    hash.update(line).update('\n')
    lines.push(line)
  }
  const chance = chanceFrom(seed)
  const timeline = createTimeline(toMilliseconds(NOW), trace)
  useTimeline(timeline)
  const storm = createStorm(chance.fork(), scale.rate, trace, directed)
  const devices: SimDevice[] = []
  const atWork: AtWork = new WeakMap()
  const dirty = new Set<SimDevice>()
  let server: SimServer
  const town = createTown(() => server)
  const oracle = createOracle(() => server, town.versions, town.limits)
  server = startServer(timeline, chance.fork(), { committed: oracle.committed, crashed: (point) => trace(`server dies ${point}`) })
  const causes = createCauses(timeline, chance.fork(), town)
  await town.found()

  const deviceOf = (process: Process): SimDevice | undefined => devices.find(({ name }) => process.name.startsWith(`${name}#`))
  /** Strikes with any fault that fits the place; the world's own are caused here, the others are returned. */
  const disturb = (process: Process, step: Step, fits: (fault: Fault) => boolean): Fault | null => {
    process.step = step
    const device = deviceOf(process)
    if (device === undefined) return null
    const fault = storm.strike(process, step, (one) => causes.isCause(one) || fits(one))
    if (fault === null || !causes.isCause(fault)) return fault
    causes.cause(fault, device, process)
    return null
  }
  const beforeWrite = (process: Process, step: Step): WriteFate => {
    const fault = disturb(process, step, (one) => STORAGE_FATES[one] !== undefined || one === 'connection closed')
    if (!process.alive) return 'killed'
    if (fault === 'connection closed') {
      for (const connection of process.connections) connection.close()
      return 'abort'
    }
    const fate = fault === null ? 'done' : (STORAGE_FATES[fault] ?? 'done')
    const saved = atWork.get(process)
    if (fate === 'empty' && saved !== undefined) saved.damaged = true
    return fate
  }
  const world = {
    timeline,
    chance: chance.fork(),
    fetchFor: (line: SimDevice['line'], process: Process) =>
      createFetch({ timeline, chance, server, watch: { fateOf: (one, step) => disturb(one, step, () => true) } }, line, process),
    storageFor: (process: Process, disk: SimDevice['disk']) =>
      storageFor(process, disk, {
        beforeWrite,
        afterDelete: (one) => {
          const device = deviceOf(one)
          if (device !== undefined) dirty.add(device)
        },
      }),
    reached: (process: Process, step: Step) => void disturb(process, step, () => false),
  }

  const runUntil = async (until: number): Promise<void> => {
    while (await timeline.step(until)) {
      for (const device of dirty) await oracle.inspect(device)
      dirty.clear()
    }
  }

  for (let index = chance.int(...scale.devices); index > 0; index--) {
    const device = createDevice(`D${index}`, chance.pick(PEOPLE), world)
    devices.push(device)
    void device.signInAs(device.account).then(() => device.open())
  }
  await runUntil(timeline.now() + 30_000)
  storm.begin()

  for (let operation = chance.int(...scale.operations); operation > 0; operation--) {
    await runUntil(timeline.now() + chance.int(0, 30_000))
    const device = chance.pick(devices)
    const tab = device.tabs.length === 0 ? device.open() : chance.pick(device.tabs)
    const surroundings = { chance: chance.fork(), oracle, atWork, large: scale.large }
    const act = chance.happens(0.35) ? changeAnswer : answerForm
    trace(`${tab.process.name} ${act.name}`)
    void act(device, tab, surroundings)
    await timeline.settle()
  }

  storm.end()
  // The clocks are put right, too: whatever waits for a moment of the wrong time must not wait for it.
  for (const device of devices) device.skew = 0
  await causes.restore()
  await settleDown(devices, timeline, runUntil, oracle)
  await oracle.final(devices)
  for (const device of devices) for (const tab of device.tabs) killProcess(tab.process)
  await server.close()
  return { seed, violations: oracle.violations, trace: hash.digest('hex'), lines, cells: storm.cells, answers: oracle.saved.size }
}

/** Good weather: each account that has work on a device signs in there once more, and has a minute. */
async function settleDown(
  devices: readonly SimDevice[],
  timeline: Timeline,
  runUntil: (until: number) => Promise<void>,
  oracle: Oracle,
): Promise<void> {
  await runUntil(timeline.now() + LAST_REQUEST)
  for (const device of devices) {
    device.line.online = true
    for (const author of oracle.authorsOn(device)) {
      for (let attempt = 0; attempt < 5; attempt++) {
        const signing = device.signInAs(author)
        await runUntil(timeline.now() + 10_000)
        if (await Promise.race([signing, Promise.resolve(false)])) break
      }
      // No `online` event: a server that comes back gives none, and the outbox must find out by itself.
      device.open()
      const deadline = timeline.now() + QUIET + LAST_REQUEST
      while (timeline.now() < deadline && (await waits(device))) await runUntil(timeline.now() + 5_000)
    }
  }
}

async function waits(device: SimDevice): Promise<boolean> {
  const local = openLocal(device.account, { indexedDB: device.disk, IDBKeyRange })
  const entries = await listOutbox(local)
  local.close()
  return entries.some(({ state }) => state.kind !== 'quarantined')
}
