import { beforeEach, describe, expect, it } from 'vitest'
import type { MunicipalityPath } from '#domain/kernel/index.ts'
import { encodePlaceId } from '#domain/places/index.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'

const LIST = '/api/v1/answers?form=nota'
let world: World

/** A token of sofia's for the answers of her municipality. */
async function makeToken(): Promise<{ readonly text: string }> {
  const path = `/api/municipalities/${encodePlaceId(MUNICIPALITY as MunicipalityPath)}/tokens`
  const body = { name: 'Tablero', scopes: ['answers:read'], days: 30 }
  const reply = await world.ask('POST', path, { cookie: await world.signIn('sofia'), body })
  return (await reply.json()) as { readonly text: string }
}
const read = (path: string, text: string, headers: Readonly<Record<string, string>> = {}) =>
  world.ask('GET', path, { headers: { authorization: `Bearer ${text}`, ...headers } })
async function refusalOf(path: string, text: string) {
  const reply = await read(path, text)
  return [reply.status, await codeOf(reply)]
}

describe('the list of answers', () => {
  async function push(from: number, to: number): Promise<void> {
    const cookie = await world.signIn('ines')
    for (let seed = from; seed <= to; seed += 1) {
      world.clock.now += 60_000
      const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [buildPlainSubmit(seed)] }
      await world.ask('POST', '/api/sync/push', { cookie, body })
    }
  }
  type Page = { readonly answers: { readonly id: string; readonly updatedAt: string }[]; readonly next: string | null }
  const page = async (path: string, text: string) => (await (await read(path, text)).json()) as Page
  beforeEach(async () => {
    world = await buildWorld()
  })

  it('comes in pages, each answer once, also what arrives in the meantime', async () => {
    await push(10, 16)
    const { text } = await makeToken()
    const seen: string[] = []
    let path: string | null = `${LIST}&limit=3&updatedSince=2000-01-01T00:00:00.000Z`
    world.clock.now += 60_000
    while (path !== null) {
      const { answers, next }: Page = await page(path, text)
      seen.push(...answers.map(({ id }) => id))
      if (seen.length === 3) await push(17, 18)
      world.clock.now += 11_000
      path = next === null ? null : `${LIST}&limit=3&updatedSince=2000-01-01T00:00:00.000Z&cursor=${next}`
    }
    expect(seen).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18].map((seed) => buildPlainSubmit(seed).answer))
  })

  it('tells of a change only when nothing can come before it any more', async () => {
    await push(20, 20)
    const { text } = await makeToken()
    const since = `${LIST}&updatedSince=2000-01-01T00:00:00.000Z`
    expect((await page(since, text)).answers).toEqual([])
    world.clock.now += 10_000
    expect((await page(since, text)).answers).toHaveLength(1)
    const [last] = (await page(since, text)).answers
    await push(21, 21)
    world.clock.now += 10_000
    // Starts from the last answer: returns it again, and newer ones.
    expect((await page(`${LIST}&updatedSince=${last?.updatedAt}`, text)).answers).toHaveLength(2)
  })

  it.each(['limit=0', 'limit=201', 'limit=x', 'cursor=x', 'cursor=%00', 'updatedSince=yesterday', 'state=x', 'also=1'])(
    'refuses %s',
    async (query) => {
      const { text } = await makeToken()
      expect(await refusalOf(`${LIST}&${query}`, text)).toEqual([400, 'request.malformed'])
    },
  )

  it('says by its tag whether anything is new', async () => {
    await push(30, 30)
    const { text } = await makeToken()
    const first = await read(LIST, text)
    const etag = first.headers.get('etag') ?? ''
    expect((await read(LIST, text, { 'if-none-match': etag })).status).toBe(304)
    await push(31, 31)
    const again = await read(LIST, text, { 'if-none-match': etag })
    expect([again.status, ((await again.json()) as Page).answers.length]).toEqual([200, 2])
  })
})
