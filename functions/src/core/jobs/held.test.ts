import { there } from '#tests/support/there.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import { describe, expect, it } from 'vitest'
import { heldDecisionSchema, heldPageSchema, heldResponseSchema } from '#domain/answers/index.ts'
import { pullResponseSchema, type PullResponse } from '#domain/sync/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit, DEVICE, hashOf } from '#tests/support/builders/submit.ts'
import { AREA, buildPlainTemplate, OTHER_AREA } from '#tests/support/builders/template.ts'
import { addPerson, buildWorld, codeOf, type World } from '#tests/support/server/world.ts'

/** Answers of ines to a form that has reached its limit: each is held. */
async function heldFrom(world: World, ...seeds: readonly number[]): Promise<readonly string[]> {
  const template = buildPlainTemplate({}, { opcionales: { limitResponses: true }, responsesCount: 1 })
  await world.put(keys.template(template.id), template)
  await world.put(keys.templateCounter(template.id), { count: 1 })
  const mutations = seeds.map((seed) => buildPlainSubmit(seed, `nota ${seed}`))
  const body = { protocol: 1, device: DEVICE, account: 'ines', mutations }
  const response = await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })
  expect(await response.json()).toMatchObject({ results: seeds.map(() => ({ status: 'held' })) })
  return mutations.map(({ answer }) => answer)
}
const listOf = async (world: World, user: string, page = 1) =>
  heldPageSchema.parse(
    await (await world.ask('GET', `/api/held?page=${page}`, { cookie: await world.signIn(user) })).json(),
  )
async function pull(
  world: World,
  cookie: string,
  from?: Pick<PullResponse, 'cursor' | 'scope'>,
): Promise<PullResponse> {
  const response = await world.ask('GET', `/api/sync/pull?${new URLSearchParams(from).toString()}`, { cookie })
  return pullResponseSchema.parse(await response.json())
}

describe('the holding area', () => {
  it('lists what waits, the oldest first and in pages, to who may decide', async () => {
    const world = await buildWorld()
    for (let seed = 1; seed <= 17; seed += 1) {
      world.clock.now += 1000
      await heldFrom(world, seed)
    }
    const first = await listOf(world, 'sofia')
    expect(first).toMatchObject({ total: 17, page: 1, pageSize: 15 })
    expect(first.held[0]).toMatchObject({
      template: { id: 'nota', titulo: 'Nota' },
      reason: { code: 'answer.limit-reached' },
      answer: { creadoPor: 'ines@relevo.example' },
    })
    const times = [...first.held, ...(await listOf(world, 'sofia', 2)).held].map(({ at }) => at)
    expect([times.length, times]).toEqual([17, [...times].sort()])
    expect((await listOf(world, 'ada')).total).toBe(17)
    expect((await listOf(world, 'uma')).total).toBe(0)
    expect((await listOf(world, 'carla')).total).toBe(0)
  })

  it('shows a corrector those of their areas only', async () => {
    const world = await buildWorld()
    await heldFrom(world, 1)
    await addPerson(world.put, buildUser('tomas', 'ROLE_SUPERVISOR_CORRECTOR'))
    await addPerson(world.put, buildUser('lola', 'ROLE_SUPERVISOR_CORRECTOR', [OTHER_AREA]))
    expect([(await listOf(world, 'tomas')).total, (await listOf(world, 'lola')).total]).toEqual([1, 0])
    // Its form belongs first to another area, and also to theirs: they may not decide it.
    const key = keys.held(buildPlainSubmit(1).answer)
    const before = there(await world.store.get(key))
    await world.put(key, {
      ...before,
      areas: [OTHER_AREA, AREA],
      answer: { ...before.answer, areas: [OTHER_AREA, AREA] },
    })
    expect([(await listOf(world, 'tomas')).held, (await listOf(world, 'lola')).held.length]).toEqual([[], 1])
  })

  it('shows one whole, with its files, to who may decide', async () => {
    const world = await buildWorld()
    const [id = ''] = await heldFrom(world, 1)
    const bytes = new TextEncoder().encode('photo')
    Object.assign(world.files, {
      read: async () => new Response(bytes).body ?? undefined,
      size: async () => bytes.length,
    })
    const key = keys.held(id as AnswerId)
    const before = there(await world.store.get(key))
    const sha256 = hashOf(bytes)
    await world.put(key, {
      ...before,
      answer: { ...before.answer, files: [{ url: '/', sha256, bytes: 5, type: 'image/png', name: 'a.png' }] },
    })
    const cookie = await world.signIn('sofia')
    const shown = heldResponseSchema.parse(await (await world.ask('GET', `/api/held/${id}`, { cookie })).json())
    expect(shown.held).toMatchObject({ id, outcome: { kind: 'waiting' }, answer: { codigoMunicipio: '' } })
    const file = `/api/answers/${id}/files/${sha256}`
    expect((await world.ask('GET', file, { cookie })).status).toBe(200)
    for (const stranger of ['uma', 'pablo', 'gil', 'carla', 'ines']) {
      expect(await codeOf(await world.ask('GET', file, { cookie: await world.signIn(stranger) }))).toBe(
        'answer.missing',
      )
    }
  })
})

describe('a decision', () => {
  it('to accept gives a code, ends the waiting, and travels to the author with the answer', async () => {
    const world = await buildWorld()
    const [id] = await heldFrom(world, 1)
    const ines = await world.signIn('ines')
    const before = await pull(world, ines)
    expect(before.held).toMatchObject([{ answer: id, outcome: { kind: 'waiting' } }])
    const done = await world.ask('POST', `/api/held/${id}/accept`, { cookie: await world.signIn('sofia') })
    expect(heldDecisionSchema.parse(await done.json()).held.outcome).toMatchObject({ kind: 'accepted', code: 'VIS1' })
    expect((await listOf(world, 'sofia')).total).toBe(0)
    const after = await pull(world, ines, before)
    expect(after).toMatchObject({
      held: [{ answer: id, outcome: { kind: 'accepted', code: 'VIS1' } }],
      answers: [{ id, codigoMunicipio: 'VIS1' }],
    })
    expect(await pull(world, ines, after)).toMatchObject({ held: [], answers: [], cursor: after.cursor })
  })

  it('to discard needs a reason, and tells it to the author alone', async () => {
    const world = await buildWorld()
    const [id] = await heldFrom(world, 1)
    const cookie = await world.signIn('sofia')
    for (const body of [
      undefined,
      {},
      { reason: '' },
      { reason: ' \n ' },
      { reason: 5 },
      { reason: 'a'.repeat(2001) },
      { reason: 'x', code: 'VIS9' },
      '{',
    ]) {
      expect(await codeOf(await world.ask('POST', `/api/held/${id}/discard`, { cookie, body }))).toBe(
        'request.malformed',
      )
    }
    const done = await world.ask('POST', `/api/held/${id}/discard`, {
      cookie,
      body: { reason: ' twice the same shop ' },
    })
    expect(await done.json()).toMatchObject({
      held: { outcome: { kind: 'discarded', reason: 'twice the same shop', by: { username: 'sofia' } } },
    })
    expect((await pull(world, await world.signIn('ines'))).held).toMatchObject([{ outcome: { kind: 'discarded' } }])
    expect((await pull(world, await world.signIn('pablo'))).held).toEqual([])
    const late = await world.ask('POST', `/api/held/${id}/accept`, { cookie: await world.signIn('ada') })
    expect([late.status, await codeOf(late)]).toEqual([409, 'held.already-decided'])
  })

  it('of several at once is one: twenty accept, ten discard, all hear of one outcome or are refused', async () => {
    const world = await buildWorld()
    const [id] = await heldFrom(world, 1)
    const cookies = [await world.signIn('sofia'), await world.signIn('ada')]
    const asked = Array.from({ length: 30 }, (_, index) => {
      const [path, body] = index % 3 === 2 ? ['discard', { reason: 'no' }] : ['accept', undefined]
      return world.ask('POST', `/api/held/${id}/${path}`, { cookie: cookies[index % 2] ?? '', body })
    })
    const replies = await Promise.all(asked)
    const texts = new Set(
      await Promise.all(replies.filter(({ status }) => status === 200).map((reply) => reply.text())),
    )
    expect(texts.size).toBe(1)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  it('about something that is no id, or an answer that was never held, is about nothing', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('sofia')
    for (const id of ['x', 'a'.repeat(300), buildPlainSubmit(5).answer, '__proto__']) {
      for (const [method, path] of [
        ['GET', ''],
        ['POST', '/accept'],
        ['POST', '/discard'],
      ] as const) {
        const response = await world.ask(method, `/api/held/${id}${path}`, {
          cookie,
          ...(path === '/discard' ? { body: { reason: 'x' } } : {}),
        })
        expect([response.status, await codeOf(response)]).toEqual([404, 'answer.missing'])
      }
    }
    expect(await codeOf(await world.ask('GET', '/api/held?page=0', { cookie }))).toBe('request.malformed')
    expect(await codeOf(await world.ask('GET', '/api/held', { cookie: await world.signIn('ines') }))).toBe(
      'access.forbidden',
    )
  })
})
