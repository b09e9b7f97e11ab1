import { DatabaseSync } from 'node:sqlite'
import { Dexie } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'
import type { Answer } from '#domain/answers/index.ts'
import { decomposeAnswer } from '#domain/answering/index.ts'
import { generateMutationId, toInstant, type AnswerId, type TemplateId } from '#domain/kernel/index.ts'
import type { PersonPage } from '#domain/privacy/index.ts'
import { keys, set } from '#domain/store/index.ts'
import { COLLECTION_NAMES } from '#core/collections.ts'
import { buildDatabaseName, listLocalAnswers, saveDraft } from '#local/index.ts'
import { chanceFrom, type Chance } from './chance.ts'
import { changeOf } from './content.ts'
import type { Desks } from './desks.ts'
import { alone, type SimDevice } from './device.ts'
import { changeBy } from './late-acts.ts'
import type { Oracle } from './oracle.ts'
import { saveChange } from './person.ts'
import { settleDown } from './quiet.ts'
import type { SimServer } from './server.ts'
import type { Timeline } from './timeline.ts'
import { ADMINISTRATOR } from './town.ts'

const STREAM = 0xe4a5_0000_0000
const DAY = 24 * 60 * 60 * 1000
/** Sweeps after which a period of a day is over, and the bytes of erased answers are deleted. */
const SWEEPS = [40 * DAY, 48 * DAY, 56 * DAY]
/** Chances that a device is offline with unsent work, that the server dies, and that a form has a period. */
const [OFFLINE, DIES, PERIOD] = [0.7, 0.3, 0.7]
const ATTEMPTS = 6

type Ending = {
  readonly seed: number
  readonly server: SimServer
  /** the server's database; ':memory:' cannot be read from outside */
  readonly file: string
  readonly desks: Desks
  readonly devices: readonly SimDevice[]
  readonly oracle: Oracle
  readonly timeline: Timeline
}

/**
 * Erases a person on request, and in some worlds the answers of a form after a period, while devices hold unsent
 * changes of them and the server dies. Once devices have pulled, no device and no table of the server has these
 * answers' values or files. Runs at the end of a world, because the other invariants know of no erasure.
 * @returns violations
 */
export async function checkErasure(ending: Ending): Promise<readonly string[]> {
  const { seed, server, desks, devices, oracle, timeline } = ending
  const chance = chanceFrom(seed + STREAM)
  const violations: string[] = []
  const note = (text: string): void => void violations.push(`13 erased: ${text}`)
  const run = async (until: number): Promise<void> => {
    while (await timeline.step(until));
  }
  const before = await readAnswers(server)
  if (before.size === 0) return violations
  const dni = pickNumber(before, chance)
  const form = chance.happens(PERIOD) ? chance.pick([...before.values()]).newest.idPlantilla : undefined
  const wanted = [...before.values()].filter(({ newest }) => isOf(newest, dni) || newest.idPlantilla === form)
  for (const device of devices) if (chance.happens(OFFLINE)) void workOffline(device, wanted, { chance, oracle })
  await run(timeline.now() + 10_000)

  if (dni !== undefined) await eraseOnRequest(dni)
  if (form !== undefined) await setPeriod(server, form)
  for (const ahead of SWEEPS) await server.sweep(ahead)
  await settleDown(devices, timeline, run, { ...oracle, note })
  await server.sweep(SWEEPS.at(-1) ?? 0)

  const erased: Known[] = []
  for (const known of before.values()) {
    const { id } = known.newest
    if ((await server.store.get(keys.erased(id))) !== undefined) erased.push(known)
    else if (isOf(known.newest, dni)) note(`${id} of the person is still there`)
    else if (known.newest.idPlantilla === form && !isWorkedOn(known.newest))
      note(`${id} is older than its form's period, and is still there`)
  }
  const traces = listTraces(erased, before, oracle)
  for (const place of await readServer(ending)) report(place, 'the server')
  const files: ReadonlySet<string> = new Set(await server.files.list())
  for (const sha256 of traces.files) if (files.has(sha256)) note(`the server has the file ${sha256.slice(0, 8)}`)
  for (const device of devices)
    for (const author of oracle.authorsOn(device))
      for (const place of await readDevice(device, buildDatabaseName(author))) report(place, device.name)
  return violations

  function report({ place, text, ids, answer }: Place, where: string): void {
    // Unsent work on another answer may name the same person.
    if (answer !== undefined && !traces.gone.has(answer)) return
    const found = [...traces.values, ...(ids ? traces.ids : [])].find((trace) => text.includes(trace))
    if (found !== undefined) note(`${where} has “${found}” in ${place}`)
  }

  async function eraseOnRequest(value: string): Promise<void> {
    const person = { kind: 'number', value }
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const ids = await find(person)
      if (ids?.length === 0) return
      if (attempt === 0 && chance.happens(DIES)) server.crashAt(chance.pick(['before commit', 'after commit']))
      const body = { person, ids, word: 'SUPRIMIR', reason: 'pedido' }
      if (ids !== undefined) await desks.ask(ADMINISTRATOR, 'POST', '/api/privacy/erase', body)
      await run(timeline.now() + 10_000)
    }
  }

  async function find(person: object): Promise<readonly AnswerId[] | undefined> {
    const ids: AnswerId[] = []
    let after: string | undefined
    do {
      const body = { person, ...(after === undefined ? {} : { after }) }
      const reply = await desks.ask(ADMINISTRATOR, 'POST', '/api/privacy/find', body)
      if (reply?.ok !== true) return undefined
      const page = (await reply.json()) as PersonPage
      ids.push(...page.records.flatMap(({ id, as, kind }) => (as === 'citizen' && kind === 'answer' ? [id] : [])))
      after = page.next
    } while (after !== undefined)
    return ids
  }
}

/** An answer of the server with its earlier versions. */
type Known = { readonly newest: Answer; readonly versions: readonly Answer[] }
type Place = {
  readonly place: string
  readonly text: string
  readonly ids: boolean
  /** the answer of unsent work */
  readonly answer?: AnswerId | undefined
}

async function readAnswers({ store }: SimServer): Promise<ReadonlyMap<AnswerId, Known>> {
  const known = new Map<AnswerId, Known>()
  for (const { document: newest } of await store.query({ collection: 'respuestas_formularios', limit: 10_000 })) {
    const versions = [newest]
    for (let version = 1; version < newest.version; version += 1) {
      const earlier = await store.get(keys.answerVersion(newest.id, version))
      if (earlier !== undefined) versions.push(earlier)
    }
    known.set(newest.id, { newest, versions })
  }
  return known
}

function isOf({ datosCiudadano }: Answer, dni: string | undefined): boolean {
  return dni !== undefined && datosCiudadano?.dni.replaceAll('.', '') === dni
}

/** The number of a citizen; undefined: no answer has one. */
function pickNumber(answers: ReadonlyMap<AnswerId, Known>, chance: Chance): string | undefined {
  const numbers = [...answers.values()].flatMap(({ newest }) => newest.datosCiudadano?.dni.replaceAll('.', '') ?? [])
  return numbers.length === 0 ? undefined : chance.pick(numbers)
}

/** Whether people work on it, or a decision is open, which postpones the end of its period. */
function isWorkedOn({ conflicts, requestsForChanges }: Answer): boolean {
  return conflicts.length > 0 || requestsForChanges.length > 0
}

/** A device loses its connection, changes an answer that will be erased, and begins another change. */
async function workOffline(
  device: SimDevice,
  wanted: readonly Known[],
  { chance, oracle }: { readonly chance: Chance; readonly oracle: Oracle },
): Promise<void> {
  const tab = device.tabs.at(-1)
  device.line.online = false
  if (tab === undefined) return
  const { local, process } = tab
  const ids = new Set(wanted.map(({ newest }) => newest.id))
  await alone(process, async () => {
    const [first, second] = (await listLocalAnswers(local)).flatMap(({ answer }) =>
      answer !== undefined && ids.has(answer.id) ? [answer] : [],
    )
    if (first === undefined) return
    const { id, idPlantilla: template, templateVersion: version } = second ?? first
    const at = toInstant(device.clock())
    const { values, conditions } = decomposeAnswer(second ?? first)
    const content = { values, conditions, rows: {} }
    await saveDraft(local, { id, template, version, header: { signatures: [] }, content, startedAt: at, updatedAt: at })
    const facts = {
      id: generateMutationId(chance.bytes(16)),
      device: tab.deps.device,
      clock: device.clock(),
      offset: 0,
    }
    await saveChange({ device, tab, oracle }, changeBy(local.account, facts, first, changeOf(first, chance)))
  })
}

async function setPeriod({ store }: SimServer, id: TemplateId): Promise<void> {
  const key = keys.template(id)
  await store.commit({
    keysFor: () => [key],
    decide: (found) => {
      const form = found.get(key)
      return { result: undefined, writes: form === undefined ? [] : [set(key, { ...form, retention: 'P1D' })] }
    },
  })
}

/** Ids, values and files that only erased answers have. */
function listTraces(erased: readonly Known[], all: ReadonlyMap<AnswerId, Known>, { saved }: Oracle) {
  const gone = new Set(erased.map(({ newest }) => newest.id))
  const others = [...all.values()].filter(({ newest }) => !gone.has(newest.id)).flatMap(({ versions }) => versions)
  const unsent = [...saved.values()].filter(({ submit }) => !gone.has(submit.answer)).map(({ submit }) => submit)
  const elsewhere = JSON.stringify([others, unsent])
  const versions = erased.flatMap((known) => known.versions)
  const own = (texts: readonly string[]): readonly string[] =>
    [...new Set(texts)].filter((text) => !elsewhere.includes(toJson(text)))
  const files = own(versions.flatMap((answer) => answer.files.map(({ sha256 }) => sha256)))
  return {
    gone,
    // Hashes of files are ids: receipts name files by them.
    ids: [...gone, ...files],
    values: own(versions.flatMap(listTexts)).map(toJson),
    files,
  }
}

/** Long texts of the answers and of the citizen; shorter ones are also in other texts. */
function listTexts(answer: Answer): readonly string[] {
  const values = Object.values(decomposeAnswer(answer).values)
  const texts = values.flatMap((value) => ('respuesta' in value ? [String(value.respuesta)] : []))
  return [...texts, answer.datosCiudadano?.dni ?? ''].filter((text) => text.length >= MIN_TEXT)
}
const MIN_TEXT = 8

/** A text as it is in JSON. */
function toJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** Collections that prove an erasure, or the mutations before it, by ids. */
const BY_IDS = new Set(['audit', 'erased', 'receipts'])

async function readServer({ server, file }: Ending): Promise<readonly Place[]> {
  const places: Place[] = []
  for (const collection of COLLECTION_NAMES)
    for (const { key, document } of await server.store.query({ collection, limit: 100_000 }))
      places.push({ place: key, text: `${key} ${JSON.stringify(document)}`, ids: !BY_IDS.has(collection) })
  if (file === ':memory:') return places
  const database = new DatabaseSync(file, { readOnly: true, readBigInts: true })
  for (const { name } of database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all())
    for (const row of database.prepare(`SELECT * FROM "${String(name)}"`).iterate()) {
      const texts = Object.values(row).filter((value) => typeof value === 'string')
      places.push({ place: `the table ${String(name)}`, text: texts.join(' '), ids: false })
    }
  database.close()
  return places
}

type OutboxRow = { readonly answer: AnswerId }

/** Tables of a device that know an answer by its id only. */
const RECEIPTS = new Set(['received'])

async function readDevice({ disk }: SimDevice, name: string): Promise<readonly Place[]> {
  const database = await new Dexie(name, { indexedDB: disk, IDBKeyRange }).open()
  const places: Place[] = []
  for (const table of database.tables)
    for (const row of (await table.toArray()) as readonly unknown[])
      places.push({
        place: table.name,
        text: JSON.stringify(row),
        ids: !RECEIPTS.has(table.name),
        answer: table.name === 'outbox' ? (row as OutboxRow).answer : undefined,
      })
  database.close()
  return places
}
