import { there } from '#tests/support/there.ts'
import { describe, expect, it } from 'vitest'
import { MAX_PUSH_BYTES, PROTOCOL_VERSION, pushResponseSchema, type PushResult } from '#domain/sync/index.ts'
import { buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { buildReport } from '#tests/support/builders/report.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { AREA, buildPlainTemplate, FOREIGN_AREA, OTHER_AREA } from '#tests/support/builders/template.ts'
import { getMunicipality, templateIdSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { EARLIER_APP, inEarlierWords } from '#tests/support/device/earlier-app.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'

const ines = (mutations: readonly unknown[], change = {}) => ({
  protocol: PROTOCOL_VERSION,
  device: DEVICE,
  account: 'ines',
  mutations,
  ...change,
})

async function push(
  world: World,
  cookie: string,
  mutations: readonly unknown[],
  change = {},
): Promise<readonly PushResult[]> {
  const response = await world.ask('POST', '/api/sync/push', { cookie, body: ines(mutations, change) })
  expect(response.status).toBe(200)
  return pushResponseSchema.parse(await response.json()).results
}

describe('a push', () => {
  it('answers each mutation in the order of the request, and stores each answer with its own code', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const mutations = Array.from({ length: 100 }, (_, seed) => buildPlainSubmit(seed))
    const results = await push(world, cookie, mutations)
    expect(results.map((result) => result.id)).toEqual(mutations.map((mutation) => mutation.id))
    expect(results.map((result) => (result.status === 'applied' ? result.code : result.status))).toEqual(
      mutations.map((_, index) => `VIS${index + 1}`),
    )
  })

  it('gives the same results again, whole push or single mutation, and stores nothing twice', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const mutations = [buildPlainSubmit(1), buildPlainSubmit(2)]
    const first = await push(world, cookie, mutations)
    world.clock.now += 60_000
    expect(await push(world, cookie, mutations)).toEqual(first)
    const [both, twin] = await push(world, cookie, [mutations[1], mutations[1]])
    expect([both, twin]).toEqual([first[1], first[1]])
    expect(await world.store.count({ collection: 'respuestas_formularios', where: { authorId: 'ines' } })).toBe(2)
  })

  it('accepts one of two answers that claim the same id', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const first = buildPlainSubmit(1)
    const results = await push(world, cookie, [first, { ...buildPlainSubmit(2), answer: first.answer }])
    expect(results.map((result) => result.status)).toEqual(['applied', 'rejected'])
  })

  it('rejects what it cannot read by itself, and takes its neighbours', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const good = buildPlainSubmit(1)
    const broken = [{ ...buildPlainSubmit(2), surprise: true }, { id: 'x'.repeat(1000) }, { id: 7 }, null]
    // JSON.stringify cannot write these: nesting deeper than any stack, and a key that sets a prototype.
    const nest = `{"id":"deep","content":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    const proto = JSON.stringify(buildPlainSubmit(3)).replace('{', '{"__proto__":{"author":"ada"},')
    const body = JSON.stringify(ines(broken)).replace(/\]}$/, `,${nest},${proto},${JSON.stringify(good)}]}`)
    const response = await world.ask('POST', '/api/sync/push', { cookie, body })
    const { results } = pushResponseSchema.parse(await response.json())
    expect(results.map((result) => result.status)).toEqual([...Array.from({ length: 6 }, () => 'rejected'), 'applied'])
    expect(results.map((result) => result.id)).toEqual([
      buildPlainSubmit(2).id,
      '',
      '',
      '',
      'deep',
      buildPlainSubmit(3).id,
      good.id,
    ])
  })

  it('asks to send again what the store could not take', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const commit = world.store.commit
    Object.assign(world.store, {
      commit: async () => {
        throw new Error('disk full')
      },
    })
    const [result] = await push(world, cookie, [buildPlainSubmit(1)])
    expect(result).toMatchObject({ status: 'retry', problem: { code: 'server.busy' } })
    expect(world.log).toMatchObject([{ event: 'push.commit-failed' }])
    Object.assign(world.store, { commit })
    expect(await push(world, cookie, [buildPlainSubmit(1)])).toMatchObject([{ status: 'applied' }])
  })

  it('takes eight megabytes of answers, and not one byte more', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const large = Array.from({ length: 80 }, (_, seed) => buildPlainSubmit(seed, 'a'.repeat(99_000)))
    expect((await push(world, cookie, large)).every((result) => result.status === 'applied')).toBe(true)
    const padding = ' '.repeat(MAX_PUSH_BYTES)
    for (const headers of [{}, { 'content-length': String(padding.length + 200) }]) {
      const response = await world.ask('POST', '/api/sync/push', {
        cookie,
        headers,
        body: JSON.stringify(ines([])) + padding,
      })
      expect([response.status, await codeOf(response)]).toEqual([413, 'request.too-large'])
    }
  })

  it('is refused by a server that is older than the device, and by none that is newer', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const response = await world.ask('POST', '/api/sync/push', {
      cookie,
      body: ines([], { protocol: PROTOCOL_VERSION + 1, unknown: 1 }),
    })
    expect([response.status, await codeOf(response)]).toEqual([400, 'request.unsupported-protocol'])
  })

  it('of an earlier protocol is brought to the shape of today', async () => {
    const world = await buildWorld({ earlier: EARLIER_APP.steps })
    const cookie = await world.signIn('ines')
    const old = buildPlainSubmit(1, 'from an old app')
    const body = inEarlierWords.push(JSON.stringify(ines([old])))
    const response = await world.ask('POST', '/api/sync/push', { cookie, body })
    const { results } = pushResponseSchema.parse(await response.json())
    expect(results).toMatchObject([{ status: 'applied' }])
    const answer = there(await world.store.get(keys.answer(old.answer)))
    expect(answer.fechaCreacion).toBe(old.clock)
  })
})

describe('whose push it is', () => {
  it('needs the session of the account that it names, in body and header', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const refusals: readonly (readonly [string | undefined, object, Record<string, string>, string])[] = [
      [undefined, {}, {}, 'session.required'],
      [cookie, { account: 'pablo' }, {}, 'session.other-account'],
      [cookie, {}, { 'x-relevo-account': 'pablo' }, 'session.other-account'],
    ]
    for (const [sent, change, headers, code] of refusals) {
      const body = ines([buildPlainSubmit(1)], change)
      const response = await world.ask('POST', '/api/sync/push', {
        ...(sent === undefined ? {} : { cookie: sent }),
        headers,
        body,
      })
      expect([response.status, await codeOf(response)]).toEqual([401, code])
    }
    expect(await world.store.count({ collection: 'respuestas_formularios' })).toBe(0)
  })

  it('rejects a mutation of another author, also one that was accepted from that author before', async () => {
    const world = await buildWorld()
    const theirs = buildPlainSubmit(1, 'una nota', { author: 'pablo' })
    await push(world, await world.signIn('pablo'), [theirs], { account: 'pablo' })
    const results = await push(world, await world.signIn('ines'), [
      theirs,
      buildPlainSubmit(2, 'una nota', { author: 'ada' }),
    ])
    expect(results).toMatchObject([
      { status: 'rejected', problem: { code: 'answer.author-mismatch' } },
      { status: 'rejected', problem: { code: 'answer.author-mismatch' } },
    ])
  })

  it('holds for the old municipality what someone captured there before being moved, also after their device has heard of it', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const report = buildReport({ queued: 2 })
    const pull = () => world.ask('POST', '/api/sync/pull', { body: report, cookie })
    expect((await pull()).status).toBe(200)
    const elsewhere = getMunicipality(FOREIGN_AREA)
    await world.put(elsewhere, buildMunicipality({ path: elsewhere, key: 'LEJ' }))
    await world.put(keys.user('ines' as never), buildUser('ines', 'ROLE_INSPECTOR', [FOREIGN_AREA]))
    expect(await push(world, cookie, [buildPlainSubmit(1)])).toMatchObject([
      { status: 'held', reason: { code: 'access.forbidden' } },
    ])
    expect((await pull()).status).toBe(200)
    expect(await world.store.get(keys.device(DEVICE, 'ines' as never))).toMatchObject({ municipalityPath: elsewhere })
    expect(await push(world, cookie, [buildPlainSubmit(2)])).toMatchObject([{ status: 'held' }])
    // A user from another municipality has no such history, whatever device they name.
    await world.put(keys.user('olga' as never), buildUser('olga', 'ROLE_INSPECTOR', [FOREIGN_AREA]))
    const forged = buildPlainSubmit(3, 'una nota', { author: 'olga' })
    expect(await push(world, await world.signIn('olga'), [forged], { account: 'olga' })).toMatchObject([
      { status: 'rejected', problem: { code: 'access.forbidden' } },
    ])
  })

  it('holds what someone captured in the second municipality that they work in, where an area of the form is no longer theirs', async () => {
    const world = await buildWorld()
    await world.put(keys.user('ines' as never), buildUser('ines', 'ROLE_INSPECTOR', [FOREIGN_AREA, AREA]))
    const moved = buildPlainTemplate({ areas: [OTHER_AREA] })
    await world.put(keys.template(moved.id), moved)
    await world.put(keys.templateVersion(moved.id, 1), moved)
    expect(await push(world, await world.signIn('ines'), [buildPlainSubmit(1)])).toMatchObject([
      { status: 'held', reason: { code: 'access.forbidden' } },
    ])
  })

  it("lets the public answer public forms, also beside someone's session, and no others", async () => {
    const world = await buildWorld()
    const open = buildPlainTemplate({ id: templateIdSchema.parse('abierto') }, { opcionales: { publico: true } })
    await world.put(keys.template(open.id), open)
    await world.put(keys.templateVersion(open.id, 1), open)
    const anonymous = { author: 'public' }
    const mutations = [
      buildPlainSubmit(1, 'farola', { ...anonymous, template: 'abierto' }),
      buildPlainSubmit(2, 'farola', anonymous),
    ]
    const results = await push(world, await world.signIn('ines'), mutations, { account: 'public' })
    expect(results).toMatchObject([
      { status: 'applied' },
      { status: 'rejected', problem: { code: 'access.forbidden' } },
    ])
  })

  it('never lets a forged area, role or code in the payload count', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('olga')
    const elsewhere = buildPlainTemplate({ id: templateIdSchema.parse('lejos'), areas: [FOREIGN_AREA] })
    await world.put(keys.template(elsewhere.id), elsewhere)
    await world.put(keys.templateVersion(elsewhere.id, 1), elsewhere)
    const forged = { author: 'olga', template: 'lejos' }
    const results = await push(
      world,
      cookie,
      [
        buildPlainSubmit(1, 'x', forged),
        { ...buildPlainSubmit(2, 'x', forged), areas: [FOREIGN_AREA], roles: ['ROLE_ADMIN'], code: 'VIS1' },
      ],
      { account: 'olga' },
    )
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected'])
  })
})
