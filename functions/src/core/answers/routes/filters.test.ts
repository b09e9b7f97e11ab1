import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_SAVED_FILTERS } from '#domain/answers/index.ts'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AREA, OTHER_AREA } from '#tests/support/builders/template.ts'
import { addPerson, buildWorld, type World } from '#tests/support/server/world.ts'
import { there } from '#tests/support/there.ts'

let world: World
let cookies: Readonly<Record<Who, string>>
const WHO = ['ines', 'sofia', 'olga', 'uma', 'sara'] as const
type Who = (typeof WHO)[number]
beforeEach(async () => {
  world = await buildWorld()
  await addPerson(world.put, buildUser('sara', 'ROLE_SUPERVISOR', [AREA]))
  const signedIn = await Promise.all(WHO.map(async (who) => [who, await world.signIn(who)] as const))
  cookies = Object.fromEntries(signedIn) as Record<Who, string>
})

type FilterReply = {
  readonly filters?: readonly { readonly name: string; readonly search: string }[]
  readonly shared?: readonly {
    readonly name: string
    readonly search: string
    readonly by: { readonly name: string }
  }[]
  readonly error?: { readonly code: string }
}

async function reply(who: Who, method: string, query = '', body?: object): Promise<FilterReply> {
  const got = await world.ask(method, `/api/filters${query}`, { cookie: cookies[who], ...(body && { body }) })
  return (await got.json()) as FilterReply
}

async function ask(who: Who, method: string, query = '', body?: object) {
  const { error, filters } = await reply(who, method, query, body)
  return error?.code ?? filters?.map(({ name, search }) => `${name}: ${search}`)
}

async function shared(who: Who, method = 'GET', query = '?template=nota', body?: object) {
  const answer = await reply(who, method, query, body)
  return answer.error?.code ?? answer.shared?.map(({ name, search, by }) => `${name}: ${search}, ${by.name}`)
}
const share = (who: Who, name: string, search = 'estado=1', template = 'nota') =>
  shared(who, 'PUT', '/shared', { template, name, search })
const save = (who: Who, name: string, search = 'estado=1', template = 'nota') =>
  ask(who, 'PUT', '', { template, name, search })

describe('saved filters', () => {
  it('are kept by their names within a form, for who saved them alone', async () => {
    await save('ines', 'Ñandúes')
    await save('ines', 'Pendientes', 'estado=0')
    await save('ines', 'Other form', 'dni=1', 'comercios')
    await save('sofia', 'Pendientes', 'espera=si')
    expect(await ask('ines', 'GET', '?template=nota')).toEqual(['Ñandúes: estado=1', 'Pendientes: estado=0'])
    expect(await ask('ines', 'GET', '?template=comercios')).toEqual(['Other form: dni=1'])
    expect(await ask('sofia', 'GET', '?template=nota')).toEqual(['Pendientes: espera=si'])
    expect(await ask('sofia', 'GET', '?template=comercios')).toEqual([])
  })

  it('of a name that is there are replaced, from whichever device, and several at once are all kept', async () => {
    await save('ines', 'Mine')
    expect(await save('ines', ' Mine ', 'dia=2026-11-20')).toEqual(['Mine: dia=2026-11-20'])
    await Promise.all(Array.from({ length: 10 }, (_, at) => save('ines', `At once ${at}`)))
    expect(await ask('ines', 'GET', '?template=nota')).toHaveLength(11)
  })

  it('are taken away by their owner alone, and once is enough', async () => {
    await save('ines', 'a&b=c')
    expect(await ask('sofia', 'DELETE', '?template=nota&name=a%26b%3Dc')).toEqual([])
    expect(await ask('ines', 'GET', '?template=nota')).toEqual(['a&b=c: estado=1'])
    expect(await ask('ines', 'DELETE', '?template=nota&name=a%26b%3Dc')).toEqual([])
    expect(await ask('ines', 'DELETE', '?template=nota&name=a%26b%3Dc')).toEqual([])
    expect(await ask('ines', 'GET', '?template=nota')).toEqual([])
  })

  it('are so many of a form and no more, but one of them can still be replaced', async () => {
    for (let at = 0; at < MAX_SAVED_FILTERS; at += 1) await save('ines', `f${at}`)
    expect(await save('ines', 'one more')).toBe('filter.too-many')
    expect(await save('ines', 'f3', 'codigo=x')).toHaveLength(MAX_SAVED_FILTERS)
    expect(await save('ines', 'elsewhere', 'codigo=x', 'comercios')).toHaveLength(1)
  })

  it.each([
    [{ name: '  ' }],
    [{ name: 'x'.repeat(61) }],
    [{ search: '' }],
    [{ search: 'x'.repeat(1001) }],
    [{ template: '../users' }],
    [{ user: 'sofia' }],
  ])('are refused with %j', async (wrong) => {
    expect(await ask('ines', 'PUT', '', { template: 'nota', name: 'x', search: 'a=b', ...wrong })).toBe(
      'request.malformed',
    )
  })
})

describe('shared filters', () => {
  it('are shared by a supervisor of the area and seen by everyone who reads the list, beside their own', async () => {
    await save('ines', 'Mine')
    expect(await share('sara', ' Pendientes ', 'estado=0')).toEqual(['Pendientes: estado=0, Inés Quiroga'])
    expect(await shared('ines')).toEqual(['Pendientes: estado=0, Inés Quiroga'])
    expect(await ask('ines', 'GET', '?template=nota')).toEqual(['Mine: estado=1'])
    expect(await shared('ines', 'GET', '?template=comercios')).toEqual([])
  })

  it('are not seen by who does not read the list: neither in another area nor in another municipality', async () => {
    await share('sofia', 'Pendientes')
    for (const stranger of ['olga', 'uma'] as const) expect(await shared(stranger)).toEqual([])
  })

  it.each([
    ['ines', 'access.forbidden'],
    ['olga', 'template.missing'],
    ['uma', 'template.missing'],
  ] as const)('are neither made nor taken away by %s', async (who, code) => {
    await share('sara', 'Pendientes')
    expect(await share(who, 'Of mine')).toBe(code)
    expect(await shared(who, 'DELETE', '/shared?template=nota&name=Pendientes')).toBe(code)
    expect(await shared('ines')).toHaveLength(1)
  })

  it('are replaced under their name and taken away by any supervisor of the area, and once is enough', async () => {
    await share('sara', 'Pendientes', 'estado=0')
    expect(await share('sofia', 'Pendientes', 'espera=si')).toHaveLength(1)
    for (let time = 0; time < 2; time += 1)
      expect(await shared('sara', 'DELETE', '/shared?template=nota&name=Pendientes')).toEqual([])
    expect(await shared('ines')).toEqual([])
  })

  it('are all kept, and all gone, that several people share and take away at once', async () => {
    for (const name of ['Old', 'Older']) await share('sara', name)
    await Promise.all([
      share('sara', 'New'),
      shared('sofia', 'DELETE', '/shared?template=nota&name=Old'),
      share('sofia', 'Newer'),
      shared('sara', 'DELETE', '/shared?template=nota&name=Older'),
    ])
    expect(await shared('ines')).toEqual(['New: estado=1, Inés Quiroga', 'Newer: estado=1, Inés Quiroga'])
  })

  it('are so many of a form and no more', async () => {
    for (let at = 0; at < MAX_SAVED_FILTERS; at += 1) await share('sara', `f${at}`)
    expect(await share('sara', 'one more')).toBe('filter.too-many')
    expect(await share('sofia', 'f3', 'codigo=x')).toHaveLength(MAX_SAVED_FILTERS)
  })

  it('are no longer shown of a form that has moved to another area', async () => {
    await share('sofia', 'Pendientes')
    const form = there(await world.store.get(keys.template(templateIdSchema.parse('nota'))))
    await world.put(keys.template(form.id), { ...form, areas: [OTHER_AREA] })
    expect([await shared('ines'), await shared('olga')]).toEqual([[], ['Pendientes: estado=1, Inés Quiroga']])
  })
})
