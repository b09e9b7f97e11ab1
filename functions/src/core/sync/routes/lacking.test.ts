import { beforeEach, describe, expect, it } from 'vitest'
import { keys } from '#domain/store/index.ts'
import { PROTOCOL_VERSION, type Mutation, type PushResult } from '#domain/sync/index.ts'
import { buildMove, buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'

const note = buildPlainTemplate()
let world: World
/** answers that were deleted according to the record outside the store */
let ended: Set<string>
beforeEach(async () => {
  ended = new Set()
  world = await buildWorld({}, undefined, undefined, { isEnded: (answer) => ended.has(answer) })
  await world.put(keys.template(note.id), note)
  await world.put(keys.templateVersion(note.id, 1), note)
})

async function push(author: string, mutations: readonly Mutation[]): Promise<readonly PushResult[]> {
  const cookie = await world.signIn(author)
  const body = { protocol: PROTOCOL_VERSION, device: DEVICE, account: author, mutations }
  const response = await world.ask('POST', '/api/sync/push', { cookie, body })
  return ((await response.json()) as { readonly results: readonly PushResult[] }).results
}

async function ask(author: string, mutations: readonly Pick<Mutation, 'id' | 'answer' | 'kind'>[]) {
  const cookie = await world.signIn(author)
  const body = { mutations: mutations.map(({ id, answer, kind }) => ({ id, answer, kind })) }
  const response = await world.ask('POST', '/api/sync/lacking', { cookie, body })
  const { lacking, gone } = (await response.json()) as { lacking: readonly string[]; gone: readonly string[] }
  return { status: response.status, lacking, gone }
}

describe('what a device asks about after a restore', () => {
  it('is lacking when there is no receipt of it, in the order in which it was asked about', async () => {
    const [one, two, three] = [buildPlainSubmit(1), buildPlainSubmit(2), buildPlainSubmit(3)]
    await push('ines', [two])
    const change = buildMove(4, { author: 'ines', answer: three.answer })
    const unrelated = buildMove(5, { author: 'ines', answer: two.answer })
    expect(await ask('ines', [one, two, three, change, unrelated])).toEqual({
      status: 200,
      lacking: [one.id, three.id, change.id, unrelated.id],
      gone: [],
    })
  })

  it('is gone when the answer was deleted since, with everything about it', async () => {
    const submit = buildPlainSubmit(1)
    ended.add(submit.answer)
    const change = buildMove(2, { author: 'ines', answer: submit.answer })
    expect(await ask('ines', [submit, change])).toMatchObject({ gone: [submit.id, change.id] })
  })

  it('is gone when it changes an answer that is unknown, or that the user may not read', async () => {
    const own = buildPlainSubmit(1)
    await push('ines', [own])
    const changes = (author: string) => [
      buildMove(2, { author, answer: own.answer }),
      buildMove(3, { author, answer: buildPlainSubmit(9).answer }),
    ]
    const [known, unknown] = changes('ines')
    for (const reader of ['ines', 'pablo', 'sofia', 'ada'])
      expect([reader, (await ask(reader, changes(reader))).gone]).toEqual([reader, [unknown?.id]])
    for (const stranger of ['olga', 'uma', 'gil', 'carla'])
      expect([stranger, (await ask(stranger, changes(stranger))).gone]).toEqual([stranger, [known?.id, unknown?.id]])
  })

  it('is not lacking when another author has used its id, so that nothing is revealed about others', async () => {
    const submit = buildPlainSubmit(1)
    await push('ines', [submit])
    expect(await ask('uma', [submit])).toMatchObject({ lacking: [], gone: [] })
  })

  it.each([
    ['more than a thousand', Array.from({ length: 1_001 }, (_, index) => buildPlainSubmit(index))],
    ['no id', [{ answer: buildPlainSubmit(1).answer, kind: 'answer.submit' }]],
    ['a nonsensical id', [{ id: '../x', answer: buildPlainSubmit(1).answer, kind: 'answer.submit' }]],
  ])('is refused with %s', async (_, mutations) => {
    const cookie = await world.signIn('ines')
    const body = { mutations: mutations.map(({ answer, kind, ...rest }) => ({ ...pickId(rest), answer, kind })) }
    expect((await world.ask('POST', '/api/sync/lacking', { cookie, body })).status).toBe(400)
  })

  it('is not for strangers', async () => {
    expect((await world.ask('POST', '/api/sync/lacking', { body: { mutations: [] } })).status).toBe(401)
  })
})

function pickId(rest: object): object {
  return 'id' in rest ? { id: rest.id } : {}
}

describe('an answer that comes back', () => {
  const returned = (codes: readonly string[]) => ({ ...buildPlainSubmit(1), returned: { codes: [...codes] } })

  it('gets a new code, keeps the former one beside it, and is found by it', async () => {
    expect(await push('ines', [returned(['VIS41'])])).toMatchObject([{ status: 'applied', code: 'VIS1' }])
    const answer = await world.store.get(keys.answer(buildPlainSubmit(1).answer))
    expect(answer).toMatchObject({ codigoMunicipio: 'VIS1', earlierCodes: ['VIS41'] })
  })

  it('is refused if it was deleted since, and stays refused', async () => {
    const submit = returned([])
    ended.add(submit.answer)
    for (const _ of [1, 2])
      expect(await push('ines', [submit])).toEqual([
        { id: submit.id, status: 'rejected', problem: { code: 'answer.deleted-since' } },
      ])
    expect(await world.store.get(keys.answer(submit.answer))).toBeUndefined()
  })

  it('is held when it has to be paid, because it may have been paid before', async () => {
    const paid = { ...note, opcionales: { ...note.opcionales, addPaymentGateway: true } }
    await world.put(keys.templateVersion(note.id, 1), paid)
    await world.put(keys.template(note.id), paid)
    expect(await push('ines', [returned(['VIS41'])])).toMatchObject([
      { status: 'held', reason: { code: 'answer.may-be-paid' } },
    ])
    expect(await push('ines', [buildPlainSubmit(2)])).toMatchObject([{ status: 'applied', unpaid: true }])
  })
})
