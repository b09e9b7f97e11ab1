import { describe, expect, it } from 'vitest'
import type { AnswerId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { answerResponseSchema, answerVersionsSchema } from '#domain/answers/index.ts'
import { FOREIGN_AREA } from '#tests/support/builders/template.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { buildWorld } from '#tests/support/server/world.ts'
import { there } from '#tests/support/there.ts'

/** An answer that has been changed this many times. */
async function changed(times: number) {
  const world = await buildWorld()
  const id = (await answerFrom(world, 'ines', 1)) as AnswerId
  const first = there(await world.store.get(keys.answer(id)))
  const versionOf = (version: number) => ({
    ...first,
    version,
    titulo: `version ${version}`,
    changedBy: { kind: 'answer.edit' as const, by: { email: 'sofia@relevo.example', username: 'sofia' } },
  })
  for (let version = 2; version <= times; version += 1)
    await world.put(keys.answerVersion(id, version), versionOf(version))
  if (times > 0) await world.put(keys.answerVersion(id, 1), first)
  if (times > 0) await world.put(keys.answer(id), versionOf(times + 1))
  const ask = async (path: string, who = 'pablo') =>
    world.ask('GET', `/api/answers/${id}/versions${path}`, { cookie: await world.signIn(who) })
  return { world, id, ask }
}

describe('the versions of an answer', () => {
  it('come newest first, ten to a page, each once, with the change that made it', async () => {
    const { ask } = await changed(23)
    const numbers: number[] = []
    for (let next: number | null | undefined; next !== null;) {
      const page = answerVersionsSchema.parse(await (await ask(next === undefined ? '' : `?before=${next}`)).json())
      expect(page.versions.length).toBeLessThanOrEqual(10)
      numbers.push(...page.versions.map(({ version }) => version))
      if (next === undefined) expect(page.versions[0]?.changedBy).toMatchObject({ kind: 'answer.edit' })
      next = page.next
    }
    expect(numbers).toEqual(Array.from({ length: 24 }, (_, index) => 24 - index))
  })

  it('are one while no one has changed it', async () => {
    const { ask } = await changed(0)
    const page = answerVersionsSchema.parse(await (await ask('')).json())
    expect([page.versions.map(({ version }) => version), page.next]).toEqual([[1], null])
  })

  it('are read whole, the current one as well, and one that never was is missing', async () => {
    const { ask } = await changed(3)
    for (const version of [2, 4])
      expect(answerResponseSchema.parse(await (await ask(`/${version}`)).json()).answer).toMatchObject({ version })
    expect((await ask('/5')).status).toBe(404)
    expect((await ask('?before=0')).status).toBe(400)
  })

  it('are for anyone who may read the answer as it is now, whatever areas an earlier version had', async () => {
    const { world, id, ask } = await changed(2)
    const now = there(await world.store.get(keys.answer(id)))
    await world.put(keys.answer(id), { ...now, areas: [`${now.areas[0]}-otra`] } as never)
    expect([(await ask('')).status, (await ask('/1')).status]).toEqual([404, 404])
  })

  it('of an answer that was deleted are not those of anyone who hands in another under its id', async () => {
    const { world, id, ask } = await changed(3)
    const gone = there(await world.store.get(keys.answer(id)))
    await world.put(keys.answerVersion(id, 4), gone)
    await world.put(keys.answer(id), { ...gone, version: 1, areas: [FOREIGN_AREA], titulo: 'another' })
    expect((await ask('/1', 'uma')).status).toBe(200)
    for (const version of [2, 3, 4]) expect((await ask(`/${version}`, 'uma')).status).toBe(404)
    const page = answerVersionsSchema.parse(await (await ask('', 'uma')).json())
    expect(page.versions.map(({ version }) => version)).toEqual([1])
  })
})
