import { beforeEach, describe, expect, it } from 'vitest'
import { areaPathSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { MAX_IMPORT_LINES, type ImportedUserLine, type UserImportLine } from '#domain/users/index.ts'
import { AREA, FOREIGN_AREA, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { buildPeopleWorld, type PeopleWorld } from '#tests/support/server/people-world.ts'
import { FOREIGN_MUNICIPALITY } from '#tests/support/server/world.ts'
import { INVITATION_BURST } from './create-user.ts'

let world: PeopleWorld
beforeEach(async () => {
  world = await buildPeopleWorld()
})
const nameOf = (area: string) => area.slice(area.lastIndexOf('/') + 1)
const line = (number: number, change: Partial<UserImportLine> = {}): UserImportLine => ({
  line: number + 2,
  email: `clerk${number}@relevo.example`,
  username: `clerk${number}`,
  firstName: 'Nora',
  lastName: `Sosa ${number}`,
  role: 'ROLE_INSPECTOR_ACTAS',
  legajo: '',
  municipality: '',
  areas: nameOf(AREA).toUpperCase(),
  ...change,
})
async function send(who: string, lines: readonly UserImportLine[], dry = false): Promise<readonly ImportedUserLine[]> {
  const response = await world.as(who, 'POST', '/users/import', { dry, language: 'es', lines })
  return ((await response.json()) as { readonly lines: readonly ImportedUserLine[] }).lines
}
const kinds = (lines: readonly ImportedUserLine[]) =>
  lines.map((one) => (one.kind === 'refused' ? one.problem.code : one.kind))
const users = () => world.store.query({ collection: 'usuarios', limit: 1000 })

describe('the invitations of a file of users', () => {
  const dueOf = async (number: number) => {
    const where = { kind: 'mail.send' }
    const jobs = (await world.store.query({ collection: 'jobs', where, limit: 2_000 })).map(({ document }) => document)
    const to = `clerk${number}@relevo.example`
    const job = jobs.find(({ payload }) => (payload as { readonly to: { readonly address: string } }).to.address === to)
    return job === undefined ? undefined : Date.parse(String(job['dueAt'])) - world.clock.now
  }
  const many = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => line(from + index))
  async function create(from: number, to: number): Promise<readonly string[]> {
    const said: string[] = []
    for (let at = from; at < to; at += MAX_IMPORT_LINES)
      said.push(...kinds(await send('sofia', many(at, Math.min(to, at + MAX_IMPORT_LINES)))))
    return said
  }

  it('leave at a pace, and no one is created whose e-mail would wait for more than an hour', async () => {
    await world.as('sofia', 'GET', '/session')
    expect(new Set(await create(0, INVITATION_BURST + 10))).toEqual(new Set(['created']))
    expect([await dueOf(0), await dueOf(INVITATION_BURST - 1)]).toEqual([0, 0])
    const last = await dueOf(INVITATION_BURST + 9)
    expect(last).toBeGreaterThan(2_000)
    expect(last).toBeLessThanOrEqual(60 * 60_000)
    const more = await create(INVITATION_BURST + 10, INVITATION_BURST + 1_000)
    expect(new Set(more)).toEqual(new Set(['created', 'request.too-many']))
    world.clock.now += 60 * 60_000
    // Creating accounts needs a password check within the last minutes.
    world.forget('sofia')
    expect(kinds(await send('sofia', [line(INVITATION_BURST + 999)]))).toEqual(['created'])
  }, 60_000)

  it('go to one address three times, under whatever names it is created', async () => {
    const said: string[] = []
    for (let number = 0; number < 5; number += 1) {
      const one = line(number, { email: 'victim@relevo.example' })
      said.push(...kinds(await send('sofia', [one])))
      const where = { userMuniCore: one.username }
      const [made] = await world.store.query({ collection: 'usuarios', where, limit: 1 })
      if (made !== undefined) await world.as('sofia', 'POST', `/users/${String(made.document['id'])}/deactivate`)
    }
    expect(said).toEqual(['created', 'created', 'created', 'request.too-many', 'request.too-many'])
  })
})

describe('a file of users', () => {
  it('is tried out line by line, and nothing is written', async () => {
    await world.as('sofia', 'GET', '/session')
    const before = await users()
    expect(
      kinds(
        await send(
          'sofia',
          [
            line(0),
            line(1, { username: 'ines', email: 'ines@relevo.example', firstName: 'Agnes', lastName: 'Quiroga' }),
            line(2, { role: 'ROLE_ADMIN' }),
            line(3, { role: 'ROLE_INSPECTOR, ROLE_ADMIN' }),
            line(4, { role: 'JEFE' }),
            line(5, { areas: 'nowhere' }),
            line(6, { municipality: FOREIGN_MUNICIPALITY, areas: nameOf(FOREIGN_AREA) }),
            line(7, { municipality: 'Nowhere' }),
            line(8, { username: 'stranger' }),
            line(9, { username: 'uma', email: 'uma@relevo.example' }),
            line(10, { username: 'ines', email: 'other@relevo.example' }),
            line(11, { email: '=HYPERLINK("x")' }),
          ],
          true,
        ),
      ),
    ).toEqual([
      'created',
      'changed',
      'access.forbidden',
      'user.one-role',
      'user.role-unknown',
      'user.area-unknown',
      'access.forbidden',
      'user.municipality-unknown',
      'user.username-invalid',
      'user.exists',
      'user.email-fixed',
      'user.email-invalid',
    ])
    expect(await users()).toEqual(before)
    expect([await world.actions(), await world.store.count({ collection: 'jobs' })]).toEqual([[], 0])
  })

  it('is done line by line: 500 of them, and what was done before an interruption is found done', async () => {
    const lines = Array.from({ length: 500 }, (_, i) => line(i))
    const send20 = async (from: number) => kinds(await send('sofia', lines.slice(from, from + 25)))
    for (let from = 0; from < 250; from += 25) expect(new Set(await send20(from))).toEqual(new Set(['created']))
    // Interrupted here; then the whole file is sent again.
    const results = []
    for (let from = 0; from < 500; from += 25) results.push(...(await send20(from)))
    expect(results.filter((kind) => kind === 'same')).toHaveLength(250)
    expect(results.filter((kind) => kind === 'created')).toHaveLength(250)
    expect(await world.store.count({ collection: 'usuarios' })).toBe(508)
    expect(await world.store.count({ collection: 'jobs' })).toBe(500)
  })

  it('changes what may be changed, names the fields, and is the same the second time', async () => {
    await send('sofia', [line(0)])
    const changed = line(0, { lastName: 'Paz', role: 'role_supervisor', municipality: 'Villa Serena' })
    expect(await send('sofia', [changed])).toEqual([{ line: 2, kind: 'changed', fields: ['lastName', 'roles'] }])
    expect(kinds(await send('sofia', [changed]))).toEqual(['same'])
  })

  it('twice the same name in one request is one user', async () => {
    const results = kinds(await send('ada', [line(0, { municipality: '21' }), line(0, { municipality: MUNICIPALITY })]))
    expect(results.filter((kind) => kind === 'created')).toHaveLength(1)
    expect(await world.store.count({ collection: 'usuarios', where: { userMuniCore: 'clerk0' } })).toBe(1)
  })
})

describe('an area', () => {
  const TWIN = areaPathSchema.parse(`${MUNICIPALITY}/areas_municipales/gemela`)

  it('is taken by its path, and not by a name that two have', async () => {
    for (const path of [AREA, TWIN])
      await world.put(keys.area(path), { path, nombre: 'Inspección General', municipalityPath: MUNICIPALITY })
    expect(
      kinds(
        await send('sofia', [
          line(0, { areas: TWIN }),
          line(1, { areas: 'Inspección General' }),
          line(2, { areas: `${TWIN}x` }),
        ]),
      ),
    ).toEqual(['created', 'user.area-unknown', 'user.area-unknown'])
    expect(kinds(await send('sofia', [line(3, { areas: FOREIGN_AREA })]))).not.toContain('created')
  })
})

describe('users that are taken away', () => {
  it('are those whom someone may see, batch by batch, each noted in the log', async () => {
    const response = await world.as('uma', 'POST', '/users/export', { sought: {} })
    const results = (await response.json()) as { readonly users: readonly { readonly userMuniCore: string }[] }
    expect(results.users.map(({ userMuniCore }) => userMuniCore).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'ada',
      'uma',
    ])
    expect(await world.actions()).toEqual(['users.exported'])
  })
})
