import { there } from '#tests/support/there.ts'
import { remove, keys } from '#domain/store/index.ts'
import { describe, expect, it } from 'vitest'
import type { Answer } from '#domain/answers/index.ts'
import { citizenSchema } from '#domain/citizens/index.ts'
import { generateMutationId, authorSchema } from '#domain/kernel/index.ts'
import { type AnswerChange, type Mutation, mutationSchema } from '#domain/sync/index.ts'
import { listLocalAnswers, listOutbox, listTemplates, readStoredProfile, saveAnswer } from '#local/index.ts'
import { OPTIONAL_SIGNATURE } from '../support/builders/changes.ts'
import { buildSubmit, bytesFor, CLOCK, DEVICE, PHOTO, SIGNATURE } from '../support/builders/submit.ts'
import { buildTemplate } from '../support/builders/template.ts'
import { buildDevice, capture, saveOne, type TestDevice } from '../support/device/device.ts'
import { ORIGIN, buildWorld, type World } from '../support/server/world.ts'

/** Real pictures as far as the server checks: it detects a file's type from its first bytes. */
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
)

async function buildSignedIn(): Promise<{ world: World; device: TestDevice; cookie: { value: string } }> {
  const world = await buildWorld()
  const cookie = { value: await world.signIn('ines') }
  const device = buildDevice(async (path, init) => {
    const headers = new Headers(init.headers)
    headers.set('origin', ORIGIN)
    headers.set('cookie', cookie.value)
    return world.app.request(`${ORIGIN}${path}`, { ...init, headers })
  })
  return { world, device, cookie }
}

describe('the device’s own code against the server’s own code', () => {
  it('pulls profile and templates, delivers an answer with photo and signature, and gets its copy back', async () => {
    const { world, device } = await buildSignedIn()
    expect(await device.run()).toEqual({ kind: 'done', next: undefined })
    expect((await readStoredProfile(device.local))?.id).toBe('ines')
    expect((await listTemplates(device.local)).map(({ id }) => id).toSorted()).toEqual(['comercios', 'nota'])

    const [photo, signature] = [capture(JPEG), capture(PNG, 'firma.png', 'image/png')]
    const text = JSON.stringify(buildSubmit(1))
    const [oldPhoto, oldSignature] = buildSubmit(1).files
    const mutation = JSON.parse(
      text
        .replaceAll(oldPhoto?.sha256 ?? '', photo.claim.sha256)
        .replaceAll(oldSignature?.sha256 ?? '', signature.claim.sha256),
    ) as ReturnType<typeof buildSubmit>
    const saved = await saveAnswer(device.local, {
      mutation: { ...mutation, files: [photo.claim, signature.claim] },
      files: [photo, signature],
    })
    expect(saved).toEqual({ ok: true, value: undefined })
    expect(await device.run()).toEqual({ kind: 'done', next: undefined })
    expect(await listOutbox(device.local)).toEqual([])
    const [answer] = await listLocalAnswers(device.local)
    expect(answer?.delivery).toMatchObject({ kind: 'received', code: 'VIS1' })
    expect(answer?.answer?.codigoMunicipio).toBe('VIS1')
    expect(await world.files.size(photo.claim.sha256)).toBe(JPEG.length)
    expect(world.log).toEqual([])
  })

  it('gives a hundred and fifty answers a hundred and fifty codes, once each, in two runs at once', async () => {
    const { world, device } = await buildSignedIn()
    for (let seed = 1; seed <= 150; seed += 1) await saveOne(device.local, seed)
    await Promise.all([device.run(), device.run()])
    await device.run({ hurry: true })
    expect(await listOutbox(device.local)).toEqual([])
    expect(await world.store.count({ collection: 'respuestas_formularios', where: { authorId: 'ines' } })).toBe(150)
  })

  it('pauses without a session and continues with one', async () => {
    const { world, device, cookie } = await buildSignedIn()
    const good = cookie.value
    cookie.value = '__session=none'
    await saveOne(device.local, 1, [capture(JPEG)])
    expect(await device.run()).toMatchObject({ kind: 'stopped', stop: { kind: 'sign-in' } })
    expect(await device.run()).toMatchObject({ kind: 'stopped', stop: { kind: 'sign-in' } })
    cookie.value = good
    expect(await device.run()).toMatchObject({ kind: 'done' })
    expect(world.log).toEqual([])
  })

  it('sends nothing under another account’s session', async () => {
    const { world, device, cookie } = await buildSignedIn()
    cookie.value = await world.signIn('pablo')
    await saveOne(device.local, 1, [capture(JPEG)])
    expect(await device.run()).toMatchObject({
      kind: 'stopped',
      stop: { kind: 'sign-in', problem: { code: 'session.other-account' } },
    })
    expect(await world.files.size(capture(JPEG).claim.sha256)).toBeUndefined()
  })
})

it('what someone captured before their account was taken away is held with its photo, and shows them nothing more', async () => {
  const { world, device } = await buildSignedIn()
  await device.run()
  const [photo, signature] = [capture(JPEG), capture(PNG, 'firma.png', 'image/png')]
  const text = JSON.stringify(buildSubmit(1))
    .replaceAll(PHOTO.sha256, photo.claim.sha256)
    .replaceAll(SIGNATURE.sha256, signature.claim.sha256)
  const mutation = { ...(JSON.parse(text) as ReturnType<typeof buildSubmit>), files: [photo.claim, signature.claim] }
  await saveAnswer(device.local, { mutation, files: [photo, signature] })
  await world.store.commit({
    keysFor: () => [],
    decide: () => ({ result: 0, writes: [remove(keys.user(authorSchema.parse('ines')))] }),
  })
  expect(await device.run()).toMatchObject({
    kind: 'stopped',
    stop: { kind: 'refused', problem: { code: 'session.no-user-record' } },
  })
  expect(await listOutbox(device.local)).toEqual([])
  expect((await listLocalAnswers(device.local))[0]?.delivery).toMatchObject({ kind: 'held' })
  const sofia = await world.signIn('sofia')
  const shown = await world.ask('GET', `/api/held/${mutation.answer}`, { cookie: sofia })
  expect(await shown.json()).toMatchObject({
    held: { reason: { code: 'access.forbidden' }, answer: { creadoPor: 'ines@relevo.example' } },
  })
  expect(
    (await world.ask('GET', `/api/answers/${mutation.answer}/files/${photo.claim.sha256}`, { cookie: sofia })).status,
  ).toBe(200)
})

/** An answer of ines to a form with corrections, a citizen and states. */
async function answered(world: World): Promise<Answer['id']> {
  const opcionales = {
    digitalSignature: true,
    signatureEditableAnswer: true,
    citizenAssociationFromCitizenPortal: true,
    incidentes: true,
  }
  const template = buildTemplate({}, { opcionales, signatures: [OPTIONAL_SIGNATURE] })
  await world.put(keys.template(template.id), template)
  await world.put(keys.templateVersion(template.id, template.version), template)
  for (const { sha256, bytes, type } of [PHOTO, SIGNATURE])
    await world.put(`files/ines~${sha256}`, { author: 'ines', sha256, bytes, type })
  const submit = buildSubmit(1)
  const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [submit] }
  const response = await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })
  expect(await response.json()).toMatchObject({ results: [{ status: 'applied' }] })
  return submit.answer
}

/** Removes a required answer, as in an answer imported from another system. */
async function withoutName(world: World, id: Answer['id']): Promise<void> {
  const answer = there(await world.store.get(keys.answer(id)))
  const [first, ...more] = answer.secciones
  const preguntas =
    first?.preguntas.map(({ respuesta, ...question }) =>
      question.orden === 0 ? question : { ...question, respuesta },
    ) ?? []
  const datosCiudadano = citizenSchema.parse({ id: 'c1' })
  await world.put(keys.answer(id), {
    ...answer,
    datosCiudadano,
    secciones: [{ ...first, preguntas }, ...more],
  } as Answer)
}

it('every kind of change that an account makes goes out of the outbox in its order, once, though the reply to each push is lost', async () => {
  const world = await buildWorld()
  const answer = await answered(world)
  await withoutName(world, answer)
  const cookie = await world.signIn('sofia')
  const line = { isDown: true, lost: 0 }
  const device = buildDevice(
    async (path, init) => {
      if (line.isDown) throw new TypeError('cut')
      const headers = new Headers(init.headers)
      headers.set('origin', ORIGIN)
      headers.set('cookie', cookie)
      const response = await world.app.request(`${ORIGIN}${path}`, { ...init, headers })
      const isLost = path === '/api/sync/push' && (line.lost += 1) % 2 === 1
      if (isLost) throw new TypeError('cut before the reply')
      return response
    },
    { account: authorSchema.parse('sofia') },
  )
  const photo = capture(JPEG)
  const envelope = {
    author: 'sofia',
    device: DEVICE,
    clock: CLOCK,
    offset: 0,
    answer,
    template: 'comercios',
    version: 1,
    files: [],
  }
  const change = (seed: number, kind: AnswerChange['kind'], facts: object): Mutation =>
    mutationSchema.parse({ ...envelope, id: generateMutationId(bytesFor(seed)), kind, base: seed - 99, ...facts })
  const correction = { values: [], conditions: [], rows: [] }
  // A copy by e-mail creates no version: copies.test.ts.
  const changes: Readonly<Record<Exclude<AnswerChange['kind'], 'answer.revise' | 'answer.sendCopy'>, Mutation>> = {
    'answer.correct': change(100, 'answer.correct', {
      correction: {
        ...correction,
        values: [
          { at: '0/7', seen: { imagen: PHOTO.sha256 }, value: { imagen: photo.claim.sha256 } },
          { at: '2/c1/0', seen: null, value: { respuesta: '80' } },
        ],
        conditions: [{ section: 2, condition: 1, seen: false, checked: true }],
      },
      resolves: [],
      files: [photo.claim],
    }),
    'answer.edit': change(101, 'answer.edit', {
      correction: { ...correction, values: [{ at: '0/0', seen: null, value: { respuesta: 'Bar Central' } }] },
      signatures: [],
    }),
    'answer.changeState': change(102, 'answer.changeState', { from: 0, to: 1 }),
    'answer.requestChanges': change(103, 'answer.requestChanges', {
      comment: 'otra vez',
      answers: ['0/0'],
      images: [],
      documents: [],
      sections: [],
    }),
    'answer.delete': change(104, 'answer.delete', {}),
  }
  for (const mutation of Object.values(changes)) {
    expect(await saveAnswer(device.local, { mutation, files: mutation.files.length > 0 ? [photo] : [] })).toEqual({
      ok: true,
      value: undefined,
    })
  }
  await device.run()
  expect((await listOutbox(device.local)).map(({ mutation }) => mutation.kind)).toEqual(Object.keys(changes))

  line.isDown = false
  for (let run = 0; run < 20 && (await listOutbox(device.local)).length > 0; run += 1) {
    device.clock.now += 600_000
    await device.run({ hurry: true })
  }
  expect(await listOutbox(device.local)).toEqual([])
  expect(await world.store.get(keys.answer(answer))).toBeUndefined()
  const history = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((version) => world.store.get(keys.answerVersion(answer, version))),
  )
  const last = history[4] as Answer
  expect(history.map((document) => document?.['version'])).toEqual([1, 2, 3, 4, 5, undefined])
  expect(last.secciones[0]?.preguntas.map(({ respuesta, imagen }) => imagen?.sha256 ?? respuesta)).toMatchObject({
    0: 'Bar Central',
    7: photo.claim.sha256,
  })
  expect(last.secciones[2]?.conditions[1]?.questions[0]?.respuesta).toBe('80')
  expect([
    last.estados?.actual,
    last.estados?.history.length,
    last.editsBySupervisor.length,
    last.requestsForChanges.length,
    last.conflicts.length,
  ]).toEqual([1, 2, 1, 1, 0])
  expect(await world.files.size(photo.claim.sha256)).toBe(JPEG.length)
  expect(world.log).toEqual([])
})
