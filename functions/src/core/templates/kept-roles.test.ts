import { describe, expect, it } from 'vitest'
import { ROLES, type Role } from '#domain/users/index.ts'
import { findChangedTopics } from '#domain/nudges/judge.ts'
import { keys } from '#domain/store/index.ts'
import { DRAFTS_PAGE_SIZE } from '#domain/templates/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AREA, FOREIGN_AREA, OTHER_AREA } from '#tests/support/builders/template.ts'
import { buildDraft, templateCalls, templateIdOf } from '#tests/support/server/templates.ts'
import { addPerson, buildWorld, type World } from '#tests/support/server/world.ts'

/**
 * Roles that edit forms, written from the specification (part 2, point 6) and not from rights.ts, and the reach of
 * each.
 */
const EDITORS: Readonly<Partial<Record<Role, readonly Whose[]>>> = {
  ROLE_ADMIN: ['own', 'neighbour', 'foreign'],
  ROLE_SUPERVISOR_ELEVADO: ['own', 'neighbour'],
  ROLE_SUPERVISOR_CORRECTOR_DUPLICADOR: ['own'],
  ROLE_SUPERVISOR_CORRECTOR: ['own'],
  ROLE_SUPERVISOR_DUPLICADOR: ['own'],
  ROLE_SUPERVISOR: ['own'],
  ROLE_GENERADOR: ['own'],
}
const AREAS = { own: AREA, neighbour: OTHER_AREA, foreign: FOREIGN_AREA } as const
type Whose = keyof typeof AREAS
const WHOSE = Object.keys(AREAS) as readonly Whose[]
/** drafts of forms that were never published, and of the next version of published ones */
const FRESH = { own: templateIdOf('A'), neighbour: templateIdOf('B'), foreign: templateIdOf('C') }
const KNOWN = { own: templateIdOf('D'), neighbour: templateIdOf('E'), foreign: templateIdOf('F') }

async function worldOf(role: Role): Promise<World> {
  const world = await buildWorld()
  await addPerson(world.put, buildUser('rosa', role))
  await addPerson(world.put, buildUser('root', 'ROLE_ADMIN'))
  const calls = templateCalls(world)
  for (const whose of WHOSE) {
    const draft = buildDraft({ areas: [AREAS[whose]], opcionales: { publico: true } })
    expect((await calls.keep('root', FRESH[whose], { base: 0, revision: 0 }, draft)).status).toBe(200)
    await calls.create('root', KNOWN[whose], draft)
    expect((await calls.keep('root', KNOWN[whose], { base: 1, revision: 0 }, draft)).status).toBe(200)
  }
  return world
}

describe.each(ROLES)('%s', (role) => {
  it('sees, keeps, publishes and discards drafts of forms that it may edit, and of no other', async () => {
    const world = await worldOf(role)
    const calls = templateCalls(world)
    const reach = EDITORS[role] ?? []
    for (const whose of WHOSE) {
      const mine = reach.includes(whose)
      const draft = buildDraft({ areas: [AREAS[whose]], titulo: 'De Rosa', opcionales: { publico: true } })
      for (const [id, base] of [
        [FRESH[whose], 0],
        [KNOWN[whose], 1],
      ] as const) {
        const said = [
          await calls.atWork('rosa', id),
          await calls.keep('rosa', id, { base, revision: 1 }, draft),
          await calls.discard('rosa', id, mine ? 2 : 1),
        ]
        expect(said.map(({ status }) => status < 300)).toEqual([mine, mine, mine])
        if (!mine) {
          expect(JSON.stringify(said)).not.toContain('secciones')
          expect(await world.store.get(keys.keptDraft(id))).toMatchObject({ revision: 1 })
        }
      }
    }
    expect(world.log).toEqual([])
  })

  it('lists drafts of forms that it may edit, and no other', async () => {
    const world = await worldOf(role)
    const said = await templateCalls(world).drafts('rosa')
    const reach = EDITORS[role]
    if (reach === undefined) return expect(said.status).toBe(403)
    expect(said.drafts?.map(({ id }) => id).sort()).toEqual(
      [...reach.map((whose) => FRESH[whose]), ...reach.map((whose) => KNOWN[whose])].sort(),
    )
  })

  it('is notified of no draft by an event', async () => {
    const world = await worldOf(role)
    const document = await world.store.get(keys.keptDraft(FRESH.own))
    expect(document).toBeDefined()
    expect(findChangedTopics(buildUser('rosa', role), { collection: 'borradores', document: document ?? {} })).toEqual(
      [],
    )
  })
})

it('the draft of a form that moves to other areas is seen where the form is, until it is published', async () => {
  const world = await worldOf('ROLE_SUPERVISOR_ELEVADO')
  await addPerson(world.put, buildUser('nora', 'ROLE_SUPERVISOR', [OTHER_AREA]))
  const calls = templateCalls(world)
  const moved = buildDraft({ areas: [OTHER_AREA], opcionales: { publico: true } })
  expect((await calls.keep('rosa', KNOWN.own, { base: 1, revision: 1 }, moved)).status).toBe(200)
  expect((await calls.atWork('nora', KNOWN.own)).status).toBe(403)
  // gil may edit the form and its draft, but not move it to an area that is not his.
  expect((await calls.atWork('gil', KNOWN.own)).kept).toMatchObject({ areas: [OTHER_AREA], seenIn: [AREA] })
  expect((await calls.saveKept('gil', KNOWN.own, { base: 1, revision: 2 }, moved)).status).toBe(403)
  expect((await calls.saveKept('rosa', KNOWN.own, { base: 1, revision: 2 }, moved)).status).toBe(200)
})

it('drafts are listed by page, each once, the last kept first', async () => {
  const world = await buildWorld()
  const calls = templateCalls(world)
  const count = DRAFTS_PAGE_SIZE + 3
  for (let i = 0; i < count; i += 1) {
    world.clock.now += 1000
    await calls.keep('gil', templateIdOf('0123456789ABCDEFGHJKMNPQ'.charAt(i)), { base: 0, revision: 0 })
  }
  const first = await calls.drafts('gil')
  const second = await calls.drafts('gil', `?after=${encodeURIComponent(first.next ?? '')}`)
  const dates = [...(first.drafts ?? []), ...(second.drafts ?? [])].map(({ lastEdit }) => lastEdit.date)
  expect(dates).toHaveLength(count)
  expect(dates).toEqual([...new Set(dates)].sort().reverse())
  expect(second.next).toBeUndefined()
  // A list contains no questions.
  expect(first.drafts?.[0]).not.toHaveProperty('secciones')
})

it('an area with a draft in it is not free to be deleted', async () => {
  const world = await buildWorld()
  const calls = templateCalls(world)
  await calls.keep('ada', templateIdOf('A'), { base: 0, revision: 0 }, buildDraft({ areas: [OTHER_AREA] }))
  const response = await world.ask('GET', `/api/areas/use?area=${encodeURIComponent(OTHER_AREA)}`, {
    cookie: await world.signIn('ada'),
  })
  expect(await response.json()).toMatchObject({ kind: 'forms', forms: 1 })
})
