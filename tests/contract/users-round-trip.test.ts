import { expect, it } from 'vitest'
import { readUsersCsv, writeUsersCsv } from '#documents/index.ts'
import { areaPathSchema, getMunicipality } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { exportedUsersSchema, usersImportReplySchema } from '#domain/users/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AREA, FOREIGN_AREA, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { buildPeopleWorld, type PeopleWorld } from '#tests/support/server/people-world.ts'
import { addPerson } from '#tests/support/server/world.ts'

const TWIN = areaPathSchema.parse(`${MUNICIPALITY}/areas_municipales/gemela`)

/** Exports the users that ada sees, reads the file and previews the import: the result of each line. */
async function roundTrip(world: PeopleWorld) {
  const exported = await world.as('ada', 'POST', '/users/export', { sought: {} })
  const { users } = exportedUsersSchema.parse(await exported.json())
  const read = readUsersCsv(new TextEncoder().encode(writeUsersCsv(users)))
  const lines = read.ok ? read.value : []
  expect(lines).toHaveLength(users.length)
  const done = await world.as('ada', 'POST', '/users/import', { dry: true, language: 'es', lines })
  const results = usersImportReplySchema.parse(await done.json()).lines
  return Object.fromEntries(lines.map(({ username }, index) => [username, results[index]?.kind]))
}

it('a file of users that was exported changes nothing: not of a user of two municipalities, nor where areas have one name', async () => {
  const world = await buildPeopleWorld()
  for (const path of [AREA, TWIN, FOREIGN_AREA])
    await world.put(keys.area(path), { path, nombre: 'Inspección General', municipalityPath: getMunicipality(path) })
  await addPerson(world.put, buildUser('both', 'ROLE_INSPECTOR', [AREA, FOREIGN_AREA]))
  const results = await roundTrip(world)
  expect(Object.keys(results)).toContain('both')
  expect(results).toEqual(Object.fromEntries(Object.keys(results).map((username) => [username, 'same'])))
  await addPerson(world.put, buildUser('twins', 'ROLE_INSPECTOR', [TWIN, AREA]))
  expect(await roundTrip(world)).toMatchObject({ twins: 'same', both: 'same', ines: 'same' })
})
