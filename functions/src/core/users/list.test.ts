import { beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { UsersPage } from '#domain/users/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AREA, FOREIGN_AREA, MUNICIPALITY, NOW } from '#tests/support/builders/template.ts'
import { buildPeopleWorld, type PeopleWorld } from '#tests/support/server/people-world.ts'
import { FOREIGN_MUNICIPALITY } from '#tests/support/server/world.ts'

let world: PeopleWorld
beforeEach(async () => {
  world = await buildPeopleWorld()
})
const as: PeopleWorld['as'] = (...asked) => world.as(...asked)

describe('the list', () => {
  const list = async (who: string, query = ''): Promise<UsersPage> =>
    (await as(who, 'GET', `/users${query}`)).json() as Promise<UsersPage>
  const names = ({ users }: UsersPage) => users.map(({ userMuniCore }) => userMuniCore)

  beforeEach(async () => {
    for (let i = 0; i < 60; i += 1) {
      const id = `clerk${String(i).padStart(2, '0')}`
      const areas = [i % 3 === 0 ? FOREIGN_AREA : AREA]
      await world.put(keys.user(id as UserId), buildUser(id, 'ROLE_INSPECTOR_ACTAS', areas, { lastName: 'Núñez' }))
    }
  })

  it('is turned forwards and back without a gap or a twin, in each order', async () => {
    const everybody = (await world.store.count({ collection: 'usuarios' })) as number
    for (const order of ['email', 'username', 'role', 'updated']) {
      for (const way of ['', '&descending=1']) {
        const pages: UsersPage[] = [await list('ada', `?order=${order}${way}`)]
        for (;;) {
          const next = pages.at(-1)?.next
          if (next === undefined) break
          pages.push(await list('ada', `?order=${order}${way}&after=${encodeURIComponent(next)}`))
        }
        const seen = pages.flatMap(names)
        expect([seen.length, new Set(seen).size, pages[0]?.total]).toEqual([everybody, everybody, everybody])
        const back = await list('ada', `?order=${order}${way}&before=${encodeURIComponent(pages[1]?.previous ?? '')}`)
        expect(names(back)).toEqual(names(pages[0] as UsersPage))
        expect([back.previous, pages[0]?.previous]).toEqual([undefined, undefined])
      }
    }
  })

  it('shows supervisors who works in their municipality, and no one else', async () => {
    const own = await list('uma', '?order=username')
    expect(own.total).toBe(22)
    expect(own.users.every(({ municipality }) => municipality.path === FOREIGN_MUNICIPALITY)).toBe(true)
    expect((await list('uma', `?municipality=${encodeURIComponent(MUNICIPALITY)}`)).users).toEqual([])
    expect((await list('ada', `?municipality=${encodeURIComponent(MUNICIPALITY)}`)).total).toBe(46)
  })

  it('finds by the beginnings of words, whatever the accents and the case, within what someone may see', async () => {
    expect(names(await list('ada', '?search=NUNEZ%20clerk07'))).toEqual(['clerk07'])
    expect(names(await list('ada', '?search=clerk07@rel'))).toEqual(['clerk07'])
    expect(names(await list('ada', '?search=lerk07'))).toEqual(['clerk07'])
    expect(names(await list('uma', '?search=clerk07'))).toEqual([])
    expect(names(await list('uma', '?search=n%C3%BA&order=username'))).toHaveLength(20)
    expect(names(await list('ada', '?search=s&order=username'))).toEqual(['sofia'])
    expect(names(await list('ada', '?search=nobody'))).toEqual([])
    const first = await list('ada', '?search=nu')
    const second = await list('ada', `?search=nu&after=${encodeURIComponent(first.next ?? '')}`)
    expect(new Set([...names(first), ...names(second)]).size).toBe(50)
  })

  it('finds by the staff number, and by an ID number however it is written', async () => {
    const change = { userMuniCore: 'u30.111.222', inspectorID: '041-7788' }
    await world.put(keys.user('rita' as UserId), buildUser('rita', 'ROLE_INSPECTOR_ACTAS', [AREA], change))
    const byNumber = { userMuniCore: '30.111.223' }
    await world.put(keys.user('raul' as UserId), buildUser('raul', 'ROLE_INSPECTOR_ACTAS', [AREA], byNumber))
    for (const typed of ['041-7788', '0417788', '7788'])
      expect(names(await list('ada', `?search=${typed}`)), typed).toEqual(['u30.111.222'])
    for (const typed of [
      '30111223',
      '30.111.223',
      'DNI 30111223',
      '030111223',
      '\u0663\u0660\u0661\u0661\u0661\u0662\u0662\u0663',
    ])
      expect(names(await list('ada', `?search=${encodeURIComponent(typed)}`)), typed).toEqual(['30.111.223'])
  })

  it('is filtered by role, area and state, also together with a search, and within what someone may see', async () => {
    await world.put(
      keys.user('rosa' as UserId),
      buildUser('rosa', 'ROLE_SUPERVISOR', [AREA], { lastName: 'Núñez', deactivatedAt: NOW }),
    )
    const area = encodeURIComponent(FOREIGN_AREA)
    const total = async (who: string, query: string): Promise<number> => {
      const first = await list(who, `?order=username&${query}`)
      const next = first.next === undefined ? [] : names(await list(who, `?${query}&after=${first.next}`))
      return new Set([...names(first), ...next]).size
    }
    expect(await total('ada', `role=ROLE_INSPECTOR_ACTAS&area=${area}`)).toBe(20)
    expect(await total('uma', `role=ROLE_INSPECTOR_ACTAS&area=${area}`)).toBe(20)
    expect(await total('uma', `area=${encodeURIComponent(AREA)}&role=ROLE_INSPECTOR_ACTAS`)).toBe(0)
    expect(names(await list('ada', '?state=deactivated'))).toEqual(['rosa'])
    expect(names(await list('ada', '?state=deactivated&role=ROLE_INSPECTOR_ACTAS'))).toEqual([])
    expect(names(await list('ada', '?search=nu&role=ROLE_SUPERVISOR&state=active'))).toEqual([])
    expect(names(await list('ada', '?search=nu&role=ROLE_SUPERVISOR'))).toEqual(['rosa'])
    for (const query of ['role=ROLE_KING', 'area=paises/AR', 'state=gone'])
      expect((await as('ada', 'GET', `/users?${query}`)).status, query).toBe(400)
  })

  it('begins where it was asked to, whatever that is', async () => {
    for (const place of ['x', '\n', 'usuarios/../x\ny', '\u0000\n\u0000'])
      expect((await as('ada', 'GET', `/users?after=${encodeURIComponent(place)}`)).status).toBe(200)
  })
})
