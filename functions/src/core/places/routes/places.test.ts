import { beforeAll, describe, expect, it } from 'vitest'
import { ROLES, type Role } from '#domain/users/index.ts'
import type { AuditEntry } from '#domain/audit/index.ts'
import { getMunicipality, type MunicipalityPath } from '#domain/kernel/index.ts'
import { encodePlaceId } from '#domain/places/index.ts'
import { parseRemoteConfig } from '#domain/sync/index.ts'
import { buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { AREA, FOREIGN_AREA, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { signedIn } from '#tests/support/server/signed-in.ts'
import { addPerson, buildWorld, type World } from '#tests/support/server/world.ts'

const OWN = getMunicipality(AREA)
const OTHER = getMunicipality(FOREIGN_AREA)
const FACTS = {
  nombre: 'Río Claro',
  key: 'RIO',
  idMuniCore: '7',
  usarAWS: true,
  ubicacion: { latitude: -31.42, longitude: -64.18 },
}
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
const nameOf = (role: Role): string => role.toLowerCase().replaceAll('_', '-')
const idOf = (letter: string) => letter.repeat(26)

type Act = {
  readonly name: string
  readonly method: string
  readonly path: (place: MunicipalityPath) => string
  readonly body: (place: MunicipalityPath) => unknown
  /** permitted roles: the administrator everywhere, or also supervisors of the municipality */
  readonly by: 'administrator' | 'its supervisor'
}
const country = (place: string) => place.split('/')[1] ?? ''
const province = (place: string) => `${country(place)}~${place.split('/')[3] ?? ''}`
/** A unique name and key. */
const factsAt = (place: string, what: string) => ({
  ...FACTS,
  nombre: `${what} ${place}`,
  key: `${what}${country(place)}`,
})
const ACTS: readonly Act[] = [
  {
    name: 'create',
    method: 'POST',
    path: () => '/api/municipalities',
    body: (place) => ({ ...factsAt(place, 'NEW'), id: idOf('A'), province: province(place) }),
    by: 'administrator',
  },
  {
    name: 'edit',
    method: 'PUT',
    path: (place) => `/api/municipalities/${encodePlaceId(place)}`,
    body: (place) => factsAt(place, 'OLD'),
    by: 'administrator',
  },
  {
    name: 'block',
    method: 'PUT',
    path: (place) => `/api/municipalities/${encodePlaceId(place)}/access`,
    body: () => ({ inhabilitado: false }),
    by: 'administrator',
  },
  {
    name: 'look whom it meets',
    method: 'GET',
    path: (place) => `/api/municipalities/${encodePlaceId(place)}/reach`,
    body: () => undefined,
    by: 'administrator',
  },
  {
    name: 'change what is its own affair',
    method: 'PUT',
    path: (place) => `/api/municipalities/${encodePlaceId(place)}/settings`,
    body: () => ({ codeHidden: true }),
    by: 'its supervisor',
  },
  {
    name: 'change what is the provider’s',
    method: 'PUT',
    path: (place) => `/api/municipalities/${encodePlaceId(place)}/settings`,
    body: () => ({ videoAttachments: true }),
    by: 'administrator',
  },
  {
    name: 'choose its logo',
    method: 'POST',
    path: (place) => `/api/municipalities/${encodePlaceId(place)}/logo`,
    body: () => PNG,
    by: 'its supervisor',
  },
  {
    name: 'remove its logo',
    method: 'DELETE',
    path: (place) => `/api/municipalities/${encodePlaceId(place)}/logo`,
    body: () => undefined,
    by: 'its supervisor',
  },
  {
    name: 'bring its language',
    method: 'POST',
    path: (place) => `/api/municipalities/${encodePlaceId(place)}/language?name=Runasimi&tag=qu-BO`,
    body: () => new TextEncoder().encode('msgid "Save"\nmsgstr "Waqaychay"\n'),
    by: 'its supervisor',
  },
  {
    name: 'remove its language',
    method: 'DELETE',
    path: (place) => `/api/municipalities/${encodePlaceId(place)}/language`,
    body: () => undefined,
    by: 'its supervisor',
  },
  {
    name: 'list its forms',
    method: 'GET',
    path: (place) => `/api/municipalities/${encodePlaceId(place)}/forms`,
    body: () => undefined,
    by: 'its supervisor',
  },
  {
    name: 'make a country',
    method: 'POST',
    path: () => '/api/countries',
    body: () => ({ code: 'CL', nombre: 'Chile' }),
    by: 'administrator',
  },
  {
    name: 'rename a country',
    method: 'PUT',
    path: (place) => `/api/countries/${country(place)}`,
    body: () => ({ nombre: 'República' }),
    by: 'administrator',
  },
  {
    name: 'block a country',
    method: 'PUT',
    path: (place) => `/api/countries/${country(place)}/access`,
    body: () => ({ inhabilitado: false }),
    by: 'administrator',
  },
  {
    name: 'make a province',
    method: 'POST',
    path: () => '/api/provinces',
    body: (place) => ({ id: idOf('B'), country: country(place), nombre: 'Salta' }),
    by: 'administrator',
  },
  {
    name: 'rename a province',
    method: 'PUT',
    path: (place) => `/api/provinces/${province(place)}`,
    body: () => ({ nombre: 'Interior' }),
    by: 'administrator',
  },
  {
    name: 'change the flags',
    method: 'PUT',
    path: () => '/api/remote-config',
    body: () => ({ ...parseRemoteConfig(undefined), show_new_type_question: true }),
    by: 'administrator',
  },
]

/** A world where a user of each role works in the first municipality. */
async function townOfAllRoles(): Promise<World> {
  const world = await buildWorld()
  await world.put('paises/UY/provincias/montevideo', { path: 'paises/UY/provincias/montevideo', nombre: 'Montevideo' })
  for (const role of ROLES) await addPerson(world.put, buildUser(nameOf(role), role))
  return world
}

const administrative = (world: World) => world.store.count({ collection: 'audit' })

describe('role × act × own and other municipality', () => {
  let world: World
  const cookies = new Map<Role, string>()
  beforeAll(async () => {
    world = await townOfAllRoles()
    for (const role of ROLES) cookies.set(role, await world.signIn(nameOf(role)))
  })

  for (const act of ACTS) {
    for (const [relation, place] of [
      ['own', OWN],
      ['other', OTHER],
    ] as const) {
      it(`${act.name}: ${relation}`, async () => {
        const statuses: Partial<Record<Role, number>> = {}
        const expected: Partial<Record<Role, number>> = {}
        // The administrator last, because their changes would affect the others.
        for (const role of [...ROLES].sort((a) => (a === 'ROLE_ADMIN' ? 1 : -1))) {
          const before = await administrative(world)
          const response = await world.ask(act.method, act.path(place), {
            cookie: cookies.get(role) ?? '',
            body: act.body(place),
          })
          statuses[role] = response.status
          const isSupervisor =
            role === 'ROLE_SUPERVISOR_ELEVADO' && act.path(place).match(/settings|logo|language|forms/) !== null
          const isAllowed = role === 'ROLE_ADMIN' || (isSupervisor && relation === 'own' && act.by === 'its supervisor')
          const refusal = isSupervisor && relation === 'other' ? 404 : 403
          expected[role] = isAllowed ? 200 : refusal
          if (expected[role] !== 200) expect(await administrative(world)).toBe(before)
        }
        expect(statuses).toEqual(expected)
      })
    }
  }
})

describe('a forged payload', () => {
  const forged: readonly (readonly [string, string, string, object])[] = [
    ['PUT', '', 'lastKeyNumber', { ...FACTS, lastKeyNumber: 0 }],
    ['PUT', '', 'settings', { ...FACTS, settings: { codeHidden: true } }],
    ['PUT', '', 'inhabilitado', { ...FACTS, inhabilitado: true }],
    ['PUT', '', 'path', { ...FACTS, path: OTHER }],
    ['PUT', '/access', 'lastKeyNumber', { inhabilitado: false, lastKeyNumber: 0 }],
    ['PUT', '/settings', 'lastKeyNumber', { lastKeyNumber: 0 }],
    ['PUT', '/settings', 'brandLogo', { brandLogo: 'a'.repeat(64) }],
    ['PUT', '/settings', 'ownLanguage', { ownLanguage: null }],
    ['PUT', '/settings', 'key', { key: 'RIO' }],
    ['PUT', '/settings', 'a colour of the wrong kind', { brandColour: 7 }],
    ['PUT', '/settings', 'days beyond all bounds', { ownAnswersDays: 1e9 }],
  ]
  it.each(forged)('%s %s with %s changes nothing, no matter who sends it', async (method, part, _, body) => {
    const world = await townOfAllRoles()
    const before = buildMunicipality({ lastKeyNumber: 41 })
    await world.put(MUNICIPALITY, before)
    for (const role of ['ROLE_ADMIN', 'ROLE_SUPERVISOR_ELEVADO', 'ROLE_INSPECTOR'] as const) {
      const response = await world.ask(method, `/api/municipalities/${encodePlaceId(OWN)}${part}`, {
        cookie: await world.signIn(nameOf(role)),
        body,
      })
      expect([400, 403]).toContain(response.status)
    }
    expect(await world.store.get(MUNICIPALITY)).toEqual(before)
  })

  it('a new municipality begins at the first code, whatever is sent along', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ada')
    const creation = { ...FACTS, id: idOf('A'), province: 'AR~cordoba' }
    const sent = await world.ask('POST', '/api/municipalities', { cookie, body: { ...creation, lastKeyNumber: 900 } })
    expect(sent.status).toBe(400)
    const made = await world.ask('POST', '/api/municipalities', { cookie, body: creation })
    expect(await made.json()).toMatchObject({ municipality: { lastKeyNumber: 0, key: 'RIO' } })
  })
})

describe('what is in the log', () => {
  it('names the act, its place and what changed, and no values', async () => {
    const world = await buildWorld()
    const cookie = await signedIn(world, 'ada')
    const here = `/api/municipalities/${encodePlaceId(OWN)}`
    await world.ask('PUT', here, { cookie, body: FACTS })
    await world.ask('PUT', `${here}/settings`, { cookie, body: { ownAnswersDays: 7, codeHidden: true } })
    await world.ask('PUT', `${here}/access`, { cookie, body: { inhabilitado: true } })
    await world.ask('PUT', `${here}/access`, { cookie, body: { inhabilitado: true } })
    await world.ask('PUT', '/api/remote-config', {
      cookie,
      body: { ...parseRemoteConfig(undefined), dev_new_login_method: true },
    })
    const entries = (await world.store.query({ collection: 'audit', limit: 10 })).map(
      ({ document }) => document as AuditEntry,
    )
    expect(
      entries.map(({ action, target, municipality, by, from, details }) => [
        action,
        target,
        municipality,
        by,
        from,
        details,
      ]),
    ).toEqual([
      ['municipality.changed', OWN, OWN, 'ada', '192.0.2.1', { fields: 'nombre, key, idMuniCore, usarAWS, ubicacion' }],
      ['settings.changed', OWN, OWN, 'ada', '192.0.2.1', { fields: 'codeHidden, ownAnswersDays' }],
      ['municipality.blocked', OWN, OWN, 'ada', '192.0.2.1', {}],
      [
        'remote-config.changed',
        'settings/remote-config',
        undefined,
        'ada',
        '192.0.2.1',
        { fields: 'dev_new_login_method' },
      ],
    ])
  })
})
