import { remove, keys } from '#domain/store/index.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { ROLES, type Role } from '#domain/users/index.ts'
import type { AreaPath } from '#domain/kernel/index.ts'
import { heldPageSchema } from '#domain/answers/index.ts'
import { PROTOCOL_VERSION, type MutationKind } from '#domain/sync/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit, CLOCK, DEVICE, hashOf } from '#tests/support/builders/submit.ts'
import { AREA, buildPlainTemplate, FOREIGN_AREA, OTHER_AREA } from '#tests/support/builders/template.ts'
import { addPerson, buildWorld, type World } from '#tests/support/server/world.ts'

/**
 * Route × role × relation: answers, held answers and files of one's own area, another area and another municipality,
 * tried by every role of the first. The expected access is written by hand, independently of `can`.
 */
const RELATIONS = ['area', 'otherArea', 'foreign'] as const
type Relation = (typeof RELATIONS)[number]
const PLACES: Readonly<Record<Relation, AreaPath>> = { area: AREA, otherArea: OTHER_AREA, foreign: FOREIGN_AREA }

/** Roles that see only their own answers; these belong to another user. */
const OWN_ONLY: readonly Role[] = [
  'ROLE_CENSISTA_PRIVADO',
  'ROLE_GENERADOR_RESPUESTAS',
  'ROLE_GENERADOR_CORRECTOR_RESPUESTAS',
]
const CORRECTORS: readonly Role[] = [
  'ROLE_ADMIN',
  'ROLE_SUPERVISOR_ELEVADO',
  'ROLE_SUPERVISOR_CORRECTOR_DUPLICADOR',
  'ROLE_SUPERVISOR_CORRECTOR',
  'ROLE_INSPECTOR_ELEVADO_CORRECTOR',
]

function reaches(role: Role, relation: Relation): boolean {
  if (role === 'ROLE_ADMIN') return true
  if (role === 'ROLE_SUPERVISOR_ELEVADO' || role === 'ROLE_TESORERIA') return relation !== 'foreign'
  return relation === 'area'
}
const reads = (role: Role, relation: Relation): boolean =>
  role !== 'ROLE_GENERADOR' && !OWN_ONLY.includes(role) && reaches(role, relation)
const decides = (role: Role, relation: Relation): boolean => CORRECTORS.includes(role) && reaches(role, relation)

const photoOf = (relation: Relation): string => hashOf(`photo of ${relation}`)
const seedOf = (relation: Relation): number => RELATIONS.indexOf(relation) * 10 + 1
const answerOf = (relation: Relation): string => buildPlainSubmit(seedOf(relation)).answer
const heldOf = (relation: Relation): string => buildPlainSubmit(seedOf(relation) + 1).answer
const nameOf = (role: Role): string => role.toLowerCase().replaceAll('_', '-')
const formOf = (relation: Relation): string => `form-${relation.toLowerCase()}`

let world: World
const cookies = new Map<Role, string>()

beforeAll(async () => {
  world = await buildWorld()
  for (const relation of RELATIONS) await fill(relation)
  for (const role of ROLES) {
    await addPerson(world.put, buildUser(nameOf(role), role))
    cookies.set(role, await world.signIn(nameOf(role)))
  }
})

/** An answer with a photo, and a held one with the same photo, by a user of that area. */
async function fill(relation: Relation): Promise<void> {
  const author = `author-${relation.toLowerCase()}`
  await addPerson(world.put, buildUser(author, 'ROLE_INSPECTOR', [PLACES[relation]]))
  const form = buildPlainTemplate(
    { id: formOf(relation) as never, areas: [PLACES[relation]] },
    { opcionales: { limitResponses: true }, responsesCount: 1 },
  )
  await world.put(keys.template(form.id), form)
  await world.put(keys.templateVersion(form.id, form.version), form)
  const mutations = [0, 1].map((more) =>
    buildPlainSubmit(seedOf(relation) + more, 'a note', { author, template: form.id }),
  )
  const response = await world.ask('POST', '/api/sync/push', {
    cookie: await world.signIn(author),
    body: { protocol: PROTOCOL_VERSION, device: DEVICE, account: author, mutations },
  })
  expect(await response.json()).toMatchObject({ results: [{ status: 'applied' }, { status: 'held' }] })
  const file = { url: '/', sha256: photoOf(relation), bytes: 5, type: 'image/png', name: 'a.png' }
  const key = keys.answer(answerOf(relation) as never)
  await world.put(key, { ...(await world.store.get(key)), files: [file] })
  const heldKey = keys.held(heldOf(relation) as never)
  const held = await world.store.get(heldKey)
  await world.put(heldKey, { ...held, answer: { ...(held?.['answer'] as object), files: [file] } })
  Object.assign(world.files, { read: async () => new Response('photo').body ?? undefined, size: async () => 5 })
}

const ask = async (role: Role, method: string, path: string, body?: unknown) =>
  world.ask(method, path, { cookie: cookies.get(role) ?? '', ...(body === undefined ? {} : { body }) })
const cells = ROLES.flatMap((role) => RELATIONS.map((relation) => [role, relation] as const))

describe.each(cells)('%s and what belongs to %s', (role, relation) => {
  it('reads an answer and its files, or finds nothing', async () => {
    const status = reads(role, relation) ? 200 : 404
    const paths = [
      `/api/answers/${answerOf(relation)}`,
      `/api/answers/${answerOf(relation)}/files/${photoOf(relation)}`,
    ]
    for (const path of paths) expect([path, (await ask(role, 'GET', path)).status]).toEqual([path, status])
    // Access to one answer gives no access to the files of another.
    for (const other of RELATIONS.filter((one) => one !== relation)) {
      expect((await ask(role, 'GET', `/api/answers/${answerOf(relation)}/files/${photoOf(other)}`)).status).toBe(404)
    }
  })

  it('finds it in a list only where it may be read', async () => {
    const response = await ask(role, 'GET', `/api/answers?template=${formOf(relation)}`)
    const ids =
      response.status === 200
        ? ((await response.json()) as { answers: { id: string }[] }).answers.map(({ id }) => id)
        : []
    expect(ids).toEqual(reads(role, relation) ? [answerOf(relation)] : [])
  })

  it('is not sent it by a pull, because someone else answered', async () => {
    const text = await (await ask(role, 'GET', '/api/sync/pull')).text()
    for (const secret of [answerOf(relation), heldOf(relation), photoOf(relation)]) expect(text).not.toContain(secret)
  })

  it('sees a held answer and its files, or finds nothing', async () => {
    const status = decides(role, relation) ? 200 : 404
    for (const path of [
      `/api/held/${heldOf(relation)}`,
      `/api/answers/${heldOf(relation)}/files/${photoOf(relation)}`,
    ]) {
      expect([path, (await ask(role, 'GET', path)).status]).toEqual([path, status])
    }
    const list = await ask(role, 'GET', '/api/held')
    const listed = list.status === 200 && (await list.text()).includes(heldOf(relation))
    expect(listed).toBe(decides(role, relation))
    // A held answer does not count as an answer yet.
    expect((await ask(role, 'GET', `/api/answers/${heldOf(relation)}`)).status).toBe(404)
  })

  if (!decides(role, relation))
    it('decides nothing about a held answer', async () => {
      const before = await world.store.get(keys.held(heldOf(relation) as never))
      expect((await ask(role, 'POST', `/api/held/${heldOf(relation)}/accept`)).status).toBe(404)
      expect((await ask(role, 'POST', `/api/held/${heldOf(relation)}/discard`, { reason: 'no' })).status).toBe(404)
      expect(await world.store.get(keys.held(heldOf(relation) as never))).toEqual(before)
    })

  if (!reads(role, relation))
    it('changes nothing of an answer, by any kind of mutation', async () => {
      const key = keys.answer(answerOf(relation) as never)
      const before = await world.store.get(key)
      const receipts = await world.store.count({ collection: 'receipts' })
      const attacks = attacksOn(role, relation)
      const response = await ask(role, 'POST', '/api/sync/push', {
        protocol: PROTOCOL_VERSION,
        device: DEVICE,
        account: nameOf(role),
        mutations: Object.values(attacks),
      })
      const { results } = (await response.json()) as { results: { status: string; problem: { code: string } }[] }
      expect(results.map(({ status }) => status)).toEqual(Object.keys(attacks).map(() => 'rejected'))
      // Refused with the same code as a missing answer, not because of its format.
      const codes = new Set(results.slice(1).map(({ problem }) => problem.code))
      expect([...codes]).toEqual(['answer.missing'])
      // Only colleagues, who may send a complete answer to the form, learn that the id is taken.
      expect(
        relation === 'foreign' ? ['access.forbidden'] : ['access.forbidden', 'answer.exists-with-other-content'],
      ).toContain(results[0]?.problem.code)
      expect(await world.store.get(key)).toEqual(before)
      expect(await world.store.count({ collection: 'receipts' })).toBe(receipts)
    })
})

describe('an elevated supervisor with areas in two municipalities', () => {
  it.each(RELATIONS)('reads and decides what belongs to %s, and finds it in the lists', async (relation) => {
    await addPerson(world.put, buildUser('vera', 'ROLE_SUPERVISOR_ELEVADO', [FOREIGN_AREA, OTHER_AREA]))
    const cookie = await world.signIn('vera')
    const paths = [
      `/api/answers/${answerOf(relation)}`,
      `/api/answers/${answerOf(relation)}/files/${photoOf(relation)}`,
      `/api/held/${heldOf(relation)}`,
      `/api/templates/${formOf(relation)}`,
    ]
    for (const path of paths) expect([path, (await world.ask('GET', path, { cookie })).status]).toEqual([path, 200])
    expect(await (await world.ask('GET', `/api/answers?template=${formOf(relation)}`, { cookie })).text()).toContain(
      answerOf(relation),
    )
    const { held, total } = heldPageSchema.parse(await (await world.ask('GET', '/api/held', { cookie })).json())
    expect([held.map(({ answer }) => answer.id).toSorted(), total]).toEqual([
      RELATIONS.map(heldOf).toSorted(),
      RELATIONS.length,
    ])
  })
})

/** A well-formed mutation of each kind against another user's answer; a missing kind does not compile. */
function attacksOn(role: Role, relation: Relation): Readonly<Record<MutationKind, object>> {
  const cell = cells.findIndex(([one, other]) => one === role && other === relation)
  let index = 0
  const envelope = () => {
    index += 1
    const { id } = buildPlainSubmit(5000 + cell * 10 + index)
    return {
      id,
      author: nameOf(role),
      device: DEVICE,
      clock: CLOCK,
      offset: 0,
      answer: answerOf(relation),
      template: formOf(relation),
      version: 1,
      files: [],
    }
  }
  const change = () => ({ ...envelope(), base: 1 })
  const correction = {
    values: [{ at: '0/0', seen: { respuesta: 'a note' }, value: { respuesta: 'another' } }],
    conditions: [],
    rows: [],
  }
  return {
    'answer.submit': { ...buildPlainSubmit(seedOf(relation)), ...envelope(), kind: 'answer.submit' },
    'answer.edit': { ...change(), kind: 'answer.edit', correction, signatures: [] },
    'answer.correct': { ...change(), kind: 'answer.correct', correction, resolves: [] },
    'answer.requestChanges': {
      ...change(),
      kind: 'answer.requestChanges',
      comment: 'again',
      answers: ['0/0'],
      images: [],
      documents: [],
      sections: [],
    },
    'answer.revise': { ...change(), kind: 'answer.revise', correction },
    'answer.changeState': { ...change(), kind: 'answer.changeState', from: 0, to: 1 },
    'answer.delete': { ...change(), kind: 'answer.delete' },
    'answer.sendCopy': {
      ...change(),
      kind: 'answer.sendCopy',
      to: ['ana@example.org'],
      subject: '',
      body: '',
      language: 'es',
    },
  }
}

it('the bytes of ids and hashes tell nothing: what is not theirs and what is not there look alike', async () => {
  const texts = new Set<string>()
  for (const id of [answerOf('foreign'), answerOf('otherArea'), buildPlainSubmit(4999).answer]) {
    texts.add(await (await ask('ROLE_INSPECTOR', 'GET', `/api/answers/${id}`)).text())
    texts.add(await (await ask('ROLE_INSPECTOR', 'GET', `/api/answers/${id}/files/${photoOf('foreign')}`)).text())
    texts.add(await (await ask('ROLE_INSPECTOR', 'GET', `/api/held/${id}`)).text())
  }
  expect([...texts]).toEqual(['{"error":{"code":"answer.missing"}}'])
})

it('the public hears the same of an answer that is there and of one that is not: results, status and pace', async () => {
  const form = buildPlainTemplate({ id: 'form-public' as never }, { opcionales: { publico: true } })
  await world.put(keys.template(form.id), form)
  await world.put(keys.templateVersion(form.id, form.version), form)
  const push = (mutations: readonly object[]) =>
    world.ask('POST', '/api/sync/push', {
      body: { protocol: PROTOCOL_VERSION, device: DEVICE, account: 'public', mutations },
    })
  const there = buildPlainSubmit(5800, 'a note', { author: 'public', template: form.id })
  expect(await (await push([there])).json()).toMatchObject({ results: [{ status: 'applied' }] })
  const counted = () => world.store.query({ collection: 'throttles', keyPrefix: 'throttles/public', limit: 99 })
  const heard = async (answer: string) => {
    const attacks = Object.values(attacksOn('ROLE_INSPECTOR', 'foreign')).map((attack) => ({
      ...attack,
      author: 'public',
      answer,
    }))
    const submit = { ...there, id: buildPlainSubmit(5801).id, answer }
    const incomplete = [
      { version: 9 },
      { template: formOf('foreign') },
      { content: { ...there.content, values: { '0/7': { respuesta: 'x' } } } },
    ].map((but) => ({ ...submit, ...but }))
    const writes = (await counted()).map(({ key }) => remove(key))
    await world.store.commit({ keysFor: () => [], decide: () => ({ result: 0, writes }) })
    const response = await push([...attacks, ...incomplete])
    const { results } = (await response.json()) as { results: { status: string; problem: object }[] }
    return {
      status: response.status,
      results: results.map(({ status, problem }) => [status, problem]),
      pace: await counted(),
    }
  }
  const known = await heard(there.answer)
  expect(known.results.map(([status]) => status)).toEqual(known.results.map(() => 'rejected'))
  expect(await heard(buildPlainSubmit(5999).answer)).toEqual(known)
})
