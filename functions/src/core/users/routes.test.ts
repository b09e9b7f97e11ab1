import { beforeEach, describe, expect, it } from 'vitest'
import type { User, ListedUser, NewUser } from '#domain/users/index.ts'
import type { AreaPath, UserId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { AREA, FOREIGN_AREA, MUNICIPALITY, OTHER_AREA } from '#tests/support/builders/template.ts'
import { buildPeopleWorld, type PeopleWorld } from '#tests/support/server/people-world.ts'
import { addPerson, buildWorld, codeOf } from '#tests/support/server/world.ts'

let world: PeopleWorld
beforeEach(async () => {
  world = await buildPeopleWorld()
})
const as: PeopleWorld['as'] = (...asked) => world.as(...asked)
const create: PeopleWorld['create'] = (...asked) => world.create(...asked)
const edit: PeopleWorld['edit'] = (...asked) => world.edit(...asked)
const stored = (id: string): Promise<User | undefined> => world.store.get(keys.user(id as UserId))
const userIn = async (response: Response) => ((await response.json()) as { readonly user: ListedUser }).user

describe('creating a user', () => {
  it('stores who was typed, by whom and when, and says so in the log without a value of theirs', async () => {
    const user = await userIn(await create('sofia', { email: ' Nora@Relevo.example', userMuniCore: ' NORA ' }))
    expect(user).toMatchObject({ userMuniCore: 'nora', role: 'ROLE_INSPECTOR', lastUpdateBy: 'sofia' })
    expect(user.areas).toEqual([{ path: AREA, nombre: AREA.split('/').at(-1) }])
    const [entry] = await world.store.query({
      collection: 'audit',
      order: { field: 'number', descending: true },
      limit: 1,
    })
    expect(entry?.document).toMatchObject({ action: 'user.created', by: 'sofia', municipality: MUNICIPALITY })
    expect(JSON.stringify(entry?.document)).not.toMatch(/nora/i)
  })

  it('queues an invitation, in the same commit, and another when they are invited again', async () => {
    const { id } = await userIn(await create('sofia'))
    const letters = async () =>
      (await world.store.query({ collection: 'jobs', limit: 9 })).map(({ document }) => document['payload'])
    const letter = {
      to: { user: id, address: 'nora@relevo.example', name: 'Nora Sosa' },
      language: 'es',
      letter: { letter: 'invitation', by: 'sofia@relevo.example' },
    }
    expect(await letters()).toEqual([letter])
    expect((await as('sofia', 'POST', `/users/${id}/invite`, { language: 'es' })).status).toBe(200)
    expect(await letters()).toEqual([letter, letter])
    expect((await as('uma', 'POST', `/users/${id}/invite`, { language: 'es' })).status).toBe(404)
    expect(await world.actions()).toEqual(['user.created', 'user.invited'])
  })

  it('is invited again a few times, and then at a pace; the e-mail names its sender by the address', async () => {
    const { id } = await userIn(await create('sofia'))
    const invite = () => as('sofia', 'POST', `/users/${id}/invite`, { language: 'es' })
    const statuses = []
    for (let time = 0; time < 5; time += 1) statuses.push((await invite()).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    const [job] = await world.store.query({ collection: 'jobs', limit: 1 })
    expect(job?.document['payload']).toMatchObject({ letter: { letter: 'invitation', by: 'sofia@relevo.example' } })
    world.clock.now += 20 * 60_000
    expect((await invite()).status).toBe(200)
  })

  it('invites no one where nothing carries mails, and says so', async () => {
    const { id } = await userIn(await create('sofia'))
    const without = await buildWorld({}, world.store)
    const how = { cookie: await without.signIn('sofia'), body: { language: 'es' } }
    const response = await without.ask('POST', `/api/users/${id}/invite`, how)
    expect([response.status, await codeOf(response)]).toEqual([501, 'connector.not-configured'])
    expect(await world.actions()).toEqual(['user.created'])
  })

  it('sent twice is one user, and one entry', async () => {
    const id = world.newId()
    const first = await userIn(await create('sofia', {}, id))
    const second = await create('sofia', {}, id)
    expect([second.status, await userIn(second)]).toEqual([200, first])
    expect(await world.actions()).toEqual(['user.created'])
  })

  it('tells nothing of a user of another municipality whose id and username were guessed', async () => {
    const id = world.newId()
    const there = { areas: [FOREIGN_AREA] }
    expect((await create('ada', there, id)).status).toBe(200)
    const asked = await create('sofia', {}, id)
    expect([asked.status, await codeOf(asked)]).toEqual([409, 'user.exists'])
  })

  it('in the same moment by two people is one user of a name, and of an address', async () => {
    const [first, second] = await Promise.all([create('sofia'), create('ada', { email: 'other@relevo.example' })])
    expect([first?.status, second?.status].filter((status) => status === 409)).toHaveLength(1)
    const [third, fourth] = await Promise.all(
      ['norita', 'noris'].map((userMuniCore) => create('ada', { userMuniCore, email: 'n@relevo.example' })),
    )
    expect([third?.status, fourth?.status].filter((status) => status === 409)).toHaveLength(1)
    expect(await world.store.count({ collection: 'usuarios', where: { userMuniCore: 'nora' } })).toBe(1)
    expect(await world.store.count({ collection: 'usuarios', where: { email: 'n@relevo.example' } })).toBe(1)
  })

  it.each<[string, Partial<NewUser>, number, string]>([
    ['a username that somebody has', { userMuniCore: ' INES ' }, 409, 'user.exists'],
    ['an address that somebody has', { email: 'Ines@relevo.example' }, 409, 'user.email-taken'],
    ['a username that the management system does not know', { userMuniCore: 'stranger' }, 422, 'user.username-invalid'],
    ['a username that it cannot be asked about', { userMuniCore: 'broken' }, 502, 'user.check-failed'],
    ['an area that is not there', { areas: [`${AREA}x` as AreaPath] }, 422, 'user.area-unknown'],
    ['two roles', { roles: ['ROLE_INSPECTOR', 'ROLE_SUPERVISOR'] }, 422, 'user.one-role'],
    ['no area', { areas: [] }, 422, 'user.area-required'],
    ['nothing', { firstName: '' }, 422, 'user.fields-required'],
  ])('with %s is refused', async (_, change, status, code) => {
    const response = await create('sofia', change)
    expect([response.status, await codeOf(response)]).toEqual([status, code])
    expect(await world.actions()).toEqual([])
  })

  it('needs a municipality that is linked to the management system, but of the administrator', async () => {
    await world.put(MUNICIPALITY, buildMunicipality())
    expect(await codeOf(await create('sofia'))).toBe('user.municipality-not-linked')
    expect((await create('ada', { userMuniCore: 'stranger' })).status).toBe(200)
  })

  it('takes the address of someone who is switched off, who then cannot come back under it', async () => {
    expect((await as('sofia', 'POST', '/users/ines/deactivate')).status).toBe(200)
    expect((await create('sofia', { email: 'ines@relevo.example' })).status).toBe(200)
    expect(await codeOf(await create('sofia', { userMuniCore: 'ines', email: 'x@relevo.example' }))).toBe('user.exists')
    expect(await codeOf(await as('sofia', 'POST', '/users/ines/reactivate'))).toBe('user.email-taken')
  })
})

describe('verifyMuniCoreUser', () => {
  const verify = async (who: string, userMuniCore: string, idMunicipioMuniCore: string | number = 21) => {
    const data = { userMuniCore, idMunicipioMuniCore, useAWS: true }
    return (await as(who, 'POST', '/verifyMuniCoreUser', { data })).json()
  }

  it('says true, false, or the errors of the specification, letter by letter', async () => {
    expect(await verify('sofia', 'nora')).toEqual({ result: { result: true } })
    expect(await verify('sofia', 'stranger', '21')).toEqual({ result: { result: false } })
    expect(await verify('sofia', 'not a name')).toEqual({ result: { result: false } })
    expect(await verify('sofia', 'ines')).toMatchObject({ error: { message: 'muni username exists' } })
    expect(await verify('sofia', 'broken')).toMatchObject({ error: { message: 'municore backend error' } })
  })

  it('is asked for a municipality of their own only', async () => {
    expect(await verify('uma', 'nora')).toMatchObject({ error: { code: 'access.forbidden' } })
    expect(await verify('ada', 'nora')).toEqual({ result: { result: true } })
  })
})

describe('editing a user', () => {
  it('changes what was edited, and logs the names of the fields', async () => {
    const changed = await userIn(await edit('sofia', 'ines', { roles: ['ROLE_SUPERVISOR'], areas: [OTHER_AREA] }))
    expect(changed).toMatchObject({ role: 'ROLE_SUPERVISOR', areas: [{ path: OTHER_AREA }], lastUpdateBy: 'sofia' })
    const [entry] = await world.store.query({
      collection: 'audit',
      order: { field: 'number', descending: true },
      limit: 1,
    })
    expect(entry?.document['details']).toEqual({
      fields: 'roles, areas',
      from: 'ROLE_INSPECTOR',
      to: 'ROLE_SUPERVISOR',
    })
  })

  it('over what someone else has changed in the meantime is refused, and nothing is lost', async () => {
    await edit('sofia', 'ines', { firstName: 'Agnes' })
    expect(await codeOf(await edit('ada', 'ines', { firstName: 'Agnès' }))).toBe('user.changed-meanwhile')
    expect((await stored('ines'))?.firstName).toBe('Agnes')
    const seen = (await stored('ines'))?.lastUpdate ?? null
    expect((await edit('ada', 'ines', { firstName: 'Agnès', seen })).status).toBe(200)
  })

  it('changes no one’s own role', async () => {
    const own = { firstName: 'Inés', areas: [AREA], roles: ['ROLE_SUPERVISOR'] }
    expect(await codeOf(await edit('sofia', 'sofia', own))).toBe('user.oneself')
    expect(
      (await edit('sofia', 'sofia', { ...own, firstName: 'Sofía', roles: ['ROLE_SUPERVISOR_ELEVADO'] })).status,
    ).toBe(200)
  })

  it('leaves the areas of someone who works in two municipalities alone', async () => {
    await addPerson(world.put, buildUser('vera', 'ROLE_INSPECTOR', [AREA, FOREIGN_AREA]))
    expect(await codeOf(await edit('ada', 'vera', { areas: [AREA] }))).toBe('user.areas-locked')
    expect((await edit('ada', 'vera', { lastName: 'Vega' })).status).toBe(200)
  })
})

describe('switching a user off', () => {
  it('ends what their sessions may do at once, and gives none until they are on again', async () => {
    expect((await as('ines', 'GET', '/session')).status).toBe(200)
    expect((await as('sofia', 'POST', '/users/ines/deactivate')).status).toBe(200)
    expect(await codeOf(await as('ines', 'GET', '/session'))).toBe('session.deactivated')
    expect(await codeOf(await as('ines', 'GET', '/sync/pull'))).toBe('session.deactivated')
    await expect(world.signIn('ines')).rejects.toThrow('session.deactivated')
    expect((await as('sofia', 'POST', '/users/ines/reactivate')).status).toBe(200)
    // A session left on a lost device is not restored with the account.
    expect(await codeOf(await as('ines', 'GET', '/session'))).toBe('session.ended')
    expect(await world.signIn('ines')).not.toBe('')
    expect(await world.actions()).toEqual(['user.deactivated', 'user.reactivated'])
  })

  it('takes what they captured, with its author, and holds it for a supervisor', async () => {
    const [sent, waiting] = [buildPlainSubmit(1), buildPlainSubmit(2)]
    const push = async (mutation: typeof sent) => {
      const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [mutation] }
      return (await as('ines', 'POST', '/sync/push', body)).json() as Promise<{ readonly results: readonly object[] }>
    }
    expect((await push(sent)).results).toMatchObject([{ status: 'applied' }])
    await as('sofia', 'POST', '/users/ines/deactivate')
    expect((await push(waiting)).results).toMatchObject([{ status: 'held', reason: { code: 'access.forbidden' } }])
    expect(await world.store.get(keys.answer(sent.answer))).toMatchObject({
      authorId: 'ines',
      creadoPor: 'ines@relevo.example',
    })
    expect(await world.store.get(keys.held(waiting.answer))).toMatchObject({ answer: { authorId: 'ines' } })
    // Reactivated and signed in, they get the same reply, and a supervisor accepts the answer.
    expect((await as('sofia', 'POST', '/users/ines/reactivate')).status).toBe(200)
    world.forget('ines')
    expect((await push(waiting)).results).toMatchObject([{ status: 'held' }])
    expect((await as('sofia', 'POST', `/held/${waiting.answer}/accept`)).status).toBe(200)
    expect(await world.store.get(keys.answer(waiting.answer))).toMatchObject({ authorId: 'ines' })
  })

  it('twice is once', async () => {
    await as('sofia', 'POST', '/users/ines/deactivate')
    const before = await stored('ines')
    expect((await as('ada', 'POST', '/users/ines/deactivate')).status).toBe(200)
    expect(await stored('ines')).toEqual(before)
  })

  it('is not done to oneself', async () => {
    expect(await codeOf(await as('ada', 'POST', '/users/ada/deactivate'))).toBe('user.oneself')
  })
})
