import { describe, expect, it } from 'vitest'
import { keys } from '#domain/store/index.ts'
import { there } from '#tests/support/there.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AREA, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { addPerson, buildWorld, codeOf, type World } from '#tests/support/server/world.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import type { Store } from '../../ports.ts'

/** A new area, whose body ends on demand. */
const BODY = JSON.stringify({ id: '0'.repeat(26), municipality: MUNICIPALITY, nombre: 'Obras' })

async function worldWithAdmin(store?: Store): Promise<{ readonly world: World; readonly cookie: string }> {
  const world = await buildWorld({}, store)
  await addPerson(world.put, buildUser('alma', 'ROLE_ADMIN', [AREA]))
  return { world, cookie: await world.signIn('alma') }
}

/** Begins a request, calls `happen` while its body is being sent, and sends the rest. */
async function whileUnderWay(world: World, cookie: string, happen: () => Promise<unknown>): Promise<Response> {
  const goOn = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const bytes = new TextEncoder().encode(BODY)
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        asked.resolve()
        await goOn.promise
        controller.enqueue(bytes)
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const response = world.ask('POST', '/api/areas', { cookie, body })
  await asked.promise
  await happen()
  goOn.resolve()
  return response
}

const areas = async (world: World): Promise<number> => world.store.count({ collection: 'areas_municipales' })

describe('a request that has begun', () => {
  it('is done where nothing happens in the meantime', async () => {
    const { world, cookie } = await worldWithAdmin()
    const before = await areas(world)
    const response = await whileUnderWay(world, cookie, async () => {})
    expect([response.status, (await areas(world)) - before]).toEqual([200, 1])
  })

  it('ends with its session, also where the session was good when its headers came', async () => {
    const { world, cookie } = await worldWithAdmin()
    const other = await world.signIn('alma')
    const before = await areas(world)
    const response = await whileUnderWay(world, cookie, () => world.ask('DELETE', '/api/sessions', { cookie: other }))
    expect([response.status, await codeOf(response), (await areas(world)) - before]).toEqual([401, 'session.ended', 0])
  })

  it('ends with the right of its account', async () => {
    const { world, cookie } = await worldWithAdmin()
    const response = await whileUnderWay(world, cookie, () =>
      world.put(keys.user(buildUser('alma').id), buildUser('alma', 'ROLE_INSPECTOR', [AREA])),
    )
    expect([response.status, await codeOf(response)]).toEqual([403, 'access.forbidden'])
  })

  it('commits nothing when the session ends between the last look at it and the commit', async () => {
    const plain = openMemoryStore()
    let before: (() => Promise<unknown>) | undefined
    const store: Store = Object.assign(Object.create(plain) as Store, {
      commit: async (unit: Parameters<Store['commit']>[0]) => {
        const happen = before
        before = undefined
        await happen?.()
        return plain.commit(unit)
      },
    })
    const { world, cookie } = await worldWithAdmin(store)
    const [count, user] = [await areas(world), buildUser('alma').id]
    before = async () => {
      const credentials = there(await plain.get(keys.credentials(user)))
      await world.put(keys.credentials(user), { ...credentials, epoch: 1 })
    }
    const response = await world.ask('POST', '/api/areas', { cookie, body: BODY })
    expect([response.status, await codeOf(response), (await areas(world)) - count]).toEqual([401, 'session.ended', 0])
  })
})
