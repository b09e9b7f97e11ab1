import { beforeEach, describe, expect, it } from 'vitest'
import { type Role, ROLES } from '#domain/users/index.ts'
import { remove } from '#domain/store/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AREA, FOREIGN_AREA } from '#tests/support/builders/template.ts'
import { buildPeopleWorld, type PeopleWorld } from '#tests/support/server/people-world.ts'
import { addPerson, FOREIGN_MUNICIPALITY } from '#tests/support/server/world.ts'

let world: PeopleWorld
beforeEach(async () => {
  world = await buildPeopleWorld()
})
const as: PeopleWorld['as'] = (...asked) => world.as(...asked)
const create: PeopleWorld['create'] = (...asked) => world.create(...asked)
const edit: PeopleWorld['edit'] = (...asked) => world.edit(...asked)

/** Permissions by role: only these two may do anything. */
describe('each role × each act × own and other municipality', () => {
  const acts: Readonly<Record<string, (who: string, where: 'own' | 'other') => Promise<Response>>> = {
    create: (who, where) =>
      create(who, { areas: [areaOf(where)], userMuniCore: `new-${who}`, email: `n-${who}@x.gob.ar` }),
    'create an administrator': (who, where) =>
      create(who, {
        areas: [areaOf(where)],
        roles: ['ROLE_ADMIN'],
        userMuniCore: `adm-${who}`,
        email: `a-${who}@x.gob.ar`,
      }),
    'create across municipalities': (who) => create(who, { areas: [AREA, FOREIGN_AREA] }),
    read: (who, where) => as(who, 'GET', `/users/${targetOf(where)}`),
    edit: (who, where) => edit(who, targetOf(where), { firstName: `Changed by ${who}` }),
    'make an administrator': (who, where) => edit(who, targetOf(where), { roles: ['ROLE_ADMIN'] }),
    'move to the other municipality': (who, where) =>
      edit(who, targetOf(where), { areas: [where === 'own' ? FOREIGN_AREA : AREA] }),
    'switch off': (who, where) => as(who, 'POST', `/users/${targetOf(where)}/deactivate`),
    'switch on': (who, where) => as(who, 'POST', `/users/${targetOf(where)}/reactivate`),
    'edit an administrator': (who) => edit(who, 'root', { roles: ['ROLE_INSPECTOR'], inspectorID: '7' }),
    'switch an administrator off': (who) => as(who, 'POST', '/users/root/deactivate'),
    'forge fields': (who, where) =>
      as(who, 'PUT', `/users/${targetOf(where)}`, {
        firstName: 'x',
        lastName: 'y',
        inspectorID: '',
        roles: ['ROLE_INSPECTOR'],
        seen: null,
        municipalityPath: FOREIGN_MUNICIPALITY,
        id: 'root',
      }),
  }
  const areaOf = (where: 'own' | 'other') => (where === 'own' ? AREA : FOREIGN_AREA)
  const targetOf = (where: 'own' | 'other') => (where === 'own' ? 'ines' : 'far')

  /** own, other */
  const ADMIN: Readonly<Record<string, readonly [number, number]>> = {
    create: [200, 200],
    'create an administrator': [200, 200],
    'create across municipalities': [422, 422],
    read: [200, 200],
    edit: [200, 200],
    'make an administrator': [200, 200],
    'move to the other municipality': [200, 200],
    'switch off': [200, 200],
    'switch on': [200, 200],
    'edit an administrator': [200, 200],
    'switch an administrator off': [200, 200],
    'forge fields': [400, 400],
  }
  const ELEVATED: typeof ADMIN = {
    create: [200, 403],
    'create an administrator': [403, 403],
    'create across municipalities': [422, 422],
    read: [200, 404],
    edit: [200, 404],
    'make an administrator': [403, 404],
    'move to the other municipality': [403, 404],
    'switch off': [200, 404],
    'switch on': [200, 404],
    'edit an administrator': [403, 403],
    'switch an administrator off': [403, 403],
    'forge fields': [400, 400],
  }

  const TABLES: Partial<Readonly<Record<Role, typeof ADMIN>>> = { ROLE_ADMIN: ADMIN, ROLE_SUPERVISOR_ELEVADO: ELEVATED }

  it.each(ROLES)('%s', async (role: Role) => {
    await addPerson(world.put, buildUser('actor', role, [AREA]))
    const table = TABLES[role]
    const got: Record<string, readonly number[]> = {}
    for (const [name, act] of Object.entries(acts)) {
      const statuses: number[] = []
      for (const where of ['own', 'other'] as const) {
        await addPerson(world.put, buildUser('ines'))
        await addPerson(world.put, buildUser('far', 'ROLE_INSPECTOR', [FOREIGN_AREA]))
        await addPerson(world.put, buildUser('root', 'ROLE_ADMIN', [AREA]))
        const before = await snapshot()
        const response = await act('actor', where)
        statuses.push(response.status)
        if (response.status !== 200) expect(await snapshot()).toEqual(before)
        await forgetNew()
      }
      got[name] = statuses
    }
    expect(got).toEqual(table ?? Object.fromEntries(Object.keys(acts).map((name) => [name, [403, 403]])))
  })

  const snapshot = async () =>
    (await world.store.query({ collection: 'usuarios', limit: 1000 })).filter(({ key }) => key !== 'usuarios/actor')
  /** Removes the created users, and their names. */
  const forgetNew = async () => {
    const made = await world.store.query({ collection: 'usuarios', keyPrefix: 'usuarios/0000', limit: 10 })
    const names = await world.store.query({ collection: 'names', limit: 100 })
    await world.store.commit({
      keysFor: () => [],
      decide: () => ({ result: null, writes: [...made, ...names].map(({ key }) => remove(key)) }),
    })
  }
})
