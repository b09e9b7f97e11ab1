import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_SAVED_FILTERS } from '#domain/documents/index.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'

let world: World
let cookies: Readonly<Record<'ines' | 'sofia', string>>
beforeEach(async () => {
  world = await buildWorld()
  cookies = { ines: await world.signIn('ines'), sofia: await world.signIn('sofia') }
})

async function ask(who: 'ines' | 'sofia', method: string, query = '', body?: object) {
  const reply = await world.ask(method, `/api/filters${query}`, { cookie: cookies[who], ...(body && { body }) })
  const told = (await reply.json()) as { filters?: { name: string; search: string }[]; error?: { code: string } }
  return told.error?.code ?? told.filters?.map(({ name, search }) => `${name}: ${search}`)
}
const save = (who: 'ines' | 'sofia', name: string, search = 'estado=1', template = 'nota') =>
  ask(who, 'PUT', '', { template, name, search })

describe('saved filters', () => {
  it('are kept by their names within a form, for who saved them and for nobody else', async () => {
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
