import { describe, expect, it } from 'vitest'
import { ROLES, type Role } from '#domain/users/index.ts'
import { pullResponseSchema } from '#domain/sync/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AREA, FOREIGN_AREA, OTHER_AREA } from '#tests/support/builders/template.ts'
import { buildDraft, templateCalls, templateIdOf } from '#tests/support/server/templates.ts'
import { addPerson, buildWorld, type World } from '#tests/support/server/world.ts'

/**
 * The roles of part 1, point 6, and their actions on forms over the API; written from the specification, independently
 * of rights.ts. Changing the scope is described in part 1, point 2.
 */
const DEEDS = ['list', 'create', 'edit', 'duplicate', 'delete', 'scope'] as const
type Deed = (typeof DEEDS)[number]

const MAY: Readonly<Record<Role, readonly Deed[]>> = {
  ROLE_ADMIN: ['list', 'create', 'edit', 'duplicate', 'delete', 'scope'],
  ROLE_SUPERVISOR_ELEVADO: ['list', 'create', 'edit', 'duplicate', 'delete', 'scope'],
  ROLE_SUPERVISOR_CORRECTOR_DUPLICADOR: ['list', 'create', 'edit', 'duplicate', 'delete'],
  ROLE_SUPERVISOR_CORRECTOR: ['list', 'create', 'edit', 'delete'],
  ROLE_SUPERVISOR_DUPLICADOR: ['list', 'create', 'edit', 'duplicate', 'delete'],
  ROLE_SUPERVISOR: ['list', 'create', 'edit', 'delete'],
  ROLE_CENSISTA_PRIVADO: ['list'],
  ROLE_GENERADOR_RESPUESTAS: ['list'],
  ROLE_GENERADOR_CORRECTOR_RESPUESTAS: ['list'],
  ROLE_GENERADOR: ['list', 'create', 'edit', 'delete', 'scope'],
  ROLE_INSPECTOR_ELEVADO_CORRECTOR: ['list'],
  ROLE_INSPECTOR_ELEVADO: ['list'],
  ROLE_INSPECTOR: ['list'],
  ROLE_INSPECTOR_ACTAS: ['list'],
  ROLE_TESORERIA: ['list'],
}

/** This action on a form of their area, of another area and of another municipality. */
const FORMS = { own: AREA, neighbour: OTHER_AREA, foreign: FOREIGN_AREA } as const
type Whose = keyof typeof FORMS

/** The reach of roles beyond their own areas. */
const REACH: Readonly<Partial<Record<Role, readonly Whose[]>>> = {
  ROLE_ADMIN: ['own', 'neighbour', 'foreign'],
  ROLE_SUPERVISOR_ELEVADO: ['own', 'neighbour'],
  ROLE_TESORERIA: ['own', 'neighbour'],
}
const ID: Readonly<Record<Whose, ReturnType<typeof templateIdOf>>> = {
  own: templateIdOf('A'),
  neighbour: templateIdOf('B'),
  foreign: templateIdOf('C'),
}

async function worldOf(role: Role): Promise<World> {
  const world = await buildWorld()
  await addPerson(world.put, buildUser('rosa', role))
  await addPerson(world.put, buildUser('root', 'ROLE_ADMIN'))
  const { create } = templateCalls(world)
  for (const [whose, area] of Object.entries(FORMS))
    expect((await create('root', ID[whose as Whose], buildDraft({ areas: [area] }))).status).toBe(200)
  return world
}

async function isDone(world: World, deed: Deed, whose: Whose): Promise<number | boolean> {
  const calls = templateCalls(world)
  const area = FORMS[whose]
  switch (deed) {
    case 'list': {
      const response = await world.ask('GET', '/api/sync/pull', { cookie: await world.signIn('rosa') })
      return pullResponseSchema.parse(await response.json()).templates.some(({ id }) => id === ID[whose])
    }
    case 'create':
      return (await calls.create('rosa', templateIdOf('D'), buildDraft({ areas: [area] }))).status
    case 'edit':
      return (await calls.save('rosa', ID[whose], 1, buildDraft({ areas: [area], titulo: 'Otro' }))).status
    case 'duplicate':
      return (await calls.duplicate('rosa', ID[whose], { id: templateIdOf('D'), area: AREA })).status
    case 'delete':
      return (await calls.remove('rosa', ID[whose])).status
    case 'scope':
      return (await calls.setScope('rosa', ID[whose], true)).status
  }
}

describe.each(ROLES)('%s', (role) => {
  it.each(DEEDS)('%s: a form of its own area, of a neighbour’s, of another municipality', async (deed) => {
    const world = await worldOf(role)
    for (const whose of ['own', 'neighbour', 'foreign'] as const) {
      const reaches = (REACH[role] ?? ['own']).includes(whose)
      const has = MAY[role].includes(deed)
      // A pull lists only the forms of one's own areas, whatever the role's reach.
      const refusal = reaches || deed === 'create' ? 403 : 404
      const status = has && reaches ? 200 : refusal
      const expected = deed === 'list' ? whose === 'own' : status
      expect(await isDone(world, deed, whose), whose).toBe(expected)
      // Uses another form, so that a copy or a new form of the last step does not interfere.
      if (deed === 'create' || deed === 'duplicate')
        await world.store.commit({ keysFor: () => [], decide: () => ({ result: 0, writes: removed() }) })
    }
    expect(world.log).toEqual([])
  })
})

describe('the scope of a form', () => {
  const EDITORS = ROLES.filter((role) => MAY[role].includes('edit'))
  const place = { kind: 'option', option: 'publico' }

  it.each(EDITORS)('%s changes it by a creation, a save or a copy only where it has the switch', async (role) => {
    const world = await worldOf(role)
    const calls = templateCalls(world)
    const has = MAY[role].includes('scope')
    const open = buildDraft({ opcionales: { publico: true } })
    const created = await calls.create('rosa', templateIdOf('D'), open)
    const refused = { status: 422, problems: [{ code: 'option.not-for-role', place }] }
    expect(created).toMatchObject(has ? { status: 200 } : refused)
    expect(await calls.save('rosa', ID.own, 1, open)).toMatchObject(has ? { status: 200 } : refused)
    if (!has) await calls.setScope('root', ID.own, true)
    // A public form keeps its scope when they edit it, and can be reworded.
    const reworded = await calls.save('rosa', ID.own, 2, buildDraft({ titulo: 'Otro', opcionales: { publico: true } }))
    expect(reworded.template).toMatchObject({ version: 3, opcionales: { publico: true } })
    expect(await calls.save('rosa', ID.own, 3, buildDraft())).toMatchObject(has ? { status: 200 } : refused)
    if (!MAY[role].includes('duplicate')) return
    await calls.setScope('root', ID.own, true)
    const { template } = await calls.duplicate('rosa', ID.own, { id: templateIdOf('E'), area: AREA })
    expect(template?.opcionales.publico).toBe(has)
  })
})

function removed() {
  const id = templateIdOf('D')
  return [`formularios/${id}`, `formularios/${id}/versiones/1`].map((key) => ({ kind: 'delete' as const, key }))
}
