import { expect, it } from 'vitest'
import { keys } from '#domain/store/index.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { buildWorld } from '#tests/support/server/world.ts'

const FORM = buildPlainTemplate(
  {},
  { opcionales: { ciudadano: true, limitResponses: true, singleAnswer: true }, responsesCount: 2 },
)

async function open() {
  const world = await buildWorld()
  await world.put(keys.template(FORM.id), FORM)
  const cookie = await world.signIn('ines')
  const ask = async (query = '') => world.ask('GET', `/api/templates/${FORM.id}/takes${query}`, { cookie })
  const refusal = async (query?: string) => ((await (await ask(query)).json()) as { refusal: unknown }).refusal
  return { world, ask, refusal }
}

it('a form says at opening that it takes no more answers', async () => {
  const { world, refusal } = await open()
  await world.put(keys.templateCounter(FORM.id), { count: 1 })
  expect(await refusal()).toBeNull()
  await world.put(keys.templateCounter(FORM.id), { count: 2 })
  expect(await refusal()).toEqual({ code: 'answer.limit-reached', details: { limit: 2 } })
})

it('a form that takes one answer of each says whether this citizen has answered, by any of their names', async () => {
  const { world, refusal } = await open()
  await world.put(keys.citizenCounter(FORM.id, 'dni~30111222'), { count: 1 })
  expect(await refusal('?dni=30.111.222')).toEqual({ code: 'answer.already-answered' })
  expect(await refusal('?dni=30111223')).toBeNull()
  expect(await refusal()).toBeNull()
})

it('who has answered is not asked faster than the registry', async () => {
  const { ask } = await open()
  const statuses: number[] = []
  for (let turn = 0; turn < 31; turn += 1) statuses.push((await ask(`?dni=${30_000_000 + turn}`)).status)
  expect([statuses.slice(0, 30).every((status) => status === 200), statuses[30]]).toEqual([true, 429])
  // The form's own limit is public.
  expect((await ask()).status).toBe(200)
})
