import type { NewUser } from '#domain/users/index.ts'
import { buildMunicipality } from '../builders/people.ts'
import { AREA, MUNICIPALITY } from '../builders/template.ts'
import { buildWorld, type World } from './world.ts'

/** A world linked to a management system that knows all users except strangers, and the calls about its users. */
export type PeopleWorld = World & {
  as(who: string, method: string, path: string, body?: unknown): Promise<Response>
  /** makes the user sign in again with the next request */
  forget(who: string): void
  create(who: string, change?: Partial<NewUser>, id?: string): Promise<Response>
  edit(who: string, id: string, change?: object): Promise<Response>
  newId(): string
  /** actions of the audit log, in order */
  actions(): Promise<readonly unknown[]>
}

export async function buildPeopleWorld(): Promise<PeopleWorld> {
  const world = await buildWorld({}, undefined, {
    municipalSystem: {
      hasUser: async (name) =>
        name.startsWith('broken')
          ? { ok: false, problem: { code: 'user.check-failed' } }
          : { ok: true, value: !name.startsWith('stranger') },
      areas: () => Promise.reject(new Error('not asked')),
      createIncidentType: () => Promise.reject(new Error('not asked')),
      identifiers: () => Promise.reject(new Error('not asked')),
      identifier: () => Promise.reject(new Error('not asked')),
    },
    mail: { home: () => 'http://relevo.test', send: () => Promise.reject(new Error('sent by nobody here')) },
  })
  await world.put(MUNICIPALITY, buildMunicipality({ idMuniCore: 21 }))
  const cookies = new Map<string, string>()
  let made = 0
  const newId = () => String((made += 1)).padStart(26, '0')

  const as: PeopleWorld['as'] = async (who, method, path, body) => {
    const cookie = cookies.get(who) ?? (await world.signIn(who))
    cookies.set(who, cookie)
    return world.ask(method, `/api${path}`, { cookie, ...(body === undefined ? {} : { body }) })
  }

  return {
    ...world,
    as,
    newId,
    forget: (who) => void cookies.delete(who),
    create: (who, change = {}, id = newId()) =>
      as(who, 'POST', '/users', { id, user: typedUser(change), language: 'es' }),
    edit: (who, id, change = {}) =>
      as(who, 'PUT', `/users/${id}`, {
        firstName: 'Inés',
        lastName: 'Quiroga',
        inspectorID: '',
        roles: ['ROLE_INSPECTOR'],
        seen: null,
        ...change,
      }),
    actions: async () =>
      (await world.store.query({ collection: 'audit', limit: 100 }))
        .map(({ document }) => document['action'])
        .filter((action) => action !== 'session.started'),
  }
}

export function typedUser(change: Partial<NewUser> = {}): NewUser {
  return {
    email: 'nora@relevo.example',
    userMuniCore: 'nora',
    firstName: 'Nora',
    lastName: 'Sosa',
    inspectorID: '12',
    roles: ['ROLE_INSPECTOR'],
    areas: [AREA],
    ...change,
  }
}
