import { describe, expect, it } from 'vitest'
import { countriesSchema } from '#domain/places/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AREA, FOREIGN_AREA, OTHER_AREA } from '#tests/support/builders/template.ts'
import { addPerson, buildWorld, type World } from '#tests/support/server/world.ts'

const NAMES = [AREA, OTHER_AREA, FOREIGN_AREA]

async function listed(
  world: World,
  who: string,
): Promise<{ readonly status: number; readonly areas: readonly string[] }> {
  const response = await world.ask('POST', '/api/getListaPaises', {
    cookie: await world.signIn(who),
    body: { data: null },
  })
  const { result } = (await response.json()) as { readonly result?: unknown }
  const countries = result === undefined ? [] : countriesSchema.parse(result)
  const areas = countries.flatMap(({ provincias }) =>
    provincias.flatMap(({ municipios }) => municipios.flatMap((one) => one.areas.map(({ ref }) => ref))),
  )
  return { status: response.status, areas: areas.toSorted() }
}

describe('getListaPaises', () => {
  it('gives every place to the administrator, and their own municipalities to those who manage their users', async () => {
    const world = await buildWorld()
    for (const path of NAMES)
      await world.put(path, { path, nombre: path, municipalityPath: path.split('/').slice(0, 6).join('/') })
    for (const path of ['paises/AR/provincias/cordoba', 'paises/UY/provincias/montevideo'])
      await world.put(path, { path, nombre: path })
    expect(await listed(world, 'ada')).toEqual({ status: 200, areas: NAMES.toSorted() })
    await addPerson(world.put, buildUser('vera', 'ROLE_SUPERVISOR_ELEVADO', [FOREIGN_AREA, OTHER_AREA]))
    expect(await listed(world, 'vera')).toEqual({ status: 200, areas: NAMES.toSorted() })
    expect(await listed(world, 'sofia')).toEqual({ status: 200, areas: [AREA, OTHER_AREA].toSorted() })
  })

  it('is refused to anyone who has no use for it, and to no one in particular', async () => {
    const world = await buildWorld()
    expect((await listed(world, 'ines')).status).toBe(403)
    expect((await listed(world, 'gil')).status).toBe(403)
    expect((await world.ask('POST', '/api/getListaPaises', { body: { data: null } })).status).toBe(401)
  })
})
