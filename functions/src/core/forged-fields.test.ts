import { describe, expect, it } from 'vitest'
import { keys } from '#domain/store/index.ts'
import { PROTOCOL_VERSION } from '#domain/sync/index.ts'
import { buildReport } from '#tests/support/builders/report.ts'
import { buildPlainSubmit, buildSubmit, DEVICE, hashOf, PHOTO, SIGNATURE } from '#tests/support/builders/submit.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'

/** Fields that a client could forge: each is refused or ignored. */
const push = async (world: World, user: string, mutation: object, body: object = {}) => {
  const cookie = await world.signIn(user)
  return world.ask('POST', '/api/sync/push', {
    cookie,
    body: { protocol: PROTOCOL_VERSION, device: DEVICE, account: user, mutations: [mutation], ...body },
  })
}
const resultOf = async (response: Response) =>
  ((await response.json()) as { results: { status: string; problem?: { code: string }; code?: string }[] }).results[0]
const stored = async (world: World, answer: string) => await world.store.get(keys.answer(answer as never))

describe('a submission', () => {
  const FORGED: readonly (readonly [string, object])[] = [
    ['its code', { codigoMunicipio: 'VIS999' }],
    ['when it arrived', { receivedAt: '2020-01-01T00:00:00.000Z' }],
    ['its author by another name', { authorId: 'sofia', creadoPor: 'sofia@relevo.example' }],
    ['its areas', { areas: ['paises/AR/provincias/cordoba/municipios/otro/areas_municipales/x'] }],
    ['the history of its states', { estados: { actual: 3, history: [] } }],
    ['its version', { lastUpdate: NOW, templateVersion: 9 }],
    ['what it was asked', { secciones: [], titulo: 'another form' }],
    ['a payment', { paymentDetails: { orderId: '1', status: 'paid' } }],
    ['a role', { roles: ['ROLE_ADMIN'] }],
    ['options of its form', { opcionales: { limitResponses: false } }],
  ]

  it.each(FORGED)('cannot say %s', async (_what, fields) => {
    const world = await buildWorld()
    for (const mutation of [
      { ...buildPlainSubmit(1), ...fields },
      { ...buildPlainSubmit(1), header: { signatures: [], ...fields } },
      { ...buildPlainSubmit(1), content: { ...buildPlainSubmit(1).content, ...fields } },
    ]) {
      expect(await resultOf(await push(world, 'ines', mutation))).toMatchObject({
        status: 'rejected',
        problem: { code: 'request.malformed' },
      })
    }
    expect(await world.store.count({ collection: 'respuestas_formularios' })).toBe(0)
  })

  it.each([
    ['an account that is not its session’s', { account: 'pablo' }, 401],
    ['a role', { roles: ['ROLE_ADMIN'] }, 400],
    ['a user', { user: { id: 'ada' } }, 400],
  ] as const)('cannot travel with %s', async (_what, body, status) => {
    const world = await buildWorld()
    expect((await push(world, 'ines', buildPlainSubmit(1), body)).status).toBe(status)
    expect(await world.store.count({ collection: 'respuestas_formularios' })).toBe(0)
  })

  it('cannot be someone else’s, nor a replay of someone else’s', async () => {
    const world = await buildWorld()
    expect(await resultOf(await push(world, 'pablo', buildPlainSubmit(1)))).toMatchObject({
      status: 'rejected',
      problem: { code: 'answer.author-mismatch' },
    })
    expect(await resultOf(await push(world, 'ines', buildPlainSubmit(1)))).toMatchObject({
      status: 'applied',
      code: 'VIS1',
    })
    // uma works elsewhere and must not learn whether it was ever sent.
    for (const [thief, code] of [
      ['pablo', 'answer.author-mismatch'],
      ['olga', 'answer.author-mismatch'],
      ['uma', 'access.forbidden'],
      ['ada', 'answer.author-mismatch'],
    ] as const) {
      const replay = await resultOf(await push(world, thief, { ...buildPlainSubmit(1), author: thief }))
      expect(replay).toMatchObject({ status: 'rejected', problem: { code } })
      expect(JSON.stringify(replay)).not.toContain('VIS1')
    }
    expect(await stored(world, buildPlainSubmit(1).answer)).toMatchObject({ authorId: 'ines', version: 1 })
  })

  it('is dated by the server, whatever the device’s clock says', async () => {
    const world = await buildWorld()
    const forged = buildPlainSubmit(1, 'x', { clock: '2036-01-01T00:00:00.000Z', offset: -9e12 })
    expect(await resultOf(await push(world, 'ines', forged))).toMatchObject({ status: 'applied' })
    expect(await stored(world, forged.answer)).toMatchObject({ receivedAt: NOW, codigoMunicipio: 'VIS1' })
  })

  it('cannot name a file that its author never sent, though the server has it', async () => {
    const world = await buildWorld()
    for (const { sha256, bytes, type } of [PHOTO, SIGNATURE])
      await world.put(`files/pablo~${sha256}`, { author: 'pablo', sha256, bytes, type })
    expect(await resultOf(await push(world, 'ines', buildSubmit(1)))).toMatchObject({
      status: 'retry',
      problem: { code: 'file.missing' },
    })
    expect(await stored(world, buildSubmit(1).answer)).toBeUndefined()
  })

  it('cannot pass a file for what it is not, nor give another length', async () => {
    const world = await buildWorld()
    const hold = async (claim: typeof PHOTO, change: object) =>
      world.put(`files/ines~${claim.sha256}`, {
        author: 'ines',
        sha256: claim.sha256,
        bytes: claim.bytes,
        type: claim.type,
        ...change,
      })
    await hold(PHOTO, { type: 'video/mp4' })
    await hold(SIGNATURE, {})
    expect(await resultOf(await push(world, 'ines', buildSubmit(1)))).toMatchObject({ status: 'rejected' })
    await hold(PHOTO, { bytes: PHOTO.bytes + 1 })
    expect(await resultOf(await push(world, 'ines', buildSubmit(1)))).toMatchObject({
      status: 'retry',
      problem: { code: 'file.missing' },
    })
    expect(await stored(world, buildSubmit(1).answer)).toBeUndefined()
  })

  it('cannot choose a state where the form does not let its author choose, nor one that there is not', async () => {
    const world = await buildWorld()
    for (const { sha256, bytes, type } of [PHOTO, SIGNATURE])
      await world.put(`files/ines~${sha256}`, { author: 'ines', sha256, bytes, type })
    const submit = buildSubmit(1)
    for (const state of [1, 999]) {
      const result = await resultOf(await push(world, 'ines', { ...submit, header: { ...submit.header, state } }))
      expect([
        state,
        result?.status,
        result?.problem?.code,
        (await stored(world, submit.answer))?.estados?.actual,
      ]).toEqual([state, 'rejected', 'answer.state-unknown', undefined])
    }
  })
})

describe('what else is sent', () => {
  it.each([
    [
      'a sign-in',
      'POST',
      '/api/session',
      { email: 'ines@relevo.example', password: 'correct horse battery', roles: ['ROLE_ADMIN'] },
    ],
    ['a new password', 'POST', '/api/password', { token: 'x', password: 'ten characters', user: 'ada' }],
  ] as const)('%s takes no further field', async (_what, method, path, body) => {
    const world = await buildWorld()
    const response = await world.ask(method, path, { body })
    expect([response.status, await codeOf(response)]).toEqual([400, 'request.malformed'])
  })

  it('a decision about a held answer is its session’s, whatever it says of itself', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('sofia')
    for (const body of [
      { reason: 'x', by: { email: 'ada@relevo.example', username: 'ada' } },
      { reason: 'x', at: NOW },
      { reason: 'x', outcome: { kind: 'accepted' } },
    ]) {
      const response = await world.ask('POST', `/api/held/${buildPlainSubmit(1).answer}/discard`, { cookie, body })
      expect(await codeOf(response)).toBe('request.malformed')
    }
  })

  it('a device’s report cannot speak for another account, municipality or time', async () => {
    const world = await buildWorld()
    const report = buildReport()
    const send = async (user: string, change: object) =>
      world.ask('POST', '/api/sync/pull', { body: { ...report, ...change }, cookie: await world.signIn(user) })
    for (const change of [
      { userId: 'pablo' },
      { municipalityPath: 'paises/UY' },
      { areas: [] },
      { seenAt: NOW },
      { clearUntil: NOW },
    ]) {
      expect((await send('ines', change)).status).toBe(200)
    }
    expect(await world.store.count({ collection: 'devices' })).toBe(0)
    await send('ines', { queued: 5, oldest: '2026-11-19T15:00:00.000Z' })
    // Uses this tablet with another user and a clock in the next century: it gets a line of its own, with no time later
    // than now.
    await send('olga', { at: '2126-01-01T00:00:00.000Z' })
    expect(await world.store.get(keys.device(DEVICE, 'ines' as never))).toMatchObject({ queued: 5, userId: 'ines' })
    const other = await world.store.get(keys.device(DEVICE, 'olga' as never))
    expect(other).toMatchObject({ queued: 0, userId: 'olga', seenAt: NOW })
    expect(String(other?.['clearUntil']) <= NOW).toBe(true)
  })

  it('an upload belongs to its session, whatever its metadata says', async () => {
    const world = await buildWorld()
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
    const metadata = [
      `sha256 ${base64(hashOf(png))}`,
      `type ${base64('image/png')}`,
      `name ${base64('a.png')}`,
      `owner ${base64('pablo')}`,
      `author ${base64('pablo')}`,
    ]
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-length': '9',
      'upload-metadata': metadata.join(','),
      'content-type': 'application/offset+octet-stream',
    }
    expect(
      (await world.ask('POST', '/api/uploads', { cookie: await world.signIn('ines'), body: png, headers })).status,
    ).toBe(201)
    expect(await world.store.get(`files/pablo~${hashOf(png)}`)).toBeUndefined()
    expect(await world.store.get(`files/ines~${hashOf(png)}`)).toMatchObject({ author: 'ines' })
  })
})
