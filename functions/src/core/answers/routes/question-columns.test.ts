import { describe, expect, it } from 'vitest'
import { listQuestionColumns } from '#domain/answering/index.ts'
import { type Answer, answersPageSchema } from '#domain/answers/index.ts'
import { userIdSchema, type AnswerId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { OTHER_AREA } from '#tests/support/builders/template.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { buildWorld } from '#tests/support/server/world.ts'
import { there } from '#tests/support/there.ts'
import { readCells } from '../list-answers.ts'

/** Three answers to one form, with values `nota 1` to `nota 3`. */
async function buildList() {
  const world = await buildWorld()
  const answers: Answer[] = []
  for (const seed of [1, 2, 3])
    answers.push(there(await world.store.get(keys.answer((await answerFrom(world, 'ines', seed)) as AnswerId))))
  const key = there(listQuestionColumns(there(answers[0]).secciones)[0]).key
  const ask = async (who: string, more: string) =>
    world.ask('GET', `/api/answers?template=nota${more}`, { cookie: await world.signIn(who) })
  const pageFor = async (who: string, more: string) => {
    const page = answersPageSchema.parse(await (await ask(who, more)).json())
    return page.answers.map(({ id, cells }) => ({ id, cells }))
  }
  return { world, answers, key, ask, pageFor }
}
const cell = (text: string) => ({ parts: [text], files: 0, rows: 0 })

describe('columns of a list', () => {
  it('say what was answered to the questions that were chosen, and nothing where none were', async () => {
    const { answers, key, pageFor } = await buildList()
    const columns = await pageFor('pablo', `&columns=${key}`)
    for (const [at, { id }] of answers.entries())
      expect(columns.find((one) => one.id === id)?.cells).toEqual({ [key]: cell(`nota ${at + 1}`) })
    expect((await pageFor('pablo', '')).map(({ cells }) => cells)).toEqual([undefined, undefined, undefined])
    // A reworded form no longer has this question.
    expect((await pageFor('pablo', `&columns=1abc`)).map(({ cells }) => cells)).toEqual([{}, {}, {}])
  })

  it('are of one’s own answers for anyone who sees only these, and of no one’s for who may not read them', async () => {
    const { world, answers, key, ask, pageFor } = await buildList()
    await answerFrom(world, 'carla', 9)
    expect(await pageFor('carla', `&columns=${key}`)).toEqual([
      expect.objectContaining({ cells: { [key]: cell('nota 9') } }),
    ])
    for (const [who, status] of [
      ['gil', 403],
      ['olga', 404],
      ['uma', 404],
    ] as const)
      expect([who, (await ask(who, `&columns=${key}`)).status]).toEqual([who, status])
    const moved = { ...there(answers[1]), areas: [OTHER_AREA] as unknown as Answer['areas'] }
    await world.put(keys.answer(moved.id), moved)
    expect((await pageFor('pablo', `&columns=${key}`)).map(({ id }) => id)).not.toContain(moved.id)
  })

  it('are not of an answer that has gone out of reach, or away, since its line was read', async () => {
    const { world, answers, key } = await buildList()
    const [first, second, third] = answers
    const moved = { ...there(second), areas: [OTHER_AREA] as unknown as Answer['areas'] }
    await world.put(keys.answer(moved.id), moved)
    await world.store.commit({
      keysFor: () => [],
      decide: () => ({ result: undefined, writes: [{ kind: 'delete', key: keys.answer(there(third).id) }] }),
    })
    const pablo = there(await world.store.get(keys.user(userIdSchema.parse('pablo'))))
    const ids = answers.map(({ id }) => id)
    const found = await readCells(world.store, pablo, ids, { columns: [key], language: 'es' })
    expect([...found]).toEqual([[there(first).id, { [key]: cell('nota 1') }]])
  })

  it('cost a page no more than it may: what is behind many large answers has its line without them', async () => {
    const { world, answers, key } = await buildList()
    const pablo = there(await world.store.get(keys.user(userIdSchema.parse('pablo'))))
    const ids = answers.map(({ id }) => id)
    const found = await readCells(world.store, pablo, ids, { columns: [key], language: undefined, max: 1 })
    expect([...found.keys()]).toEqual([ids[0]])
  })

  it('cost by what an answer holds, too, and not only by how much it asks', async () => {
    const { world, answers, key } = await buildList()
    const pablo = there(await world.store.get(keys.user(userIdSchema.parse('pablo'))))
    const ids = answers.map(({ id }) => id)
    const [first] = answers.map((answer) => there(answer))
    const long = there(first).secciones.map((section) => ({
      ...section,
      preguntas: section.preguntas.map((question) => ({ ...question, respuesta: 'x'.repeat(60_000) })),
    }))
    const edits = [{ comment: 'x'.repeat(60_000) }]
    for (const change of [
      { secciones: long },
      { editsBySupervisor: edits as unknown as Answer['editsBySupervisor'] },
    ]) {
      await world.put(keys.answer(there(first).id), { ...there(first), ...change })
      const found = await readCells(world.store, pablo, ids, { columns: [key], language: undefined, max: 100 })
      expect([...found.keys()]).toEqual([ids[0]])
    }
  })

  it.each(['', 'A', 'a,', 'a,b,c,d,e,f', `${'a'.repeat(12)}`, '__proto__', '../x'])(
    'are refused as %j, with a clear error',
    async (columns) => {
      const { ask } = await buildList()
      expect((await ask('pablo', `&columns=${columns}`)).status).toBe(400)
    },
  )

  it('are in a language that there is', async () => {
    const { key, ask } = await buildList()
    expect((await ask('pablo', `&columns=${key}&language=xx`)).status).toBe(400)
    expect((await ask('pablo', `&columns=${key}&language=gl`)).status).toBe(200)
  })
})
