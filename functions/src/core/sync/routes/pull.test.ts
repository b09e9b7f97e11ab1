import { remove, keys } from '#domain/store/index.ts'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type Answer, summariseAnswer } from '#domain/answers/index.ts'
import { templateIdSchema, toInstant } from '#domain/kernel/index.ts'
import { PROTOCOL_VERSION, type PullResponse } from '#domain/sync/index.ts'
import { buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { AREA, buildPlainTemplate, FOREIGN_AREA, MUNICIPALITY, OTHER_AREA } from '#tests/support/builders/template.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'
import { type Position, pull } from '#tests/support/server/pulls.ts'

/** Pulls until no more data are waiting, like a device. */
async function pullAll(world: World, cookie: string, from?: Position): Promise<readonly PullResponse[]> {
  const pages = [await pull(world, cookie, from)]
  for (let last = pages[0]; last?.more === true; last = pages.at(-1)) pages.push(await pull(world, cookie, last))
  return pages
}
const putTemplate = (world: World, id: string, areas = [AREA], change = {}) => {
  const template = { ...buildPlainTemplate({ id: templateIdSchema.parse(id), areas }), ...change }
  return world.put(keys.template(template.id), template)
}
const removeFrom = (world: World, key: string) =>
  world.store.commit({ keysFor: () => [], decide: () => ({ result: 0, writes: [remove(key)] }) })
const idsOf = (pages: readonly PullResponse[]) =>
  pages.flatMap((page) => page.templates.map((template) => template.id)).sort()

describe('a pull', () => {
  it('brings profile, areas with their names, the forms of the areas, and own answers', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    await putTemplate(world, 'ajeno', [OTHER_AREA])
    const push = (author: string, seed: number) =>
      world.signIn(author).then((own) => {
        const body = {
          protocol: 1,
          device: DEVICE,
          account: author,
          mutations: [buildPlainSubmit(seed, 'x', { author })],
        }
        return world.ask('POST', '/api/sync/push', { cookie: own, body })
      })
    await push('pablo', 1)
    await push('ines', 2)
    const page = await pull(world, cookie)
    expect(page).toMatchObject({
      reset: true,
      more: false,
      goneTemplates: [],
      goneAnswers: [],
      profile: { id: 'ines' },
    })
    expect(page.areas).toEqual([
      { path: AREA, nombre: 'inspeccion', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' },
    ])
    expect(idsOf([page])).toEqual(['comercios', 'nota'])
    expect(page.answers.map((answer) => answer.authorId)).toEqual(['ines'])
  })

  it('of a page that shows one form brings that form, where the account may have it, and own answers to it alone', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    await putTemplate(world, 'ajeno', [OTHER_AREA])
    const body = {
      protocol: 1,
      device: DEVICE,
      account: 'ines',
      mutations: [buildPlainSubmit(1, 'x', { author: 'ines' })],
    }
    await world.ask('POST', '/api/sync/push', { cookie, body })
    const asked = async (only: string) => {
      const reply = await world.ask('GET', `/api/sync/pull?only=${only}`, { cookie })
      const page = (await reply.json()) as PullResponse
      return [idsOf([page]), page.answers.length, page.goneTemplates, page.profile?.id]
    }
    expect(await asked('nota')).toEqual([['nota'], 1, [], 'ines'])
    expect(await asked('comercios')).toEqual([['comercios'], 0, [], 'ines'])
    expect(await asked('ajeno')).toEqual([[], 0, [], 'ines'])
    expect(await asked('')).toEqual([[], 0, [], 'ines'])
    expect(await codeOf(await world.ask('GET', '/api/sync/pull?only=a/b', { cookie }))).toBe('request.malformed')
  })

  it('is small when nothing changed, and brings only what did', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const first = await pull(world, cookie)
    const second = await pull(world, cookie, first)
    expect(second).toMatchObject({ reset: false, templates: [], answers: [], more: false, cursor: first.cursor })
    expect(JSON.stringify(second).length).toBeLessThan(500)
    await putTemplate(world, 'nuevo')
    expect(idsOf([await pull(world, cookie, second)])).toEqual(['nuevo'])
  })

  it('tells of the account and its areas again when something about them has changed, and only then', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const first = await pull(world, cookie)
    const unchanged = await pull(world, cookie, first)
    expect([unchanged.profile, unchanged.areas]).toEqual([undefined, undefined])
    const area = await world.store.get(AREA)
    await world.put(AREA, { ...area, nombre: 'Otro nombre' })
    const renamed = await pull(world, cookie, unchanged)
    expect(renamed).toMatchObject({ reset: false, profile: { id: 'ines' }, areas: [{ nombre: 'Otro nombre' }] })
    expect((await pull(world, cookie, renamed)).areas).toBeUndefined()
  })

  it('tells whether the municipality keeps what was received on shared devices, which it does not unless it says so', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    expect((await pull(world, cookie)).profile?.municipality).not.toHaveProperty('keepsReceived')
    await world.put(MUNICIPALITY, buildMunicipality({ settings: { sharedDevicesKeepReceived: true } }))
    expect((await pull(world, cookie)).profile?.municipality).toMatchObject({ keepsReceived: true })
  })

  it('brings own answers of the last days whole and older ones as summaries, for as many days as the municipality wants', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const mutations = [1, 2, 3].map((seed) => buildPlainSubmit(seed))
    const body = { protocol: PROTOCOL_VERSION, device: DEVICE, account: 'ines', mutations }
    await world.ask('POST', '/api/sync/push', { cookie, body })
    const key = keys.answer(buildPlainSubmit(2).answer)
    const old = (await world.store.get(key)) as Answer
    await world.put(key, { ...old, lastUpdate: toInstant(world.clock.now - 91 * 24 * 3_600_000) })
    const seen = async (from?: Position) => {
      const { answers, olderAnswers = [], goneAnswers } = await pull(world, cookie, from)
      return [answers.map(({ id }) => id), olderAnswers.map(({ id }) => id), goneAnswers]
    }
    const [first, second, third] = mutations.map(({ answer }) => answer)
    expect(await seen()).toEqual([[first, third], [second], []])
    const page = await pull(world, cookie)
    expect(page.olderAnswers).toEqual([{ ...summariseAnswer(old), lastUpdate: expect.anything(), template: 'nota' }])
    // Fields that are empty in most summaries are not sent, and are filled in on the device.
    const sent = await (await world.ask('GET', '/api/sync/pull', { cookie })).text()
    expect(sent).not.toContain('"destinatario":""')
    const ago = toInstant(world.clock.now - 92 * 24 * 3_600_000)
    const unchanged = { ...old, lastUpdate: ago, receivedAt: ago }
    await world.put(key, unchanged)
    expect(await (await world.ask('GET', '/api/sync/pull', { cookie })).text()).not.toContain('"lastUpdate":"' + ago)
    expect((await pull(world, cookie)).olderAnswers).toEqual([{ ...summariseAnswer(unchanged), template: 'nota' }])
    await world.put(key, { ...old, lastUpdate: toInstant(world.clock.now) })
    expect(await seen(page)).toEqual([[second], [], []])
    await world.put(MUNICIPALITY, buildMunicipality({ settings: { ownAnswersDays: 0 } }))
    expect(await seen()).toEqual([[], [first, third, second], []])
    await removeFrom(world, key)
    expect((await seen(page))[2]).toEqual([second])
  })

  it('tells a device that has never pulled an answer that one which it sent was deleted', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const before = await pull(world, cookie)
    const submit = buildPlainSubmit(2, 'x', { author: 'ines' })
    await world.ask('POST', '/api/sync/push', {
      cookie,
      body: { protocol: 1, device: DEVICE, account: 'ines', mutations: [submit] },
    })
    await removeFrom(world, keys.answer(submit.answer))
    expect((await pull(world, cookie, before)).goneAnswers).toEqual([submit.answer])
    expect((await pull(world, cookie)).goneAnswers, 'nor one whose scope changed meanwhile').toEqual([submit.answer])
  })

  it('is compressed for anyone who can read that', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const whole = await world.ask('GET', '/api/sync/pull', { cookie })
    const packed = await world.ask('GET', '/api/sync/pull', { cookie, headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    const bytes = new Uint8Array(await packed.arrayBuffer())
    expect(gunzipSync(bytes).toString()).toContain('"templates":[')
    expect(bytes.length).toBeLessThan((await whole.arrayBuffer()).byteLength / 2)
  })

  it('starts again with a cursor of another store, or of positions that a restored backup has lost', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const { scope, cursor } = await pull(world, cookie)
    expect(await pull(world, cookie, { scope, cursor })).toMatchObject({ reset: false })
    Object.assign(world.store, {
      eras: [
        { id: 'memory', from: 0 },
        { id: 'after a restore', from: 1 },
      ],
    })
    const again = await pull(world, cookie, { scope, cursor })
    expect(again).toMatchObject({ reset: true })
    expect(idsOf([again])).toEqual(['comercios', 'nota'])
    expect(await pull(world, cookie, again)).toMatchObject({ reset: false, templates: [] })
    Object.assign(world.store, { eras: [{ id: 'another', from: 0 }] })
    expect(await pull(world, cookie, again)).toMatchObject({ reset: true })
  })

  it('comes in pages that together hold everything once', async () => {
    const world = await buildWorld({ tuning: { pullPageDocuments: 7 } })
    const names = Array.from({ length: 40 }, (_, index) => `form-${index}`)
    for (const name of names) await putTemplate(world, name)
    const pages = await pullAll(world, await world.signIn('ines'))
    expect(pages.length).toBeGreaterThan(5)
    expect(pages.map((page) => page.reset)).toEqual(pages.map((_, index) => index === 0))
    expect(idsOf(pages)).toEqual(['comercios', 'nota', ...names].sort())
  })

  it('ends a page that has grown heavy', async () => {
    const world = await buildWorld({ tuning: { pullPageBytes: 50_000 } })
    for (let index = 0; index < 60; index += 1)
      await putTemplate(world, `form-${index}`, [AREA], { descripcion: 'a'.repeat(5000) })
    expect((await pullAll(world, await world.signIn('ines'))).length).toBeGreaterThan(1)
  })

  it('tells of forms that were deleted, softly or for good, and of forms that moved to another area', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    for (const id of ['uno', 'dos', 'tres']) await putTemplate(world, id)
    const before = await pull(world, cookie)
    await putTemplate(world, 'uno', [AREA], { deleted: true })
    await removeFrom(world, 'formularios/dos')
    await putTemplate(world, 'tres', [OTHER_AREA])
    const after = await pull(world, cookie, before)
    expect([...after.goneTemplates].sort()).toEqual(['dos', 'tres', 'uno'])
    expect(after.templates).toEqual([])
  })

  it('starts again when areas or role changed, and when the cursor or the scope cannot be ours', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const first = await pull(world, cookie)
    for (const cursor of ['', 'x', '%%%', 'e30', 'bnVsbA', 'eyJ0ZW1wbGF0ZXMiOi0xLCJhbnN3ZXJzIjowfQ', 'a'.repeat(500)]) {
      expect(await pull(world, cookie, { ...first, cursor })).toMatchObject({ reset: true })
    }
    expect(await pull(world, cookie, { ...first, scope: 'other' })).toMatchObject({ reset: true })
    await world.put('usuarios/ines', buildUser('ines', 'ROLE_INSPECTOR', [OTHER_AREA]))
    const moved = await pull(world, cookie, first)
    expect(moved).toMatchObject({ reset: true, templates: [] })
    expect(moved.scope).not.toBe(first.scope)
    await world.put('usuarios/ines', buildUser('ines', 'ROLE_INSPECTOR_ACTAS', [OTHER_AREA]))
    expect(await pull(world, cookie, moved)).toMatchObject({ reset: true, profile: { role: 'ROLE_INSPECTOR_ACTAS' } })
  })

  it('brings no longer what someone answered in an area that was taken from them, and takes no cursor of another account', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [buildPlainSubmit(1)] }
    await world.ask('POST', '/api/sync/push', { cookie, body })
    const first = await pull(world, cookie)
    expect(first.answers).toHaveLength(1)
    // pablo has the same role and the same areas.
    expect(await pull(world, await world.signIn('pablo'), first)).toMatchObject({ reset: true, answers: [] })
    await world.put('usuarios/ines', buildUser('ines', 'ROLE_INSPECTOR', [OTHER_AREA]))
    expect(await pull(world, cookie, first)).toMatchObject({ reset: true, answers: [] })
  })

  it('is refused to a blocked municipality and to someone without areas', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    await world.put('usuarios/ines', { ...buildUser('ines'), areas: [] })
    const response = await world.ask('GET', '/api/sync/pull', { cookie })
    expect([response.status, await codeOf(response)]).toEqual([403, 'session.no-areas'])
  })

  it('shows forms of another municipality to no one but their own people', async () => {
    const world = await buildWorld()
    await putTemplate(world, 'lejos', [FOREIGN_AREA])
    expect(idsOf([await pull(world, await world.signIn('sofia'))])).not.toContain('lejos')
    expect(idsOf([await pull(world, await world.signIn('uma'))])).toEqual(['lejos'])
  })
})
