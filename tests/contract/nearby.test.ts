import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import type { Store } from '#core/ports.ts'
import { DEFAULT_TUNING } from '#core/tuning.ts'
import { readNearby, type NearbyAnswer } from '#domain/answers/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { answerIdSchema, getCountry, templateIdSchema, toInstant } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { openFirestoreStore } from '#firebase/firestore/store.ts'
import { buildCountry, buildMunicipality } from '../support/builders/people.ts'
import { buildPlainSubmit, DEVICE } from '../support/builders/submit.ts'
import { buildPlainTemplate, FOREIGN_AREA, MUNICIPALITY, NOW } from '../support/builders/template.ts'
import { emptyFirestore } from '../support/cloud/firestore.ts'
import { publish } from '../support/server/public-files.ts'
import { buildWorld, codeOf, type World } from '../support/server/world.ts'
import { there } from '../support/there.ts'

/**
 * What an anonymous user who is about to answer learns about nearby answers: from the request to each store and back.
 */
const STORES: Readonly<Record<string, () => Store>> = {
  memory: openMemoryStore,
  SQLite: () => openSqliteStore(':memory:'),
  Firestore: () => openFirestoreStore(emptyFirestore()),
}
const DAY = 86_400_000
const HERE = { latitude: -31.4142, longitude: -64.1893 }
/** Moves blocks to the north, in whole cells of the grid. */
const north = (blocks: number) => ({ ...HERE, latitude: HERE.latitude + blocks * 0.0008 })
const option = (orden: number, texto: string, textoAlternativeLanguage_en: string) => ({
  orden,
  texto,
  textoAlternativeLanguage_en,
})
const SECCIONES = [
  {
    orden: 0,
    titulo: 'Qué pasa',
    preguntas: [
      { orden: 0, titulo: 'Nota', tipoPregunta: QUESTION_TYPE.OPEN, required: true },
      {
        orden: 1,
        titulo: 'Problema',
        tipoPregunta: QUESTION_TYPE.RADIO,
        required: true,
        opciones: [option(0, 'Apagada', 'Out'), option(1, 'Titila', 'Flickers')],
      },
    ],
  },
]
const ESTADOS = { disponibles: [{ id: 0, nombre: 'Recibido', transiciones: [] }], inicial: 0 }
const formOf = (opcionales: object = {}, facts: object = {}, secciones: readonly object[] = SECCIONES): FormTemplate =>
  buildPlainTemplate(
    { id: templateIdSchema.parse('farolas'), ...facts },
    {
      secciones,
      estados: ESTADOS,
      opcionales: { publico: true, geolocalizacion: true, offersNearby: true, limitResponses: true, ...opcionales },
      responsesCount: 50,
    },
  )
const FORM = formOf()

type Sent = {
  readonly latlng?: typeof HERE
  readonly days?: number
  readonly chosen?: number
  readonly template?: FormTemplate['id']
}
let seed = 0

async function send(world: World, { latlng = HERE, days = 1, chosen = 0, template = FORM.id }: Sent = {}) {
  seed += 1
  const submit = buildPlainSubmit(seed, '', {
    author: 'public',
    template,
    clock: toInstant(Date.parse(NOW) - days * DAY),
    header: { signatures: [], location: { direccion: 'Av. Colón 1', latlng } },
    content: { values: { '0/0': { respuesta: 'SECRET' }, '0/1': { chosen: [chosen] } }, conditions: {}, rows: {} },
  })
  const body = { protocol: 1, device: DEVICE, account: 'public', mutations: [submit] }
  const response = await world.ask('POST', '/api/sync/push', { body })
  expect(await response.json()).toMatchObject({ results: [{ status: 'applied' }] })
}

async function opened(store: Store = openMemoryStore(), options: Parameters<typeof buildWorld>[0] = {}) {
  const world = await buildWorld(options, store)
  await publish(world, FORM)
  return world
}
const path = ({ latitude, longitude } = HERE, more = '') =>
  `/api/public/forms/${FORM.id}/nearby?latitude=${latitude}&longitude=${longitude}${more}`

async function nearby(world: World, at = HERE, more = '&language=es'): Promise<readonly NearbyAnswer[]> {
  const response = await world.ask('GET', path(at, more))
  const text = await response.text()
  expect([response.status, text.includes('SECRET'), text.includes('Colón'), text.includes('MUN')]).toEqual([
    200,
    false,
    false,
    false,
  ])
  return readNearby.reply.parse(JSON.parse(text)).answers
}

describe.each(Object.entries(STORES))('answers nearby, of the store in %s', (_, open) => {
  it('are those of the last days near the point, the nearest first and then the newest, at most five', async () => {
    const world = await opened(open())
    await send(world, { days: 15 })
    await send(world, { latlng: north(3) })
    await send(world, { latlng: north(1), days: 2, chosen: 1 })
    await send(world, { days: 13 })
    await send(world, { days: 3, chosen: 1 })
    expect(await nearby(world)).toEqual([
      { kind: 'Titila', day: '2026-11-17', within: 50, state: 'Recibido' },
      { kind: 'Apagada', day: '2026-11-07', within: 50, state: 'Recibido' },
      { kind: 'Titila', day: '2026-11-18', within: 100, state: 'Recibido' },
    ])
    for (let n = 0; n < 4; n += 1) await send(world)
    expect((await nearby(world, HERE, '&language=en')).map(({ kind }) => kind)).toEqual([
      'Out',
      'Out',
      'Out',
      'Out',
      'Flickers',
    ])
    await world.store.close()
  })

  it('are not those whose case is closed', async () => {
    const world = await buildWorld({}, open())
    const states = [
      { id: 0, nombre: 'Recibido', transiciones: [1] },
      { id: 1, nombre: 'Resuelto', transiciones: [] },
    ]
    await publish(world, { ...FORM, estados: { ...FORM.estados, disponibles: states } })
    await send(world)
    await send(world, { chosen: 1 })
    const entries = await world.store.query({
      collection: 'respuestas_formularios',
      where: { idPlantilla: FORM.id },
      limit: 1,
    })
    const first = there(entries[0]?.document)
    await world.put(keys.answer(first.id), { ...first, estados: { ...there(first.estados), actual: 1 } })
    expect(await nearby(world)).toMatchObject([{ state: 'Recibido' }])
  })

  it('are of this form alone, and of this municipality', async () => {
    const world = await opened(open())
    const other = formOf({}, { id: templateIdSchema.parse('veredas') })
    const abroad = formOf({}, { id: templateIdSchema.parse('farolas-mvd'), areas: [FOREIGN_AREA] })
    for (const form of [other, abroad]) {
      await publish(world, form)
      await send(world, { template: form.id })
    }
    expect(await nearby(world)).toEqual([])
    await world.store.close()
  })
})

describe('of what is not for others nothing is said', () => {
  it('as of answers that were given while the form was not public', async () => {
    const world = await opened()
    await send(world, { days: 2, chosen: 1 })
    const entries = await world.store.query({ collection: 'respuestas_formularios', limit: 1 })
    const given = there(entries[0]?.document)
    for (let n = 0; n < 5; n += 1) {
      const id = answerIdSchema.parse(`${given.id.slice(0, -2)}${n}Z`)
      const opcionales = { ...given.opcionales, publico: false }
      await world.put(keys.answer(id), { ...given, id, opcionales, fechaCreacion: NOW })
    }
    expect(await nearby(world)).toEqual([{ kind: 'Titila', day: '2026-11-18', within: 50, state: 'Recibido' }])
  })
})

describe('what an answer nearby is about', () => {
  it('is said only as an option that the form offers now, where it has such a question', async () => {
    const world = await opened()
    await send(world)
    const [first] = SECCIONES
    const asking = (preguntas: readonly object[]) => formOf({}, {}, [{ ...first, preguntas }])
    const [note, problem] = first?.preguntas ?? []
    const reworded = { ...problem, opciones: [option(0, 'Rota', 'Broken'), option(1, 'Titila', 'Flickers')] }
    for (const [questions, kind] of [
      [[note, problem], 'Apagada'],
      [[note, reworded], null],
      [[note], null],
      [[note, { ...problem, required: false }], null],
    ] as const) {
      await world.put(keys.template(FORM.id), asking(questions.filter((one) => one !== undefined)))
      expect((await nearby(world)).map((answer) => answer.kind)).toEqual([kind])
    }
  })
})

describe('nothing is said', () => {
  const COUNTRY = getCountry(municipalityOfDocument(FORM))
  it.each([
    ['of a private form', [404, 'template.missing'], keys.template(FORM.id), formOf({ publico: false })],
    ['of a deleted form', [410, 'template.deleted'], keys.template(FORM.id), { ...FORM, deleted: true }],
    ['where it is off', [403, 'access.forbidden'], keys.template(FORM.id), formOf({ offersNearby: false })],
    [
      'where no place is asked for',
      [403, 'access.forbidden'],
      keys.template(FORM.id),
      formOf({ geolocalizacion: false }),
    ],
    [
      'of a blocked municipality',
      [403, 'municipality.blocked'],
      MUNICIPALITY,
      buildMunicipality({ inhabilitado: true }),
    ],
    ['of a blocked country', [403, 'country.blocked'], COUNTRY, buildCountry({ inhabilitado: true })],
    ['of a full form', [422, 'answer.limit-reached'], keys.templateCounter(FORM.id), { count: 50 }],
  ] as const)('%s', async (_, refusal, key, document) => {
    const world = await opened()
    await send(world)
    await world.put(key as never, document as never)
    const response = await world.ask('GET', path())
    expect([response.status, await codeOf(response)]).toEqual(refusal)
  })

  it.each([
    '',
    'latitude=1',
    'latitude=91&longitude=0',
    'latitude=x&longitude=0',
    'latitude=&longitude=',
    'latitude=1e400&longitude=0',
  ])('to a question that names no point: %j', async (query) => {
    const world = await opened()
    const response = await world.ask('GET', `/api/public/forms/${FORM.id}/nearby?${query}`)
    expect([response.status, await codeOf(response)]).toEqual([400, 'request.malformed'])
  })

  it('of a form that was never there', async () => {
    const response = await (await opened()).ask('GET', path().replace(FORM.id, 'no-hay'))
    expect([response.status, await codeOf(response)]).toEqual([404, 'template.missing'])
  })
})

describe('looks are counted, right places or wrong', () => {
  it('from one address, and again later', async () => {
    const world = await opened(openMemoryStore(), { addressOf: () => '192.0.2.1' })
    for (let n = 0; n < DEFAULT_TUNING.nearbyBurst; n += 1)
      expect((await world.ask('GET', path(north(n)))).status).toBe(200)
    const refused = await world.ask('GET', path())
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    world.clock.now += 30_000
    expect((await world.ask('GET', path())).status).toBe(200)
  })

  it('of one form from however many addresses', async () => {
    let count = 0
    const world = await opened(openMemoryStore(), {
      addressOf: () => `198.51.${Math.floor((count += 1) / 250)}.${count % 250}`,
    })
    for (let n = 0; n < DEFAULT_TUNING.nearbyBurstPerForm; n += 1) await world.ask('GET', path())
    expect((await world.ask('GET', path())).status).toBe(429)
  })
})
