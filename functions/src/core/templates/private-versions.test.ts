import { expect, it } from 'vitest'
import { buildUser } from '#tests/support/builders/people.ts'
import { AREA } from '#tests/support/builders/template.ts'
import { templateCalls, templateIdOf } from '#tests/support/server/templates.ts'
import { buildWorld } from '#tests/support/server/world.ts'

const ID = templateIdOf('A')

it('a form that is public now shows its private versions, and who saved them, to no one but whose form it is', async () => {
  const world = await buildWorld()
  const calls = templateCalls(world)
  await calls.create('gil', ID)
  await calls.setScope('gil', ID, true)
  const { template } = await calls.version('uma', ID, 2)
  expect(template?.opcionales.publico).toBe(true)
  expect(await calls.version('uma', ID, 1)).toEqual({ status: 404, code: 'template.version-unknown' })
  expect((await calls.versions('uma', ID)).versions).toEqual([])
  for (const who of ['ines', 'sofia', 'ada']) {
    expect((await calls.version(who, ID, 1)).template?.version).toBe(1)
    expect((await calls.versions(who, ID)).versions).toHaveLength(2)
  }
  // A user who moved to the form's area may read earlier versions, and one who left it those they could read then.
  await world.put('usuarios/uma', buildUser('uma', 'ROLE_SUPERVISOR_ELEVADO', [AREA]))
  expect((await calls.version('uma', ID, 1)).template?.version).toBe(1)
})
