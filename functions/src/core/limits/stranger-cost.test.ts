import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { keys } from '#domain/store/index.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { buildMunicipality } from '#tests/support/builders/people.ts'
import { buildPlainTemplate, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { FORM, photos, publish, sendPublic } from '#tests/support/server/public-files.ts'
import { fiveNearby, countedBytes, prepareOrder, PAYMENTS, sell } from '#tests/support/server/strangers.ts'
import { pngOf } from '#tests/support/server/uploads.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'
import { answerIdSchema, ok } from '#domain/kernel/index.ts'
import { MAX_IMAGE_BYTES, MAX_TEMPLATE_CHARACTERS } from '#domain/kernel/index.ts'
import { MAX_ADDRESS_MATCHES, MAX_SEARCH_LENGTH, MAX_TILE_BYTES } from '#domain/maps/index.ts'
import { question, section } from '#tests/support/builders/form-parts.ts'
import { idOf } from '#tests/support/server/large-cases.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { DEFAULT_TUNING } from '../tuning.ts'
import type { Connectors } from '../ports.ts'

/**
 * Attacks each line of the README on what anonymous clients can cause in a minute, from one address, a /48 and
 * everywhere, each second of a minute, until it refuses. The figures are read from the README itself.
 */
const README = readFileSync(new URL('README.md', import.meta.url), 'utf8')
const SECONDS = 60
const SHELL = '<!doctype html><title>Relevo</title><body><div id="root"></div>'
/** No limit in the README. */
const NO_BOUND = undefined

type Door = {
  readonly line: string
  readonly ask: (world: World, n: number) => Promise<Response>
  readonly had?: readonly number[]
  /** bytes of the largest result: received, sent or stored */
  readonly weigh: (world: World) => Promise<number>
}
const post = (world: World, path: string, body: unknown) => world.ask('POST', path, { body })
const push = (mutations: readonly unknown[]) => ({ protocol: 1, device: DEVICE, account: 'public', mutations })
const ANSWER = answerIdSchema.parse('7'.repeat(26))
const AGENDA = {
  appointmentData: { id: '31', name: 'Licencias' },
  tenantId: '7',
  tenantUniqueName: 'villa-serena',
}
const OF_MAP = `/api/public/forms/farolas`
const NEARBY = `${OF_MAP}/nearby?latitude=-31.42&longitude=-64.18`
const LONG = 'x'.repeat(1000)
const KB = 1024
/** A form of the maximum size, of incompressible texts. */
const incompressible = () => {
  const lists = Math.floor(MAX_TEMPLATE_CHARACTERS / 1_050_000)
  const texts = (orden: number) => ({ orden, texto: randomBytes(700).toString('base64') })
  return [
    section(
      0,
      Array.from({ length: lists }, (_, orden) =>
        question(orden, { tipoPregunta: 2, opciones: Array.from({ length: 1_000 }, (__, index) => texts(index)) }),
      ),
    ),
  ]
}
const PLACE = { direccion: LONG, latlng: { latitude: -31.416668, longitude: -64.183334 } }

const givenBy = async (response: Response): Promise<number> => {
  expect(response.status).toBe(200)
  return (await response.arrayBuffer()).byteLength
}
const DOORS: readonly Door[] = [
  {
    line: 'pages and forms',
    weigh: async (world) => {
      const form = { ...photos({ opcionales: { publico: true }, secciones: incompressible() }), id: idOf(1) }
      await publish(world, form)
      const headers = { 'accept-encoding': 'gzip' }
      return givenBy(await world.ask('GET', `/api/public/forms/${form.id}`, { headers }))
    },
    ask: (world) => world.ask('GET', `/publico/contestar/${FORM}`),
  },
  {
    line: 'answers',
    weigh: async (world) => {
      // Counts by length: what was received at once, and the size of the burst.
      const text = 'x'.repeat(DEFAULT_TUNING.publicCharactersPerAnswer - KB)
      let taken = 0
      for (let n = 0; n < 60; n += 1) {
        const { status } = await post(world, '/api/sync/push', push([{ template: `f${n}`, version: 1, text }]))
        if (status !== 200) break
        taken += text.length
      }
      return taken / DEFAULT_TUNING.publicBurstPerAddress
    },
    ask: (world, n) => post(world, '/api/sync/push', push([{ template: `f${n}`, version: 1 }])),
  },
  {
    line: 'files to one form',
    weigh: async (world) => {
      let announced = 0
      for (let n = 0; n < 100; n += 1) {
        const { status } = await sendPublic(world, pngOf(100 + n), { length: MAX_IMAGE_BYTES })
        if (status !== 201) break
        announced += MAX_IMAGE_BYTES
      }
      return announced / DEFAULT_TUNING.publicFilesBurstPerAddress
    },
    ask: (world, n) => sendPublic(world, pngOf(100 + n), { body: pngOf(100 + n) }),
  },
  {
    line: 'tiles of the map',
    weigh: async (world) => givenBy(await world.ask('GET', `${OF_MAP}/tiles/default/15/10541/19411`)),
    ask: (world, n) => world.ask('GET', `${OF_MAP}/tiles/default/15/10541/${19_411 + (n % 3)}`),
  },
  {
    line: 'questions to the geocoder',
    weigh: async (world) => givenBy(await world.ask('GET', `${OF_MAP}/geocode?q=${'x'.repeat(MAX_SEARCH_LENGTH)}`)),
    ask: (world) => world.ask('GET', `${OF_MAP}/geocode/reverse?latitude=-31.42&longitude=-64.18`),
  },
  {
    line: 'codes of records that are tried',
    weigh: (world) =>
      countedBytes(world, () => post(world, '/api/public/records', { code: '100QS1000', language: 'es' })),
    had: [404],
    ask: (world, n) =>
      post(world, '/api/public/records', { code: `100${'QRSTVWXYZA'.charAt(n % 10)}S${1000 + n}`, language: 'es' }),
  },
  {
    line: 'letters for a forgotten password',
    weigh: (world) =>
      countedBytes(world, () =>
        post(world, '/api/password/forgotten', { email: 'ines@relevo.example', language: 'es' }),
      ),
    ask: (world, n) => post(world, '/api/password/forgotten', { email: `nobody-${n}@relevo.example`, language: 'es' }),
  },
  {
    line: 'passwords that are tried',
    weigh: (world) => countedBytes(world, () => post(world, '/api/session', { email: 'x', password: 'x'.repeat(200) })),
    had: [401],
    ask: (world, n) => post(world, '/api/session', { email: `x${n}`, password: 'x' }),
  },
  {
    line: 'states of answers',
    had: [404],
    weigh: async (world) => givenBy(await world.ask('GET', '/publico/consultar-estado')),
    ask: (world, n) => world.ask('POST', '/publico/consultar-estado', { body: `code=VIS${10_000 + n}` }),
  },
  {
    line: 'answers nearby, of one form',
    weigh: async (world) => {
      await fiveNearby(world)
      return givenBy(await world.ask('GET', NEARBY))
    },
    ask: (world) => world.ask('GET', NEARBY),
  },
  {
    line: 'papers of records',
    weigh: async (world) => givenBy(await world.ask('GET', await recordOf(world))),
    ask: async (world) => world.ask('GET', await recordOf(world)),
  },
  {
    line: 'sign-ins at the provider that are begun',
    weigh: (world) => countedBytes(world, () => post(world, '/api/sso', { again: false, changePassword: false })),
    ask: (world) => post(world, '/api/sso', { again: false, changePassword: false }),
  },
  {
    line: 'codes for the booking page',
    weigh: (world) =>
      countedBytes(world, () => post(world, '/api/getTurneroEncryptCode', { data: { answerId: ANSWER } })),
    ask: (world) => post(world, '/api/getTurneroEncryptCode', { data: { answerId: ANSWER } }),
  },
  {
    line: 'places in unpaid orders',
    weigh: async (world) => {
      const order = await prepareOrder(world, 1)
      return countedBytes(world, () => post(world, '/api/payments/orders', order))
    },
    ask: async (world, n) => post(world, '/api/payments/orders', await prepareOrder(world, n)),
  },
]

const FROM: Readonly<Record<string, (n: number) => string>> = {
  'one address': () => '192.0.2.1',
  'a /48': (n) => `2001:db8:7:${(n % 65_536).toString(16)}::1`,
  'the world': (n) => `${10 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.1`,
}

const RECORDS = new WeakMap<World, Promise<string>>()
/** The URL of a record's PDF, looked up once. */
function recordOf(world: World): Promise<string> {
  const known = RECORDS.get(world) ?? lookUp(world)
  RECORDS.set(world, known)
  return known
}
async function lookUp(world: World): Promise<string> {
  const found = await post(world, '/api/public/records', { code: ANSWER, language: 'es' })
  return ((await found.json()) as { readonly downloadUrl: string }).downloadUrl
}

/** The figures of a line of the table, in the order of FROM; undefined: no limit. */
function figuresOf(line: string): readonly (number | undefined)[] {
  return cellsOf(line)
    .slice(2, 5)
    .map((cell) => (/^[\d,]+$/.test(cell) ? Number(cell.replaceAll(',', '')) : NO_BOUND))
}
/** The maximum size of one request, from the start of the bytes column, in KB. */
const bytesOf = (line: string): number =>
  KB * Number(/^[\d,]+(?= KB)/.exec(cellsOf(line)[6] ?? '')?.[0].replaceAll(',', ''))
const cpuOf = (line: string): number => Number(cellsOf(line)[5])

function cellsOf(line: string): readonly string[] {
  const row = README.split('\n').find((one) => one.startsWith(`| ${line} `))
  if (row === undefined) throw new Error(`The README has no line '${line}'`)
  return row.split('|').map((cell) => cell.trim())
}

/** A town; the second argument is the size of its map's tiles, in bytes. */
async function town(addressOf: () => string, square = 100): Promise<World> {
  const tile = pngOf(square) as Uint8Array<ArrayBuffer>
  const connectors: Connectors = {
    identity: {
      label: 'Mi Ciudad',
      begin: async () => ok('https://id.example'),
      finish: () => Promise.reject(new Error('not asked')),
      farewell: () => Promise.reject(new Error('not asked')),
    },
    booking: {
      page: 'https://turnos.example',
      agendas: () => Promise.reject(new Error('not asked')),
      encrypt: async () => ok('code'),
    },
    payments: PAYMENTS,
    mail: { home: () => 'https://forms.example.org', send: async () => ok({ id: '' }) },
    tiles: { layers: [], downloads: false, tile: async () => ok(tile) },
    geocoders: {
      'map-search': {
        search: async () => ok({ places: Array.from({ length: MAX_ADDRESS_MATCHES }, () => PLACE), attribution: '' }),
        addressOf: async () => ok({ direccion: LONG, attribution: '' }),
      },
    },
  }
  const world = await buildWorld({ addressOf, publicShell: async () => SHELL }, openMemoryStore(), connectors)
  await publish(world, photos())
  const map = buildPlainTemplate(
    { id: 'farolas' as typeof FORM },
    { opcionales: { publico: true, geolocalizacion: true, offersNearby: true } },
  )
  await world.put(keys.template(map.id), map)
  await world.put(MUNICIPALITY, {
    ...buildMunicipality(),
    idMuniCore: 21,
    ubicacion: { latitude: -31.42, longitude: -64.18 },
  })
  const act = buildPlainTemplate(
    { id: 'actas' as typeof FORM },
    { opcionales: { publico: true, pdfDownloadCode: true, addAppointment: true }, appointmentGroup: AGENDA },
  )
  await publish(world, act)
  await sell(world)
  const answered = buildPlainSubmit(1, 'una nota', { author: 'public', template: act.id, answer: ANSWER })
  await post(world, '/api/sync/push', push([answered]))
  return world
}

/** Sends requests until refused, each second of a minute. @returns the number of successes, and ms of CPU for one */
async function attack({ ask, had = [200, 201, 204] }: Door, from: (n: number) => string, most: number) {
  let n = 0
  const world = await town(() => from(n))
  let taken = 0
  const before = process.cpuUsage()
  for (let second = 0; second < SECONDS; second += 1) {
    for (; taken <= most + 1; taken += 1) {
      n += 1
      const { status } = await ask(world, n)
      if (!had.includes(status)) break
    }
    world.clock.now += 1000
  }
  const { user, system } = process.cpuUsage(before)
  return { taken, milliseconds: (user + system) / 1000 / Math.max(1, n) }
}

describe.each(DOORS)('$line', (door) => {
  it('is no larger than the README says, and not much smaller', async () => {
    const bytes = await door.weigh(await town(() => '192.0.2.1', MAX_TILE_BYTES))
    expect(bytes).toBeLessThanOrEqual(bytesOf(door.line))
    expect(bytes).toBeGreaterThan(bytesOf(door.line) * 0.3)
  })

  it.each(Object.entries(FROM))(
    'in a minute, from %s, are what the README says',
    async (who, from) => {
      const figure = figuresOf(door.line)[Object.keys(FROM).indexOf(who)]
      if (figure === NO_BOUND) return
      const { taken, milliseconds } = await attack(door, from, figure)
      expect(taken).toBeLessThanOrEqual(figure)
      expect(taken).toBeGreaterThan(figure * 0.95 - 1)
      expect(milliseconds).toBeLessThan(cpuOf(door.line))
    },
    60_000,
  )
})
