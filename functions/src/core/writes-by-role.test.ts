import { afterAll, describe, expect, it } from 'vitest'
import { ROLES, type Role } from '#domain/users/index.ts'
import type { AreaPath } from '#domain/kernel/index.ts'
import type { StoredDocument } from '#domain/store/index.ts'
import type { Actor } from '#tests/support/server/access-lines.ts'
import { answered } from '#tests/support/server/access-stage.ts'
import { TABLE } from '#tests/support/server/access-table.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AREA, FOREIGN_AREA, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { addPerson, buildWorld, type World } from '#tests/support/server/world.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import type { Store } from './ports.ts'

type Written = { readonly key: string; readonly document: StoredDocument | undefined }

/** Permitted writes of a refused request: attempts, the session's use, audit entries. */
const TRACES = /^(?:throttles\/|websession\/|audit[^/]*\/|settings\/proof-key$)/

/** Routes by which a role changed something: otherwise the test would prove nothing. */
const changing = new Set<string>()
afterAll(() => expect(changing.size).toBeGreaterThan(CHANGING.length / 3))

/** Without answers and files, whose own rules apply (`reviewing-roles.test.ts` and the contracts). */
const CHANGING = Object.entries(TABLE).filter(
  ([route]) => /^(?:POST|PUT|PATCH|DELETE) /.test(route) && !/\/(?:sync\/push|uploads|session)/.test(route),
)
/** Actors for each line: the one with the most rights in a municipality, and the administrator. */
const AS: readonly Actor[] = ['sofia', 'ada']

function recording(store: Store, written: Written[]): Store {
  return {
    ...store,
    commit: (unit) =>
      store.commit({
        ...unit,
        decide: (found) => {
          const [decision, asked] = [unit.decide(found), new Set(unit.keysFor(found))]
          for (const write of decision.writes) {
            const before = asked.has(write.key) ? found.get(write.key) : undefined
            written.push({ key: write.key, document: write.kind === 'set' ? write.document : before })
          }
          return decision
        },
      }),
  }
}

async function staffed(area: AreaPath, written: Written[]): Promise<{ world: World; cookies: Map<Role, string> }> {
  const world = await buildWorld({}, recording(openMemoryStore(), written))
  const cookies = new Map<Role, string>()
  for (const role of ROLES) {
    const id = role.toLowerCase().replaceAll('_', '-')
    await addPerson(world.put, buildUser(id, role, [area]))
    cookies.set(role, await world.signIn(id))
  }
  return { world, cookies }
}

describe.each([
  ['of the municipality', AREA],
  ['of another one', FOREIGN_AREA],
])('a write of each of the roles, %s', (_, area) => {
  it.each(CHANGING)('that is refused leaves nothing, and reaches no other municipality: %s', async (route, line) => {
    const written: Written[] = []
    const { world, cookies } = await staffed(area, written)
    const answer = await answered(world)
    for (const [role, cookie] of cookies)
      for (const actor of AS) {
        written.length = 0
        const [method, path, how] = line.ask(answer, actor)
        const { status } = await world.ask(method, path, { ...how, cookie })
        const changed = written.filter(({ key }) => !TRACES.test(key))
        expect([role, status]).not.toEqual([role, 500])
        if (status < 400 && changed.length > 0) changing.add(route)
        if (status >= 400)
          expect([role, actor, status, changed.map(({ key }) => key)]).toEqual([role, actor, status, []])
        if (area !== FOREIGN_AREA || role === 'ROLE_ADMIN') continue
        const theirs = changed.filter((one) => JSON.stringify(one).includes(MUNICIPALITY))
        expect([role, actor, status, theirs.map(({ key }) => key)]).toEqual([role, actor, status, []])
      }
  })
})
