import { makePdf, makeReceiptPdf, makeTicketsPdf } from '#documents/pdf/index.ts'
import { set, keys, type Key, type StoredDocument } from '#domain/store/index.ts'
import type { Hono } from 'hono'
import { createApp, type AppOptions } from '#core/index.ts'
import { openMemoryFiles, openMemoryStore } from '#tests/support/memory/index.ts'
import { composeAnswerPdfs } from '#core/exports/compose-answer-pdfs.ts'
import type { PdfMaker } from '#core/pdf-port.ts'
import type { Clock, Connectors, FileStore, Ports, Store } from '#core/ports.ts'
import type { User } from '#domain/users/index.ts'
import { buildVersionWrites } from '#domain/templates/judge/index.ts'
import { getMunicipality, ok, toMilliseconds } from '#domain/kernel/index.ts'
import { collectImages } from '#domain/pdf/index.ts'
import { buildCountry, buildMunicipality, buildUser } from '../builders/people.ts'
import {
  buildPlainTemplate,
  buildTemplate,
  AREA,
  FOREIGN_AREA,
  MUNICIPALITY,
  NOW,
  OTHER_AREA,
} from '../builders/template.ts'
import { pdfPorts } from '../pdf/pdf-ports.ts'

export const PASSWORD = 'correct horse battery'
export const ORIGIN = 'http://relevo.test'
export const FOREIGN_MUNICIPALITY = FOREIGN_AREA.split('/').slice(0, 6).join('/')

/** A whole server in memory, with a clock that advances only when set, and a readable log. */
export type World = {
  readonly app: Hono
  readonly ports: Ports
  readonly store: Store
  readonly files: FileStore
  readonly log: { readonly event: string; readonly facts: unknown }[]
  /** log entries that are not errors */
  readonly told: { readonly event: string; readonly facts: unknown }[]
  readonly clock: { now: number }
  put(key: Key, document: StoredDocument): Promise<void>
  /** signs in and returns the cookie */
  signIn(user: string, password?: string): Promise<string>
  /** sends a request like our own page: with its origin, and with the cookie if there is one */
  ask(method: string, path: string, how?: Ask): Promise<Response>
}

export type Ask = {
  readonly cookie?: string
  /** sent as JSON if it is an object, otherwise unchanged */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Makes PDFs at once in this thread; a server uses another one. */
const AT_ONCE: PdfMaker = {
  make: async ({ sources, readPictures }) => {
    if ('receipt' in sources) return ok(await makeReceiptPdf(sources.receipt, pdfPorts().fonts))
    if ('tickets' in sources) return ok(await makeTicketsPdf(sources.tickets, pdfPorts().fonts))
    const request = composeAnswerPdfs(sources)
    const pictures = await readPictures(request.papers.map(collectImages))
    return pictures.ok ? ok((await makePdf(request, pdfPorts(pictures.value))).bytes) : pictures
  },
}

type WorldParts = {
  /** whether an answer was deleted, by a record beside the store */
  readonly isEnded?: Ports['isEnded']
  /** opens an empty file store; default: in memory */
  readonly openFiles?: (clock: Clock) => FileStore | Promise<FileStore>
  /** default: makes PDFs in this thread */
  readonly pdfs?: PdfMaker
}

/**
 * Two municipalities in two countries, three areas, an inspector in each and an elevated supervisor; two forms.
 * @param store empty; default: in memory
 * @param connectors external systems; default: none
 */
export async function buildWorld(
  options: Partial<AppOptions> = {},
  store: Store = openMemoryStore(),
  connectors?: Connectors,
  { openFiles = openMemoryFiles, pdfs = AT_ONCE, isEnded }: WorldParts = {},
): Promise<World> {
  const clock = { now: toMilliseconds(NOW) }
  const log: World['log'] = []
  const told: World['told'] = []
  const files = await openFiles(() => clock.now)
  const ports: Ports = {
    store,
    files,
    clock: () => clock.now,
    random: countingRandom(),
    passwords: {
      hash: async (password) => `hash of ${password}`,
      verify: async (password, hash) => hash === `hash of ${password}`,
    },
    pdfs,
    ...(isEnded === undefined ? {} : { isEnded }),
    log: { info: (event, facts) => told.push({ event, facts }), error: (event, facts) => log.push({ event, facts }) },
    ...(connectors === undefined ? {} : { connectors }),
  }
  const app = createApp(ports, {
    origins: [ORIGIN],
    appVersion: 'test',
    secureCookies: true,
    addressOf: () => '192.0.2.1',
    checkReplies: true,
    appShell: async () => '<!doctype html><head><title>Relevo</title></head><div id="root"></div>',
    publicShell: async () => '<!doctype html><title>Relevo</title><div id="root"></div>',
    citizenShell: async () => '<!doctype html><title>Relevo</title><div id="root"></div>',
    ...options,
  })

  async function put(key: Key, document: StoredDocument): Promise<void> {
    await store.commit({
      keysFor: () => [],
      decide: () => ({ result: true, writes: [set(key, document)] }),
    })
  }

  async function ask(method: string, path: string, { cookie, body, headers }: Ask = {}): Promise<Response> {
    const isText = typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream
    return app.request(`${ORIGIN}${path}`, {
      method,
      headers: { origin: ORIGIN, ...(cookie === undefined ? {} : { cookie }), ...headers },
      ...(body === undefined ? {} : { body: isText ? (body as BodyInit) : JSON.stringify(body) }),
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    } as RequestInit)
  }

  async function signIn(user: string, password = PASSWORD): Promise<string> {
    const response = await ask('POST', '/api/session', { body: { email: `${user}@relevo.example`, password } })
    if (response.status !== 200)
      throw new Error(`${user} could not sign in: ${response.status} ${await response.text()}`)
    return cookieOf(response)
  }

  const world: World = { app, ports, store, files, log, told, clock, put, signIn, ask }
  await fill(world)
  return world
}

async function fill({ put }: World): Promise<void> {
  await put('paises/AR', buildCountry())
  await put('paises/UY', { path: 'paises/UY', nombre: 'Uruguay', inhabilitado: false })
  await put('paises/AR/provincias/cordoba', { path: 'paises/AR/provincias/cordoba', nombre: 'Córdoba' })
  await put(MUNICIPALITY, buildMunicipality())
  await put(FOREIGN_MUNICIPALITY, {
    ...buildMunicipality(),
    path: FOREIGN_MUNICIPALITY,
    nombre: 'Puerto Claro',
    key: 'PCL',
  })
  for (const path of [AREA, OTHER_AREA, FOREIGN_AREA]) {
    await put(path, { path, nombre: path.split('/').at(-1), municipalityPath: getMunicipality(path) })
  }
  for (const template of [buildTemplate(), buildPlainTemplate()]) {
    for (const { key, document } of buildVersionWrites(template)) await put(key, document)
  }
  const people = [
    buildUser('ines'),
    buildUser('pablo'),
    buildUser('olga', 'ROLE_INSPECTOR', [OTHER_AREA]),
    buildUser('uma', 'ROLE_SUPERVISOR_ELEVADO', [FOREIGN_AREA]),
    buildUser('sofia', 'ROLE_SUPERVISOR_ELEVADO'),
    buildUser('gil', 'ROLE_GENERADOR'),
    buildUser('carla', 'ROLE_CENSISTA_PRIVADO'),
    buildUser('ada', 'ROLE_ADMIN', [FOREIGN_AREA]),
  ]
  for (const person of people) await addPerson(put, person)
}

export async function addPerson(put: World['put'], person: User): Promise<void> {
  await put(keys.user(person.id), person)
  await put(keys.credentials(person.id), { passwordHash: `hash of ${PASSWORD}` })
}

/** The part of Set-Cookie that a browser sends back. */
export function cookieOf(response: Response): string {
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

export async function codeOf(response: Response): Promise<string | undefined> {
  const body = (await response.json()) as { readonly error?: { readonly code?: string } }
  return body.error?.code
}

/** Never the same bytes twice, and the same in each run. */
function countingRandom(): (length: number) => Uint8Array {
  let count = 0
  return (length) => {
    count += 1
    const bytes = new Uint8Array(length)
    new DataView(bytes.buffer).setUint32(0, count)
    return bytes.reverse()
  }
}
