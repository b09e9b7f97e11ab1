import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quietLog } from '#core/index.ts'
import type { Question } from '#domain/questions/index.ts'
import { MAX_FILE_BYTES, MAX_HEADER_IMAGE_BYTES, templateIdSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { MAX_PUSH_BYTES } from '#domain/sync/index.ts'
import { MAX_TEMPLATE_BYTES } from '#domain/templates/index.ts'
import { openDiskFiles } from '#embedded/disk/files.ts'
import { createThreadedPdfMaker } from '#embedded/pdfs/thread-pdfs.ts'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { question, section } from '../support/builders/form-parts.ts'
import { buildPlainSubmit, DEVICE, hashOf } from '../support/builders/submit.ts'
import { AREA, buildPlainTemplate } from '../support/builders/template.ts'
import { type Case, brackets, idOf, names, padded, PNG, small, SMALL } from '../support/server/large-cases.ts'
import { barred, largeDraft, type Large, many, movedOn } from '../support/server/large-drafts.ts'
import { OTHER_BODIES } from '../support/server/large-others.ts'
import { largestOnPaper } from '../support/server/large-pdfs.ts'
import { largestOfPlaces } from '../support/server/large-places.ts'
import { measureThreadBlock } from '../support/server/thread.ts'
import { buildWorld, type World } from '../support/server/world.ts'

/**
 * Checks that no request blocks the server's thread for more than 200 ms, even with the largest body of its endpoint.
 * Uses SQLite and files on disk, as on a single machine. A missing endpoint fails the last test.
 */
const LONGEST = 200

const folder = mkdtempSync(join(tmpdir(), 'relevo-largest-'))
const pdfs = createThreadedPdfMaker(quietLog)
let world: World
const cookies = new Map<string, string>()
beforeAll(async () => {
  world = await buildWorld(
    {},
    openSqliteStore(join(folder, 'relevo.sqlite'), undefined, () => performance.now()),
    undefined,
    { openFiles: (clock) => openDiskFiles(folder, clock), pdfs },
  )
  for (const [id, asked] of [
    ['filas', section(0, [question(0)], { repetible: true })],
    ['lista', section(0, many(50, choose))],
  ] as const) {
    const template = buildPlainTemplate({ id: templateIdSchema.parse(id) }, { secciones: [asked] })
    await world.put(keys.template(template.id), template)
    await world.put(keys.templateVersion(template.id, 1), template)
  }
  for (const who of ['ines', 'sofia', 'ada']) cookies.set(who, await world.signIn(who))
}, 60_000)
afterAll(() => pdfs.close())
afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000)
let tries = 0

/** Stores a form with an answer. @returns its id */
async function largeForm(number: number, large: Large, change: object = {}): Promise<string> {
  const template = { ...buildPlainTemplate({ id: idOf(number) }), ...largeDraft(large, 'Street', change) }
  await world.put(keys.template(template.id), template)
  await world.put(keys.templateCounter(template.id), { count: 1 })
  return template.id
}

const creation = (what: string, status: number, draft: (number: number) => string): Case => ({
  what,
  status,
  as: 'sofia',
  ask: (number) => [
    '/api/templates',
    { body: padded(`{"id":"${idOf(number)}","draft":${draft(number)}}`, MAX_TEMPLATE_BYTES) },
  ],
})
const moved = (large: Large, word: string) => ({ status: 422, word, others: movedOn(large, word) })
type Wanted = Partial<ReturnType<typeof moved>>
const save = (what: string, large: Large, { status = 200, word = 'Avenue', others = {} }: Wanted = {}): Case => ({
  what,
  status,
  as: 'sofia',
  ask: async (number) => {
    const change = { opcionales: { editableForm: true } }
    const draft = largeDraft(large, word, { ...change, ...others })
    return [`/api/templates/${await largeForm(number, large, change)}`, { body: { base: 1, draft } }]
  },
})

/** Includes drafts that could not be published, because most rules do not apply to drafts. */
const keeping = (large: Parameters<typeof largeDraft>[0]): Case => ({
  ...save(large, 'questions'),
  ask: async (number) => {
    const id = await largeForm(number, 'questions')
    return [`/api/templates/${id}/draft`, { body: { base: 1, draft: largeDraft(large, 'Avenue') } }]
  },
})

const push = (what: string, mutations: (seed: number) => readonly string[]): Case => ({
  what,
  status: 200,
  as: 'ines',
  ask: (number) => {
    const sent = mutations(number * 1000)
    const body = `{"protocol":1,"device":"${DEVICE}","account":"ines","mutations":[${sent.join()}]}`
    expect(body.length).toBeLessThanOrEqual(MAX_PUSH_BYTES)
    return ['/api/sync/push', { body: padded(body, MAX_PUSH_BYTES) }]
  },
})
const choose = (orden: number): Question =>
  question(orden, {
    tipoPregunta: 2,
    opciones: many(1990, (index) => ({ orden: index, texto: `Street ${index}`, checked: false })),
  })
const answer = (seed: number, template: string, values: Readonly<Record<string, unknown>>, rows = 0) =>
  JSON.stringify({
    ...buildPlainSubmit(seed),
    template,
    content: { values, conditions: {}, rows: rows === 0 ? {} : { '0': rows } },
  })
const row = (index: number) => [index === 0 ? '0/0' : `0/r${index - 1}/0`, { respuesta: 'a' }] as const

const TUS = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }
const VIDEO = PNG(MAX_FILE_BYTES).with(0, 0).with(4, 0x66).with(5, 0x74).with(6, 0x79).with(7, 0x70)
async function begun(bytes: Uint8Array): Promise<string> {
  const upload = {
    'upload-length': String(bytes.length),
    'upload-metadata': `sha256 ${btoa(hashOf(bytes))},type ${btoa('video/mp4')},name ${btoa('a.mp4')}`,
  }
  const response = await world.ask('POST', '/api/uploads', {
    cookie: cookies.get('ines') ?? '',
    headers: { ...TUS, ...upload },
  })
  return response.headers.get('location') ?? ''
}

const TABLE: Readonly<Record<string, readonly Case[]>> = {
  'POST /api/session': [
    {
      what: 'a long password',
      status: 400,
      ask: () => ['/api/session', { body: { email: 'ines', password: 'x'.repeat(SMALL - 40) } }],
    },
    small('/api/session', 400),
  ],
  'POST /api/user-requests/:id/decide': [{ ...small(`/api/user-requests/${'a'.repeat(64)}/decide`, 400), as: 'ada' }],
  'PUT /api/password': [{ ...small('/api/password', 400), as: 'ines' }],
  ...OTHER_BODIES,
  'POST /api/generatePdfv3': largestOnPaper(() => world),
  'POST /api/sync/push': [
    push('texts', (seed) =>
      many(78, (index) => answer(seed + index, 'nota', { '0/0': { respuesta: 'x'.repeat(99_000) } })),
    ),
    push('rows', (seed) =>
      many(3, (index) => answer(seed + index, 'filas', Object.fromEntries(many(9999, row)), 9998)),
    ),
    push('rows with nothing in them', (seed) =>
      many(20, (index) => answer(seed + index, 'filas', { '0/0': { respuesta: 'a' } }, 9998)),
    ),
    push('all that there is to choose', (seed) =>
      many(1, (index) =>
        answer(
          seed + index,
          'lista',
          Object.fromEntries(many(50, (at) => [`0/${at}`, { chosen: many(1990, (orden) => orden) }])),
        ),
      ),
    ),
    push('faults', (seed) => [
      answer(seed, 'nota', Object.fromEntries(many(55_000, (index) => [`x${index}`, { respuesta: 1 }]))),
    ]),
    push('names', () => [`{${names(118_000)}}`]),
  ],
  'POST /api/sync/pull': [
    { what: 'brackets', status: 200, as: 'ines', ask: () => ['/api/sync/pull', { body: brackets(2_000) }] },
  ],
  'POST /api/uploads': [],
  'PATCH /api/uploads/:id': [
    {
      what: 'a whole file',
      status: 204,
      as: 'ines',
      ask: async () => [await begun(VIDEO), { body: VIDEO, headers: { ...TUS, 'upload-offset': '0' } }],
    },
  ],
  'DELETE /api/uploads/:id': [],
  'POST /api/held/:id/accept': [],
  'POST /api/held/:id/discard': [{ ...small(`/api/held/${buildPlainSubmit(2).answer}/discard`, 400), as: 'sofia' }],
  'POST /api/jobs/:id/retry': [],
  'POST /api/templates': [
    creation('questions', 200, (number) => JSON.stringify(largeDraft('questions', `Created ${number}`))),
    creation('options', 200, (number) => JSON.stringify(largeDraft('options', `Created ${number}`))),
    creation('states', 200, () => JSON.stringify(largeDraft('states', ''))),
    creation('problems', 422, () => JSON.stringify(largeDraft('links', ''))),
    creation('faults', 422, () =>
      barred('{"orden":"","titulo":0,"tipoPregunta":9,"link":0,"required":0,"opciones":0}', 17_000),
    ),
    creation('faults in one list', 422, () =>
      barred(
        '{"orden":0,"titulo":"a","tipoPregunta":2,"opciones":['.concat(
          many(1990, () => '{"orden":"","texto":0}').join(),
          ']}',
        ),
        19,
      ),
    ),
    creation('more than a form may hold', 422, () => barred('{"orden":0,"titulo":"","tipoPregunta":1}', 29_000)),
    creation('names', 422, () => `{"titulo":"x","secciones":[],${names(119_000)}}`),
  ],
  'PUT /api/templates/:id': [
    save('questions reworded', 'questions'),
    save('options reworded', 'options'),
    save('states renamed', 'states'),
    save('videos that are not offered, reworded', 'videos'),
    save('combined questions that are not offered, reworded', 'blocks'),
    save('sections moved that may not be', 'questions', moved('questions', 'Street')),
    save('videos that are not offered, moved and reworded', 'videos', moved('videos', 'Avenue')),
  ],
  'PUT /api/templates/:id/draft': (['questions', 'options', 'states', 'links'] as const).map(keeping),
  'DELETE /api/templates/:id/draft': [],
  'POST /api/templates/:id/duplicate': [
    {
      what: 'of the largest form',
      status: 200,
      as: 'sofia',
      ask: async (number) => [
        `/api/templates/${await largeForm(number, 'questions')}/duplicate`,
        { body: { id: idOf(number + 1_000_000), area: AREA } },
      ],
    },
    { ...small('/api/templates/nota/duplicate', 400), as: 'sofia' },
  ],
  'PUT /api/templates/:id/scope': [
    {
      what: 'of the largest form',
      status: 200,
      as: 'sofia',
      ask: async (number) => [
        `/api/templates/${await largeForm(number, 'questions')}/scope`,
        { body: { publico: true } },
      ],
    },
    { ...small('/api/templates/nota/scope', 400), as: 'sofia' },
  ],
  'POST /api/audit/export': [{ ...small('/api/audit/export', 400), as: 'sofia' }],
  'PUT /api/audit/retention': [{ ...small('/api/audit/retention', 400), as: 'ada' }],
  ...largestOfPlaces(() => world),
  'DELETE /api/templates/:id': [],
  'POST /api/templates/:id/images': [
    {
      what: 'an image',
      status: 200,
      as: 'sofia',
      ask: () => ['/api/templates/nota/images', { body: PNG(MAX_HEADER_IMAGE_BYTES) }],
    },
  ],
  'DELETE /api/templates/:id/images/:sha256': [],
  ...Object.fromEntries(
    [
      'getServerTime',
      'getListaPaises',
      'getMuniCoreAreas',
      'createTipoIncidencia',
      'getTurneroGroupProcedure',
      'getTurneroEncryptCode',
      'verifyMuniCoreUser',
      'generateCsv',
    ].map((call) => {
      const status = call === 'getServerTime' || call === 'getListaPaises' ? 200 : 400
      return [`POST /api/${call}`, [{ ...small(`/api/${call}`, status), as: 'sofia' }]] as const
    }),
  ),
}

describe('the largest body does not hold the thread', () => {
  for (const [route, cases] of Object.entries(TABLE)) {
    it.each(cases)(
      `${route}: $what`,
      async ({ status, as, ask }) => {
        const cookie = as === undefined ? {} : { cookie: cookies.get(as) ?? '' }
        let said = ''
        const held = await measureThreadBlock(LONGEST, async () => {
          const [path, how] = await ask((tries += 1))
          const body =
            typeof how.body === 'string' || how.body instanceof Uint8Array ? how.body : JSON.stringify(how.body)
          return async () => {
            const response = await world.ask(route.split(' ')[0] ?? '', path, { ...how, body, ...cookie })
            said = `${response.status} ${(await response.text()).slice(0, 200)}`
          }
        })
        expect([said, world.log]).toEqual([expect.stringMatching(`^${status} `), []])
        expect(held).toBeLessThanOrEqual(LONGEST)
      },
      60_000,
    )
  }

  it('is tried at every endpoint that changes anything', () => {
    const changing = world.app.routes.filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
    expect(
      [...new Set(changing.map(({ method, path }) => `${method} ${path.replace(/\{.*?\}+(?=\/|$)/g, '')}`))].sort(),
    ).toEqual(Object.keys(TABLE).sort())
  })
})
