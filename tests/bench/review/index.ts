import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer } from '../../../src/domain/answers/index.ts'
import { generateAnswerId, type AnswerId } from '../../../src/domain/kernel/index.ts'
import { keys, set, type Write } from '../../../src/domain/store/index.ts'
import { openSqliteStore } from '../../../functions/src/embedded/sqlite/store.ts'
import { answerFrom } from '../../support/server/answers.ts'
import { buildWorld, type World } from '../../support/server/world.ts'
import { say } from '../support/report.ts'
import { benchColumns } from './columns.ts'
import { remarkOf } from './remarks.ts'
import { measureAnswer, measureMap } from './screens.ts'

/** Number of requests per page. */
const ROUNDS = 60
/** Maximum milliseconds that an administrator of one municipality waits for a page. */
const LIMIT = 200

/** Filters that are measured; `page`: which page of the result. */
const ASKED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  all: {},
  oldest: { ascending: '1' },
  by_change: { lastUpdateCheck: '1' },
  code: { municipalityCodeId: 'VIS77' },
  rare_name: { municipalityCodeId: 'zubizarreta' },
  frequent_name: { municipalityCodeId: 'carranza' },
  author: { answerBy: 'clerk3@relevo.example' },
  citizen: { citizenDni: '30000077' },
  state: { state: '1' },
  rare_state: { state: '2' },
  waiting: { waiting: '1' },
  day: { startDate: '2026-03-10T03:00:00.000Z', endDate: '2026-03-11T02:59:59.999Z' },
  author_state: { answerBy: 'clerk3@relevo.example', state: '1' },
  author_rare_state: { answerBy: 'clerk3@relevo.example', state: '2' },
  author_state_day: {
    answerBy: 'clerk3@relevo.example',
    state: '1',
    startDate: '2026-03-10T03:00:00.000Z',
    endDate: '2026-03-11T02:59:59.999Z',
  },
  frequent_name_rare_state: { municipalityCodeId: 'carranza', state: '2' },
  frequent_name_nobody: { municipalityCodeId: 'carranza', answerBy: 'x' },
  state_waiting_by_change: { state: '1', waiting: '1', lastUpdateCheck: '1' },
  everything: {
    municipalityCodeId: 'carranza',
    answerBy: 'clerk3@relevo.example',
    state: '0',
    waiting: '1',
    startDate: '2026-02-01T03:00:00.000Z',
    lastUpdateCheck: '1',
  },
}

/** Full-text searches; each answer has 60 words. */
const TEXTS: typeof ASKED = {
  text_rare: { municipalityCodeId: 'matafuego vencido heladera' },
  text_two_words: { municipalityCodeId: 'agua vereda' },
  text_frequent: { municipalityCodeId: 'agua' },
  text_everywhere: { municipalityCodeId: 'de' },
  text_beginning: { municipalityCodeId: 'con' },
  text_short_beginning: { municipalityCodeId: 'ca' },
  text_address: { municipalityCodeId: 'San Juan 4711' },
  text_nothing: { municipalityCodeId: 'xilofono' },
  text_state: { municipalityCodeId: 'agua', state: '2' },
  text_day: {
    municipalityCodeId: 'agua',
    startDate: '2026-03-10T03:00:00.000Z',
    endDate: '2026-03-11T02:59:59.999Z',
  },
}
/** Maximum milliseconds of a full-text search. */
const TEXT_LIMIT = 150

const SIZES = [1_000, 100_000]

/**
 * Measures pages of a form's answers under combinations of filters, in SQLite on disk: p95 on the server at each size;
 * `worst` is the maximum. Then measures the screens in Chromium: the map of the largest size, and a long answer.
 * @param most number of answers instead of 100,000
 */
export async function benchReview(most?: number) {
  const figures: Record<string, number> = {}
  const sizes = most === undefined ? SIZES : [1_000, most]
  for (const size of sizes) {
    const folder = await mkdtemp(join(process.env['BENCH_TMP'] ?? tmpdir(), 'relevo-review-'))
    try {
      const world = await buildWorld({ checkReplies: false }, openSqliteStore(join(folder, 'relevo.sqlite')))
      await fill(world, size)
      const cookie = await world.signIn('pablo')
      const worst: number[] = []
      for (const [name, asked] of Object.entries(ASKED)) {
        const p95 = await timesOf(world, cookie, asked)
        worst.push(p95)
        figures[`list_${name}_${size}_p95_ms`] = p95
        say(`${name.padEnd(28)} ${String(size).padStart(7)}  ${p95} ms`)
      }
      figures[`list_${size}_worst_p95_ms`] = Math.max(...worst)
      const texts: number[] = []
      for (const [name, asked] of Object.entries(TEXTS)) {
        const p95 = await timesOf(world, cookie, asked, () => touch(world))
        texts.push(p95)
        figures[`${name}_${size}_p95_ms`] = p95
        say(`${name.padEnd(28)} ${String(size).padStart(7)}  ${p95} ms`)
      }
      figures[`text_${size}_worst_p95_ms`] = Math.max(...texts)
      Object.assign(figures, await mapOf(world, cookie, size))
      await world.store.close()
      if (size === sizes.at(-1)) Object.assign(figures, await measureMap(folder, world.ports.passwords))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  Object.assign(figures, await measureAnswer())
  Object.assign(figures, await benchColumns())
  const isSlow = (name: string, limit: number): boolean => (figures[name] ?? limit) >= limit
  const failed = sizes.some(
    (size) => isSlow(`list_${size}_worst_p95_ms`, LIMIT) || isSlow(`text_${size}_worst_p95_ms`, TEXT_LIMIT),
  )
  return { figures, failed }
}

/**
 * Measures the map of the whole form: time to the first batch of points and to the last, and the longest time that one
 * batch blocks the server.
 */
async function mapOf(world: World, cookie: string, size: number) {
  const times: number[] = []
  let [points, after] = [0, undefined as string | undefined]
  do {
    const query = new URLSearchParams({ template: 'nota', ...(after === undefined ? {} : { after }) })
    const began = performance.now()
    const response = await world.ask('GET', `/api/map/answers?${query}`, { cookie })
    const stretch = (await response.json()) as { readonly points: readonly unknown[]; readonly next?: string }
    times.push(performance.now() - began)
    points += stretch.points.length
    after = stretch.next
  } while (after !== undefined)
  if (points < size) throw new Error(`${points} of ${size} points`)
  const ms = {
    [`map_${size}_first_ms`]: Math.round(times[0] ?? 0),
    [`map_${size}_slowest_stretch_ms`]: Math.round(Math.max(...times)),
    [`map_${size}_whole_ms`]: Math.round(times.reduce((sum, time) => sum + time, 0)),
  }
  say(JSON.stringify(ms))
  return ms
}

/** Writes a document, because search results are cached until the next write. */
async function touch(world: World): Promise<void> {
  await world.put('settings/bench', { at: performance.now() })
}

/** Times of the first page and of the following ones, as far as they exist. */
async function timesOf(
  world: World,
  cookie: string,
  asked: Readonly<Record<string, string>>,
  before = async () => {},
): Promise<number> {
  const times: number[] = []
  let after: string | undefined
  for (let round = 0; round < ROUNDS; round += 1) {
    const query = new URLSearchParams({ template: 'nota', ...asked, ...(after === undefined ? {} : { after }) })
    await before()
    const began = performance.now()
    const response = await world.ask('GET', `/api/answers?${query}`, { cookie })
    const page = (await response.json()) as { readonly next?: string }
    times.push(performance.now() - began)
    if (response.status !== 200) throw new Error(`${query}: ${response.status}`)
    after = page.next
  }
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.ceil(0.95 * sorted.length) - 1] ?? 0) * 10) / 10
}

/** 1 in 1,000 is closed, 1 in 3 is in the initial state. */
function stateOf(number: number): number {
  if (number % 1_000 === 7) return 2
  return number % 3 === 0 ? 0 : 1
}

const STATES = [
  { id: 0, nombre: 'Pendiente', transiciones: [1, 2] },
  { id: 1, nombre: 'Aprobado', transiciones: [] },
  { id: 2, nombre: 'Clausurado', transiciones: [0] },
]

/**
 * Creates a year of answers of twenty users: 1 in 20 contains Carranza, 1 in 5,000 another name; 1 in 1,000 is closed.
 */
async function fill(world: World, size: number): Promise<void> {
  const id = (await answerFrom(world, 'ines', 1)) as AnswerId
  const one = await world.store.get(keys.answer(id))
  if (one === undefined) throw new Error('The first answer has arrived')
  // Gives the form a location, so that its answers have a map.
  const form = keys.template(one.idPlantilla)
  const template = await world.store.get(form)
  if (template === undefined) throw new Error('The first answer has a form')
  await world.put(form, { ...template, opcionales: { ...template.opcionales, geolocalizacion: true } })
  const began = performance.now()
  const start = Date.parse('2026-01-01T00:00:00.000Z')
  for (let from = 0; from < size; from += 1_000) {
    const writes = Array.from({ length: Math.min(1_000, size - from) }, (_, at): Write => {
      const number = from + at
      const moment = (more: number) => new Date(start + number * (31_000_000_000 / size) + more).toISOString()
      const bytes = new Uint8Array(16)
      new DataView(bytes.buffer).setUint32(0, (number * 2_654_435_761) >>> 0)
      new DataView(bytes.buffer).setUint32(12, number)
      const answer = {
        ...one,
        secciones: one.secciones.map((section, place) => ({
          ...section,
          preguntas: section.preguntas.map((question, row) =>
            place + row === 0 ? { ...question, respuesta: remarkOf(number, 60) } : question,
          ),
        })),
        id: generateAnswerId(bytes),
        authorId: `clerk${number % 20}`,
        creadoPor: `clerk${number % 20}@relevo.example`,
        firstName: 'Ana',
        lastName: number % 20 === 5 ? 'Carranza' : `Paz ${number % 20}`,
        codigoMunicipio: `VIS${number}`,
        ubicacion: {
          direccion: `San Juan ${number}`,
          latlng: { latitude: -31.3 - (number % 317) / 1_000, longitude: -64.1 - (number % 331) / 1_000 },
        },
        fechaCreacion: moment(0),
        lastUpdate: moment(86_400_000 * (number % 30)),
        datosCiudadano: {
          tipo: 'fisica',
          nombre: 'Rosa',
          apellido: number % 5_000 === 77 ? 'Zubizarreta' : `Leiva ${number % 300}`,
          dni: String(30_000_000 + (number % 40_000)),
          cuit: '',
          email: '',
          telefono: '',
          calle: '',
        },
        estados: {
          disponibles: STATES,
          inicial: 0,
          history: [],
          actual: stateOf(number),
        },
      } as unknown as Answer
      return set(keys.answer(answer.id), answer)
    })
    await world.store.commit({ keysFor: () => [], decide: () => ({ result: null, writes }) })
  }
  say(`${size} answers in ${Math.round(performance.now() - began)} ms`)
}
