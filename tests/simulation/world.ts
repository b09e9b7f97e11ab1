import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toMilliseconds } from '#domain/kernel/index.ts'
import { NOW } from '#tests/support/builders/template.ts'
import type { Fault, Step } from './catalogue.ts'
import { createWorldFaults } from './causes.ts'
import { chanceFrom } from './chance.ts'
import { createDevice, type SimDevice } from './device.ts'
import { remember } from './disk.ts'
import { createAdministration } from './administration.ts'
import { createBackup } from './backup.ts'
import { createDesks } from './desks.ts'
import { createEffects } from './effects.ts'
import { checkErasure } from './erasure-law.ts'
import { createErrands } from './errands.ts'
import { createFetch } from './network.ts'
import { createNotes } from './notes.ts'
import { createOffice } from './office.ts'
import { createOracle } from './oracle.ts'
import { createExternalSystems, type ExternalSystems } from './outside.ts'
import { createLateWork } from './late-work.ts'
import { answerForm, changeAnswer, resumeDrafts } from './person.ts'
import { checkOrphans } from './orphans.ts'
import { createGuests } from './guests.ts'
import { killProcess, type Process, startProcess } from './process.ts'
import { createRegister } from './register.ts'
import type { Report } from './report.ts'
import { createRestoring } from './restoring.ts'
import { settleDown, settleJobs } from './quiet.ts'
import { type Scale, SCALES } from './scales.ts'
import { type SimServer, startServer } from './server.ts'
import { storageFor, type WriteFate } from './storage.ts'
import { ERRANDS, kindOf, RESTORING, RULING, streamsOf, FOLLOWING } from './streams.ts'
import { createStorm, type Directed } from './storm.ts'
import { browserSays } from './surroundings.ts'
import { createTimeline, every, useTimeline } from './timeline.ts'
import { openStatistics } from './statistics-oracle.ts'
import { createTown, PEOPLE } from './town.ts'

const [JOBS_EVERY, BACKUP_EVERY] = [20_000, 200_000]
const STORAGE_FATES: Partial<Record<Fault, WriteFate>> = {
  'quota reached': 'quota',
  'transaction aborted': 'abort',
  'file reads back empty': 'empty',
}
const RESTORE: Fault = 'database restored from a backup'

/** Runs a world: people answer forms on devices during faults; then the faults end, and everything is checked. */
export async function runWorld(seed: number, scale: Scale = SCALES.ci, directed?: Directed): Promise<Report> {
  const folder =
    kindOf(seed).onFile || directed?.fault === RESTORE ? mkdtempSync(join(tmpdir(), 'relevo-simulation-')) : undefined
  try {
    return await worldIn(folder, seed, scale, directed)
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
}

async function worldIn(
  folder: string | undefined,
  seed: number,
  scale: Scale,
  directed: Directed | undefined,
): Promise<Report> {
  const hash = createHash('sha256')
  const lines: string[] = []
  const trace = (line: string): void => {
    hash.update(line).update('\n')
    lines.push(line)
  }
  const chance = chanceFrom(seed)
  const streams = streamsOf(seed)
  const { ruling, errand, restoring, following } = streams
  const { actsLate, has, ...kind } = kindOf(seed)
  const { administered, errands } = kind
  const timeline = createTimeline(toMilliseconds(NOW), trace)
  useTimeline(timeline)
  browserSays(true)
  const storm = createStorm(chance.fork(), scale.rate, trace, directed)
  const devices: SimDevice[] = []
  const dirty = new Set<SimDevice>()
  let server: SimServer
  let outside: ExternalSystems
  const register = createRegister(() => timeline.now())
  const town = createTown(() => server, register, { seed, ...kind, ...has, now: () => timeline.now() })
  const notes = createNotes()
  const effects = createEffects(() => outside, notes.note)
  const oracle = createOracle({
    server: () => server,
    notes,
    effects,
    desks: () => desks,
    versions: town.versions,
    limits: town.limits,
    withdrawn: town.withdrawn,
    register,
    now: () => timeline.now(),
  })
  const desks = createDesks(() => server)
  const office = createOffice({
    timeline,
    chance: chance.fork(),
    server: () => server,
    desks,
    oracle,
    details: kind.details,
  })
  outside = createExternalSystems(timeline, chance.fork(), () => strikeJob(), { ...kind, ...has })
  const disk = { file: folder === undefined ? ':memory:' : join(folder, 'relevo.sqlite') }
  const watch = {
    decided: oracle.hands.decided,
    committed: oracle.committed,
    crashed: (point: string) => trace(`server dies ${point}`),
    killsFollower: () => folder !== undefined && storm.isBlowing() && following.happens(FOLLOWING),
    outside: outside.connectors,
  }
  server = startServer(timeline, chance.fork(), watch, { disk })
  const stage = { ...streams, ...kind, town, desks, timeline, devices, trace }
  const backup = createBackup({ ...stage, server: () => server, oracle })
  const around = { oracle, large: scale.large, claims: errands, details: kind.details }
  const surroundings = () => ({ chance: chance.fork(), ...around })
  const causes = createWorldFaults({
    timeline,
    chance: chance.fork(),
    town,
    office,
    oracle,
    restoreBackup: backup.restore,
    resume: (device) => {
      const tab = device.tabs.at(-1)
      if (tab !== undefined) void resumeDrafts(device, tab, surroundings())
    },
  })
  const administration = createAdministration({
    timeline,
    desks,
    server: () => server,
    hands: oracle.hands,
    withdrawn: town.withdrawn,
    signInAgain: (author) => {
      for (const device of devices) if ((author ?? device.account) === device.account) causes.signInAgain(device)
    },
  })
  const people = createErrands({ desks, effects, office })
  const archive = createRestoring(desks, oracle, office)
  const lateWork = createLateWork({ ...stage, office, around })
  await town.found()
  await openStatistics(server)
  if (actsLate) oracle.takenOver(await town.takeOver())

  const deviceOf = (process: Process): SimDevice | undefined =>
    devices.find(({ name }) => process.name.startsWith(`${name}#`))
  const canBe = (fault: Fault): boolean => fault !== RESTORE || backup.isThere()
  /** Strikes with any fault that fits. Faults of the world are caused here, the others are returned. */
  const disturb = (process: Process, step: Step, fits: (fault: Fault) => boolean): Fault | null => {
    process.step = step
    const device = deviceOf(process)
    if (device === undefined) return null
    const fault = storm.strike(process, step, (one) => canBe(one) && (causes.isCause(one) || fits(one)))
    if (fault === null || !causes.isCause(fault)) return fault
    causes.cause(fault, device, process)
    return null
  }
  const serverProcess = startProcess('server')
  function strikeJob(): void {
    const fault = storm.strike(serverProcess, 'jobs', canBe)
    if (fault === 'outside system down or twice') outside.disturb()
    else if (fault === 'crash around commit or file store')
      server.crashAt(chance.pick(['before commit', 'after commit']))
    else if (fault !== null) causes.causeInTown(fault)
  }
  /** The disk has lost these bytes for everything captured with them on this device, for all users. */
  const damaged = (device: SimDevice | undefined, blob: string): void => {
    // The parts of a long file are numbered after its hash.
    const [sha256 = blob] = blob.split(':', 1)
    for (const one of oracle.saved.values()) if (one.device === device && one.bytes.has(sha256)) one.damaged = true
    oracle.changes.damaged(device, sha256)
  }
  const beforeWrite = (process: Process, step: Step, key: string): WriteFate => {
    const fault = disturb(process, step, (one) => STORAGE_FATES[one] !== undefined || one === 'connection closed')
    if (!process.alive) return 'killed'
    if (fault === 'connection closed') {
      for (const connection of process.connections) connection.close()
      return 'abort'
    }
    const fate = fault === null ? 'done' : (STORAGE_FATES[fault] ?? 'done')
    if (fate === 'empty') damaged(deviceOf(process), key)
    if (fate === 'quota') oracle.returns.cleared(deviceOf(process))
    return fate
  }
  const beforeRead = (process: Process, blob: string): 'done' | 'unreadable' => {
    const device = deviceOf(process)
    if (device?.damage.unreadable.has(blob) === true) return 'unreadable'
    if (disturb(process, 'create upload', (one) => one === 'file cannot be read') !== 'file cannot be read')
      return 'done'
    // For one read, or permanently.
    if (device === undefined || chance.happens(0.5)) return 'unreadable'
    device.damage.unreadable.add(blob)
    damaged(device, blob)
    return 'unreadable'
  }
  const world = {
    timeline,
    chance: chance.fork(),
    fetchFor: (line: SimDevice['line'], process: Process) =>
      createFetch(
        {
          timeline,
          chance,
          server,
          watch: { ...oracle.network, fateOf: (one, step) => disturb(one, step, () => true) },
        },
        line,
        process,
      ),
    storageFor: (process: Process, device: SimDevice) =>
      storageFor(process, device.disk, {
        beforeWrite,
        beforeRead,
        heldUp: () => device.damage.heldUp,
        flushed: (how) => {
          if (how === 'strict') device.damage.unflushed = undefined
          else device.damage.unflushed ??= remember(device.disk)
        },
        afterDelete: () => void dirty.add(device),
      }),
    reached: (process: Process, step: Step) => void disturb(process, step, () => false),
  }

  const guests = createGuests({
    world,
    oracle,
    portal: () => outside.portal,
    server: () => server,
    streams,
    has,
    forgets: folder === undefined,
  })
  const runUntil = async (until: number): Promise<void> => {
    while (await timeline.step(until)) {
      for (const device of dirty) if (!device.damage.away) await oracle.inspect(device)
      dirty.clear()
    }
  }
  every(timeline, JOBS_EVERY, 'jobs', () => void server.runJobs())
  every(timeline, BACKUP_EVERY, 'backup', () => storm.isBlowing() && folder !== undefined && backup.make())

  for (let index = chance.int(...scale.devices); index > 0; index--) {
    const device = createDevice(`D${index}`, chance.pick(PEOPLE), world)
    devices.push(device)
    void device.signInAs(device.account).then(() => device.open())
  }
  await runUntil(timeline.now() + 30_000)
  if (folder !== undefined) backup.make()
  storm.begin()

  for (let operation = chance.int(...scale.operations); operation > 0; operation--) {
    await runUntil(timeline.now() + chance.int(0, 30_000))
    if (chance.happens(0.1)) void office.decideHeld()
    const device = chance.pick(devices)
    if (device.damage.away && device.tabs.length === 0) continue
    const tab = device.tabs.length === 0 ? device.open() : chance.pick(device.tabs)
    const act = chance.happens(0.35) ? changeAnswer : answerForm
    trace(`${tab.process.name} ${act.name}`)
    void act(device, tab, surroundings())
    await timeline.settle()
    if (actsLate) await lateWork.act()
    if (administered && ruling.happens(RULING)) void administration.act(ruling.fork())
    if (errands && errand.happens(ERRANDS)) void people.act(errand.fork())
    guests.act()
    if (kind.restores && restoring.happens(RESTORING)) void archive.act(restoring.fork())
  }

  storm.end()
  for (const device of devices) device.calmDown()
  outside.heal()
  await causes.restore()
  if (administered) await administration.rest()
  await guests.settleCitizens(runUntil)
  await settleDown(devices, timeline, runUntil, oracle)
  await guests.settle(runUntil)
  await settleJobs(timeline, runUntil, oracle)
  const all = [...devices, ...guests.devices]
  await oracle.final(all)
  if (has.isPublic) await checkOrphans(server, oracle, archive)
  const violations = [...oracle.violations]
  if (kind.erases) violations.push(...(await checkErasure({ ...stage, seed, server, oracle, file: disk.file })))
  for (const device of all) device.killAll()
  killProcess(serverProcess)
  await server.close()
  return { seed, violations, trace: hash.digest('hex'), lines, cells: storm.cells, ...oracle.figures() }
}
