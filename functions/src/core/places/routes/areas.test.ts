import { beforeEach, describe, expect, it } from 'vitest'
import type { Area, AreasPage, AreaUsage, ListedArea } from '#domain/places/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { User } from '#domain/users/index.ts'
import { areaPathSchema, type AreaPath, type TemplateId, type UserId } from '#domain/kernel/index.ts'
import { normaliseForSearch } from '#domain/search/index.ts'
import { keys, remove, set } from '#domain/store/index.ts'
import { runDueJobs } from '../../jobs/run-due.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { AREA, buildPlainTemplate, FOREIGN_AREA, MUNICIPALITY, OTHER_AREA } from '#tests/support/builders/template.ts'
import { dieAtCommit } from '#tests/support/server/deaths.ts'
import { buildPeopleWorld, type PeopleWorld } from '#tests/support/server/people-world.ts'
import { codeOf } from '#tests/support/server/world.ts'

let world: PeopleWorld
beforeEach(async () => {
  world = await buildPeopleWorld()
})
const as: PeopleWorld['as'] = (...asked) => world.as(...asked)
const areaIn = async (response: Response) => ((await response.json()) as { readonly area: ListedArea }).area
const list = async (who: string, query = ''): Promise<AreasPage> =>
  (await as(who, 'GET', `/areas${query}`)).json() as Promise<AreasPage>
const create = (who: string, nombre: string, id = world.newId()) =>
  as(who, 'POST', '/areas', { id, municipality: MUNICIPALITY, nombre })
const rename = (nombre: string, path: AreaPath = AREA) => as('ada', 'PUT', '/areas', { path, nombre })
const erase = async (area: AreaPath): Promise<AreaUsage> =>
  ((await (await as('ada', 'POST', '/areas/delete', { area })).json()) as { readonly use: AreaUsage }).use
const stored = (path: AreaPath): Promise<Area | undefined> => world.store.get(keys.area(path))
const user = (id: string): Promise<User | undefined> => world.store.get(keys.user(id as UserId))

describe('the list', () => {
  it('is by name as people sort it, 15 to a page, with the names of what an area lies in', async () => {
    for (const name of ['Ñandúes', 'ávidos', 'Zoonosis', 'Obras']) await create('ada', name)
    for (let i = 0; i < 20; i += 1) await create('ada', `Área ${String(i).padStart(2, '0')}`)
    const first = await list('ada')
    expect([first.areas.length, first.total, first.previous]).toEqual([15, 27, undefined])
    expect(first.areas[1]).toMatchObject({ municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' })
    const second = await list('ada', `?after=${encodeURIComponent(first.next ?? '')}`)
    const names = [...first.areas, ...second.areas].map(({ nombre }) => nombre)
    const sorted = names.map(normaliseForSearch)
    expect(sorted).toEqual(sorted.toSorted())
    expect(names.indexOf('ávidos')).toBeLessThan(names.indexOf('Ñandúes'))
    expect(new Set([...first.areas, ...second.areas].map(({ path }) => path)).size).toBe(27)
    expect((await list('ada', `?before=${encodeURIComponent(second.previous ?? '')}`)).areas).toEqual(first.areas)
  })

  it('finds by the beginnings of words, and shows supervisors their own', async () => {
    await create('ada', 'Dirección de Tránsito')
    expect((await list('ada', '?search=transi')).areas.map(({ nombre }) => nombre)).toEqual(['Dirección de Tránsito'])
    expect((await list('ada', '?search=ansito')).areas.map(({ nombre }) => nombre)).toEqual(['Dirección de Tránsito'])
    expect((await list('uma', '?search=transi')).areas).toEqual([])
    expect((await list('uma')).areas.map(({ path }) => path)).toEqual([FOREIGN_AREA])
  })
})

describe('creating an area', () => {
  it('sent twice is one area, and one entry of the log', async () => {
    const id = world.newId()
    const first = await areaIn(await create('ada', '  Parques ', id))
    expect(first.nombre).toBe('Parques')
    expect(await areaIn(await create('ada', 'Parques', id))).toEqual(first)
    expect(await world.actions()).toEqual(['area.created'])
  })

  it('needs a name, a municipality, and the administrator', async () => {
    expect(await codeOf(await create('ada', '  '))).toBe('area.name-required')
    const body = { id: world.newId(), municipality: `${MUNICIPALITY}x`, nombre: 'Parques' }
    expect(await codeOf(await as('ada', 'POST', '/areas', body))).toBe('area.municipality-unknown')
    expect((await create('sofia', 'Parques')).status).toBe(403)
  })
})

describe('renaming an area', () => {
  const FORMS = 23
  beforeEach(async () => {
    for (let i = 0; i < FORMS; i += 1) {
      const other = buildPlainTemplate({ id: `form${i}` as TemplateId, areas: [AREA, OTHER_AREA] })
      await world.put(keys.template(other.id), other)
    }
    const second = buildPlainTemplate({ id: 'second' as TemplateId, areas: [OTHER_AREA, AREA] })
    await world.put(keys.template(second.id), { ...second, areaInfo: { nombre: 'Otra', id: 'x' } })
  })
  const namesOfForms = async () =>
    (await world.store.query({ collection: 'formularios', limit: 100 })).map(({ document }) => {
      const { areas, areaInfo, version } = document as FormTemplate
      return areas[0] === AREA ? `${areaInfo.nombre} v${version}` : areaInfo.nombre
    })
  const runJobs = () => runDueJobs(world.ports, world.clock.now)

  it('gives its forms the name, without a new version, and says how far it has come', async () => {
    expect((await areaIn(await rename('Fiscalización'))).renaming).toEqual({ done: 0, total: FORMS + 3 })
    await runJobs()
    const names = await namesOfForms()
    expect(new Set(names)).toEqual(new Set(['Fiscalización v1', 'Otra']))
    expect((await stored(AREA))?.renaming).toBeUndefined()
    expect(await world.store.count({ collection: 'jobs' })).toBe(0)
    expect(await world.actions()).toEqual(['area.renamed'])
  })

  it('continues after a kill at any commit, to the end', async () => {
    await rename('Fiscalización')
    // Each attempt dies at a later commit: first while it takes the job, then among the forms, last when it is done.
    for (let lives = 0; lives < 12; lives += 1) await dieAtCommit(world, lives)
    await runJobs()
    expect(new Set(await namesOfForms())).toEqual(new Set(['Fiscalización v1', 'Otra']))
    expect((await stored(AREA))?.renaming).toBeUndefined()
  })

  it('twice, quickly, ends with the last name', async () => {
    await rename('Fiscalización')
    await rename('Control')
    await runJobs()
    expect(new Set(await namesOfForms())).toEqual(new Set(['Control v1', 'Otra']))
  })

  it('to the same name, to none, or of what is not there does nothing', async () => {
    const before = (await stored(AREA))?.nombre ?? ''
    expect((await rename(` ${before} `)).status).toBe(200)
    expect(await codeOf(await rename(' '))).toBe('area.name-required')
    expect(await codeOf(await rename('x', areaPathSchema.parse(`${AREA}x`)))).toBe('area.missing')
    expect([await world.actions(), await world.store.count({ collection: 'jobs' })]).toEqual([[], 0])
  })

  it('takes nothing from an answer that was filled in under the old name without a network', async () => {
    const waiting = buildPlainSubmit(1)
    await rename('Fiscalización')
    await runJobs()
    const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [waiting] }
    const { results } = (await (await as('ines', 'POST', '/sync/push', body)).json()) as { readonly results: unknown }
    expect(results).toMatchObject([{ status: 'applied' }])
  })
})

describe('deleting an area', () => {
  const withoutForms = () =>
    world.store.commit({
      keysFor: () => [],
      decide: () => ({
        result: null,
        writes: ['comercios', 'nota'].map((id) => remove(keys.template(id as TemplateId))),
      }),
    })
  const put = (person: User) => world.put(keys.user(person.id), person)
  const nobodyOnlyHere = async () => {
    for (const { document } of await world.store.query({ collection: 'usuarios', limit: 100 })) {
      const person = document as User
      if (person.areas.includes(AREA)) await put({ ...person, areas: [AREA, OTHER_AREA] })
    }
  }

  it('is blocked by forms, and nothing has changed', async () => {
    const before = await stored(AREA)
    expect(await erase(AREA)).toEqual({ kind: 'forms', forms: 2 })
    expect(await stored(AREA)).toEqual(before)
    expect(await world.actions()).toEqual([])
  })

  it('is blocked by users who have no other area, who are named', async () => {
    await withoutForms()
    await put(buildUser('pablo', 'ROLE_INSPECTOR', [AREA, OTHER_AREA]))
    const use = await erase(AREA)
    expect(use).toMatchObject({ kind: 'only-area', total: 4 })
    expect(use.kind === 'only-area' && use.users.map(({ userMuniCore }) => userMuniCore)).not.toContain('pablo')
    expect((await stored(AREA))?.closedUntil).toBeUndefined()
  })

  it('takes it from everybody in one commit, which is all or nothing whenever the server dies', async () => {
    await withoutForms()
    await nobodyOnlyHere()
    const had = ['ines', 'pablo', 'sofia']
    const real = world.store.commit
    for (let lives = 0; ; lives += 1) {
      let left = lives
      Object.assign(world.store, {
        commit: (unit: Parameters<typeof real>[0]) => {
          left -= 1
          return left < 0 ? Promise.reject(new Error('killed')) : real.call(world.store, unit)
        },
      })
      const response = await as('ada', 'POST', '/areas/delete', { area: AREA }).catch(() => undefined)
      Object.assign(world.store, { commit: real })
      const left_ = await Promise.all(had.map(user))
      const there = (await stored(AREA)) !== undefined
      expect(left_.map((one) => one?.areas)).toEqual(had.map(() => (there ? [AREA, OTHER_AREA] : [OTHER_AREA])))
      // A lock of a killed server expires after half a minute.
      world.clock.now += 31_000
      if (response?.status === 200) break
    }
    world.log.length = 0
    expect(await stored(AREA)).toBeUndefined()
    expect(await world.actions()).toEqual(['area.deleted'])
  })

  it('lets no one and no form in while someone looks', async () => {
    await withoutForms()
    await nobodyOnlyHere()
    const closedUntil = new Date(world.clock.now + 20_000).toISOString()
    await world.put(AREA, { ...(await stored(AREA)), closedUntil })
    expect(await codeOf(await world.create('sofia'))).toBe('user.area-unknown')
    const draft = { id: world.newId(), area: AREA }
    const source = buildPlainTemplate({ id: 'source' as TemplateId, areas: [OTHER_AREA] })
    await world.store.commit({
      keysFor: () => [],
      decide: () => ({ result: null, writes: [set(keys.template(source.id), source)] }),
    })
    expect(await codeOf(await as('sofia', 'POST', '/templates/source/duplicate', draft))).toBe('template.area-unknown')
    expect(await codeOf(await as('ada', 'POST', '/areas/delete', { area: AREA }))).toBe('area.being-deleted')
    world.clock.now += 21_000
    expect((await world.create('sofia')).status).toBe(200)
  })

  it('loses no answer that a device without a network still holds', async () => {
    const waiting = buildPlainSubmit(1)
    await withoutForms()
    await nobodyOnlyHere()
    expect(await erase(AREA)).toMatchObject({ kind: 'free' })
    const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [waiting] }
    const { results } = (await (await as('ines', 'POST', '/sync/push', body)).json()) as { readonly results: unknown }
    expect(results).toMatchObject([{ status: 'held', reason: { code: 'template.deleted' } }])
    expect(await world.store.get(keys.held(waiting.answer))).toMatchObject({
      answer: { authorId: 'ines' },
      areas: [AREA],
    })
    const held = (await (await as('sofia', 'GET', '/held')).json()) as { readonly total: number }
    expect(held.total).toBe(1)
  })
})

describe('who has an area', () => {
  it('is reported to the administrator', async () => {
    const usersOfArea = (await (await as('ada', 'GET', `/areas/users?area=${OTHER_AREA}`)).json()) as object
    expect(usersOfArea).toEqual({
      users: [{ userMuniCore: 'olga', email: 'olga@relevo.example', nombre: 'Inés Quiroga' }],
      total: 1,
    })
  })
})
