import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { ok, refuse, templateIdSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { PROTOCOL_VERSION } from '#domain/sync/index.ts'
import { buildPlainSubmit, DEVICE } from '../support/builders/submit.ts'
import { PAYMENTS_OF_STRANGERS as PAYMENTS } from './support/payments-of-strangers.ts'
import { buildPlainTemplate } from '../support/builders/template.ts'
import { buildWorld, type World } from '../support/server/world.ts'

/** Maximum bytes stored for each byte that an anonymous client sends, for any form and endpoint. */
const MOST = 20
const REQUESTS = 25
const HOUR = 3_600_000
const pathOfFile = (of: string) => `/api/municipalities/AR~cordoba~villa-serena/${of}/${'a'.repeat(64)}`

const folder = mkdtempSync(join(tmpdir(), 'relevo-cost-'))
const options = (count: number) =>
  Array.from({ length: count }, (_, orden) => ({
    orden,
    texto: `Una de las muchas opciones que se ofrecen, la número ${orden}`,
  }))
const open = (orden: number) => ({
  orden,
  titulo: `Una pregunta con un título bastante largo, ${orden}`,
  tipoPregunta: 1,
})
const choice = (orden: number) => ({ orden, titulo: 'Calle', tipoPregunta: 2, opciones: options(500) })
const block = (orden: number) => ({
  orden,
  titulo: 'Bloque',
  tipoPregunta: 5,
  combinedQuestions: [
    { type: 'text', orden: 0, content: 'x'.repeat(5000) },
    { type: 'input', orden: 1, name: 'Calle', tipoPregunta: 2, opciones: options(500) },
  ],
})
const questions = [...Array.from({ length: 40 }, (_, orden) => open(orden)), choice(40), choice(41), block(42)]
const secciones = [
  { orden: 0, titulo: 'A', preguntas: questions },
  { orden: 1, titulo: 'B', repetible: true, preguntas: questions },
  {
    orden: 2,
    conditionalSection: true,
    conditionalQuestion: 'C',
    conditions: Array.from({ length: 20 }, (_, order) => ({ order, condition: `C${order}`, questions })),
  },
]

type Content = { readonly values?: object; readonly conditions?: object; readonly rows?: object }
const each = (count: number, make: (n: number) => readonly [string, unknown]) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => make(n)))
const PUSHES: Readonly<Record<string, Content & { readonly form?: string; readonly status?: string }>> = {
  'an answer that says nothing': {},
  'an answer that is held, and says nothing': { form: 'full', status: 'held' },
  'as many empty rows as there may be': { rows: { '1': 50 } },
  'thousands of empty rows': { rows: { '1': 9999 }, status: 'rejected' },
  'rows with one letter each': { values: each(50, (n) => [`1/r${n}/7`, { respuesta: 'x' }]), rows: { '1': 50 } },
  'rows with one of many options each': { values: each(50, (n) => [`1/r${n}/40`, { chosen: [3] }]), rows: { '1': 50 } },
  'rows with a block each, every second row empty': {
    values: each(50, (n) => [`1/r${2 * n}/42`, { combined: { 1: { chosen: [3] } } }]),
    rows: { '1': 100 },
  },
  'two thousand short rows': {
    form: 'short',
    values: each(2000, (n) => [`1/r${n}/0`, { respuesta: 'x' }]),
    rows: { '1': 2000 },
  },
  'rows with values that say nothing': { values: each(50, (n) => [`1/r${n}/40`, {}]), rows: { '1': 50 } },
  'one letter to each question': { values: each(40, (n) => [`0/${n}`, { respuesta: 'x' }]) },
  options: {
    values: { '0/40': { chosen: [1] }, '0/41': { chosen: [1, 2] }, '0/42': { combined: { 1: { chosen: [3] } } } },
  },
  'every condition': { conditions: { '2': Array.from({ length: 20 }, (_, n) => n) } },
}

type Request = { readonly method: string; readonly path: string; readonly body?: unknown }
let seed = 0
const pushOf = (mutations: readonly unknown[]): Request => ({
  method: 'POST',
  path: '/api/sync/push',
  body: { protocol: PROTOCOL_VERSION, device: DEVICE, account: 'public', mutations },
})
const answer = ({ form = 'wide', values = {}, conditions = {}, rows = {} }: Content & { readonly form?: string }) =>
  buildPlainSubmit((seed += 1), '', { author: 'public', template: form, content: { values, conditions, rows } })

/** Every endpoint that replies without an account, other than with 401. */
const ENDPOINTS: Readonly<Record<string, (n: number) => Request>> = {
  'GET /api/health': () => ({ method: 'GET', path: '/api/health' }),
  'GET /api/metrics': () => ({ method: 'GET', path: '/api/metrics' }),
  'POST /api/session': (n) => ({ method: 'POST', path: '/api/session', body: { email: `n${n}`, password: 'x' } }),
  'DELETE /api/session': () => ({ method: 'DELETE', path: '/api/session' }),
  'POST /api/password': (n) => ({
    method: 'POST',
    path: '/api/password',
    body: { token: `t${n}`, password: 'ten characters' },
  }),
  'POST /api/password/forgotten': (n) => ({
    method: 'POST',
    path: '/api/password/forgotten',
    body: { email: `n${n}@relevo.example`, language: 'es' },
  }),
  'POST /api/session/second-step': (n) => ({
    method: 'POST',
    path: '/api/session/second-step',
    body: { kind: 'code', code: `${n}` },
  }),
  'POST /api/factors/begin': () => ({ method: 'POST', path: '/api/factors/begin', body: { kind: 'app' } }),
  'POST /api/factors': (n) => ({
    method: 'POST',
    path: '/api/factors',
    body: { kind: 'app', name: 'x', code: `${n}`, language: 'es' },
  }),
  'POST /api/getTurneroEncryptCode': (n) => ({
    method: 'POST',
    path: '/api/getTurneroEncryptCode',
    body: { data: { answerId: buildPlainSubmit(n).answer } },
  }),
  ...PAYMENTS,
  'GET /api/sso': () => ({ method: 'GET', path: '/api/sso' }),
  'GET /api/sso/leave': () => ({ method: 'GET', path: '/api/sso/leave' }),
  'POST /api/sso': () => ({ method: 'POST', path: '/api/sso', body: { again: false, changePassword: false } }),
  'POST /api/sso/finish': () => ({ method: 'POST', path: '/api/sso/finish', body: { query: 'code=x&state=y' } }),
  'GET /api/municipalities/:id/logo/:sha256': () => ({ method: 'GET', path: pathOfFile('logo') }),
  'GET /api/municipalities/:id/language/:sha256': () => ({ method: 'GET', path: pathOfFile('language') }),
  'GET /publico/contestar/:id': () => ({ method: 'GET', path: '/publico/contestar/wide' }),
  'GET /publico/guardado/:id/:code': () => ({ method: 'GET', path: '/publico/guardado/wide/CBA1' }),
  'GET /ciudadano/guardado/:id/:code': () => ({ method: 'GET', path: '/ciudadano/guardado/wide/CBA1' }),
  'GET /ciudadano/guardado/:id/:code/:citizenId': (n) => ({
    method: 'GET',
    path: `/ciudadano/guardado/wide/CBA1/${n}`,
  }),
  'GET /ciudadano/guardado/:id/:code/:citizenId/:useAWS': (n) => ({
    method: 'GET',
    path: `/ciudadano/guardado/wide/CBA1/${n}/true`,
  }),
  'GET /publico': () => ({ method: 'GET', path: '/publico' }),
  'GET /publico/*': () => ({ method: 'GET', path: '/publico/elsewhere' }),
  'GET /publico/consultar-estado': () => ({ method: 'GET', path: '/publico/consultar-estado' }),
  'GET /publico/formularios': () => ({ method: 'GET', path: '/publico/formularios' }),
  'GET /publico/formularios/:country/:province/:name': () => ({
    method: 'GET',
    path: '/publico/formularios/AR/cordoba/villa-serena',
  }),
  'POST /publico/consultar-estado': (n) => ({
    method: 'POST',
    path: '/publico/consultar-estado',
    body: { code: `VIS${n}` },
  }),
  'POST /api/getCitizenLoginWithOaToken': (n) => ({
    method: 'POST',
    path: '/api/getCitizenLoginWithOaToken',
    body: { token: `${n}`, attempt: 'B'.repeat(43) },
  }),
  'GET /ciudadano': () => ({ method: 'GET', path: '/ciudadano' }),
  'GET /ciudadano/*': (n) => ({ method: 'GET', path: `/ciudadano/elsewhere/${n}` }),
  'GET /ciudadano/contestar/:id/:token?': () => ({ method: 'GET', path: '/ciudadano/contestar/wide/t' }),
  'GET /ciudadano/revision/:id/:token?': (n) => ({ method: 'GET', path: `/ciudadano/revision/${n}/t` }),
  'GET /ciudadano/ver/:id/:citizenId?': (n) => ({ method: 'GET', path: `/ciudadano/ver/${n}/77` }),
  'GET /ciudadano/formularios/respuestas/:token?': () => ({
    method: 'GET',
    path: '/ciudadano/formularios/respuestas/t',
  }),
  'POST /api/embed/session': (n) => ({ method: 'POST', path: '/api/embed/session', body: { code: `${n}` } }),
  'GET /cis': () => ({ method: 'GET', path: '/cis' }),
  'GET /cis/*': () => ({ method: 'GET', path: '/cis/x' }),
  'GET /cis/contestar/:id': () => ({ method: 'GET', path: '/cis/contestar/wide' }),
  'GET /cis/ver/:id': (n) => ({ method: 'GET', path: `/cis/ver/${n}` }),
  'GET /cis/editar/:id': (n) => ({ method: 'GET', path: `/cis/editar/${n}` }),
  'GET /respuesta/enviada/*': () => ({ method: 'GET', path: '/respuesta/enviada/x' }),
  'GET /respuesta/enviada/:id/:code': (n) => ({ method: 'GET', path: `/respuesta/enviada/${n}/CBA1` }),
  'POST /api/sync/push': () => pushOf([null]),
  'OPTIONS /api/uploads': () => ({ method: 'OPTIONS', path: '/api/uploads' }),
  'GET /api/templates/:id/images/:sha256': () => ({
    method: 'GET',
    path: `/api/templates/wide/images/${'a'.repeat(64)}`,
  }),
  'GET /api/public/forms/:id': () => ({ method: 'GET', path: '/api/public/forms/wide' }),
  'GET /api/public/forms/:id/map': () => ({ method: 'GET', path: '/api/public/forms/place/map' }),
  'GET /api/public/forms/:id/tiles/:layer/:z/:x/:y': (n) => ({
    method: 'GET',
    path: `/api/public/forms/place/tiles/default/12/${1300 + n}/2424`,
  }),
  'GET /api/public/forms/:id/geocode': (n) => ({ method: 'GET', path: `/api/public/forms/place/geocode?q=Colon${n}` }),
  'GET /api/public/forms/:id/geocode/reverse': (n) => ({
    method: 'GET',
    path: `/api/public/forms/place/geocode/reverse?latitude=-31.4${n}&longitude=-64.18`,
  }),
  'GET /api/public/forms/:id/left': () => ({ method: 'GET', path: '/api/public/forms/wide/left' }),
  'GET /api/public/forms/:id/nearby': (n) => ({
    method: 'GET',
    path: `/api/public/forms/place/nearby?latitude=-31.4${n}&longitude=-64.18`,
  }),
  'POST /api/public/records': (n) => ({ method: 'POST', path: '/api/public/records', body: { code: `${n}VIS1` } }),
  'GET /api/public/records/:token': (n) => ({ method: 'GET', path: `/api/public/records/e30.${n}` }),
  'POST /api/getServerTime': () => ({ method: 'POST', path: '/api/getServerTime', body: { data: null } }),
}

let world: World
const file = join(folder, 'relevo.sqlite')
afterAll(async () => {
  await world.store.close()
  rmSync(folder, { recursive: true, force: true })
})

beforeAll(async () => {
  // Connected systems can be called by anonymous clients.
  const refused = async () => refuse('session.sso-failed')
  world = await buildWorld({}, openSqliteStore(file), {
    citizenLogin: async () => refuse('portal.login-failed'),
    tiles: { layers: [], downloads: true, tile: async () => refuse('map.tile-missing') },
    geocoders: {
      'map-search': {
        search: async () => ok({ places: [], attribution: '' }),
        addressOf: async () => ok({ direccion: null, attribution: '' }),
      },
    },
    mail: { home: () => 'https://forms.example.org', send: async () => ok({ id: '' }) },
    identity: { label: 'City', begin: async () => ok('https://id.example'), finish: refused, farewell: refused },
  })
  const short = secciones.map((section) => ({ ...section, preguntas: [open(0), open(1)], conditions: [] }))
  for (const [id, more, sections] of [
    ['wide', {}, secciones],
    ['short', {}, short],
    ['full', { limitResponses: true }, secciones],
    ['place', { geolocalizacion: true, offersNearby: true }, short],
  ] as const) {
    const form = buildPlainTemplate(
      { id: templateIdSchema.parse(id) },
      { secciones: sections, opcionales: { publico: true, ...more }, responsesCount: 1 },
    )
    await world.put(keys.template(form.id), form)
    await world.put(keys.templateVersion(form.id, 1), form)
  }
  await world.put(keys.templateCounter('full' as never), { count: 1 })
})

/** Includes what the store writes after its commits. */
async function size(): Promise<number> {
  await world.store.following?.catchUp()
  const db = new DatabaseSync(file, { readOnly: true })
  const pragma = (name: string): number => Number(Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0])
  const bytes = (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
  db.close()
  return bytes
}

/** Stored bytes per byte of method, path and body; counting other headers would only lower the ratio. */
async function costOf(make: (n: number) => Request, status?: string): Promise<number> {
  const before = await size()
  let sent = 0
  for (let n = 0; n < REQUESTS; n += 1) {
    const { method, path, body } = make(n)
    const text = body === undefined ? undefined : JSON.stringify(body)
    sent += method.length + path.length + (text?.length ?? 0)
    const response = await world.ask(method, path, text === undefined ? {} : { body: text })
    expect(response.status).toBeLessThan(500)
    expect(response.status).not.toBe(429)
    if (status !== undefined) expect(await response.json()).toMatchObject({ results: [{ status }] })
    // The rate limit, which bounds how often this can be done, has its own test.
    world.clock.now += 24 * HOUR
  }
  return ((await size()) - before) / sent
}

describe('without an account, at most twenty bytes are stored for a byte', () => {
  it.each(Object.entries(PUSHES))('by a push of %s', async (_what, { status = 'applied', ...content }) => {
    expect(await costOf(() => pushOf([answer(content)]), status)).toBeLessThanOrEqual(MOST)
  })

  it.each(Object.entries(ENDPOINTS))('by %s', async (_route, make) => {
    expect(await costOf(make)).toBeLessThanOrEqual(MOST)
  })

  it('and these are all the endpoints that answer without one', async () => {
    const sample: Readonly<Record<string, string>> = {
      ':sha256': 'a'.repeat(64),
      ':version': '1',
      ':callable': 'getServerTime',
    }
    const routes = new Map(
      world.app.routes
        .filter(({ method }) => method !== 'ALL')
        .map(({ method, path }) => [`${method} ${path.replace(/\{.*?\}+(?=\/|$)/g, '')}`, method]),
    )
    const open = []
    for (const [route, method] of routes) {
      const path = (route.split(' ')[1] ?? '').replaceAll(/:[A-Za-z0-9]+/g, (name) => sample[name] ?? 'a'.repeat(32))
      const { status } = await world.ask(method, path, method === 'GET' || method === 'DELETE' ? {} : { body: '{}' })
      if (status !== 401) open.push(route)
    }
    expect(open.filter((route) => !(route in ENDPOINTS))).toEqual([])
  })
})
