import { expect, it } from 'vitest'
import { supervisorEditSchema } from '#domain/answers/index.ts'
import { ownAnswerSchema, ownAnswersSchema } from '#domain/citizens/index.ts'
import { keys } from '#domain/store/index.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { municipalityPathSchema } from '#domain/kernel/index.ts'
import { answered, askChanges, buildPortalWorld, resultOf, revisionOf } from '#tests/support/server/portal-world.ts'
import { there } from '#tests/support/there.ts'

/** Later than all other events in these tests. */
const CORRECTED = '2099-01-01T00:00:00.000Z'

/** An answer of Ana's with an open request, in a municipality that shows or hides its codes. */
async function asked(codeHidden: boolean) {
  const world = await buildPortalWorld()
  const { entered, submit } = await answered(world)
  await askChanges(world, submit.answer, 'mensaje')
  const path = municipalityPathSchema.parse(MUNICIPALITY)
  await world.put(path, { ...there(await world.store.get(keys.municipality(path))), settings: { codeHidden } })
  const read = async (address: string) => (await world.as(entered, 'GET', address)).text()
  return {
    world,
    entered,
    submit,
    list: () => read('/api/citizen/answers'),
    own: () => read(`/api/citizen/answers/${submit.answer}`),
  }
}

it.each([true, false])(
  'sends the code of an answer in the list and for its revision unless it is hidden (%s)',
  async (hidden) => {
    const { world, submit, list, own } = await asked(hidden)
    const { codigoMunicipio: code } = there(await world.store.get(keys.answer(submit.answer)))
    expect(code).toBe('VIS1')
    expect(ownAnswersSchema.parse(JSON.parse(await list())).answers[0]?.codigoMunicipio).toBe(hidden ? '' : 'VIS1')
    const { answer, codeHidden } = ownAnswerSchema.parse(JSON.parse(await own()))
    expect([answer.codigoMunicipio, codeHidden]).toEqual([hidden ? '' : 'VIS1', hidden])
    expect([(await list()).includes('VIS1'), (await own()).includes('VIS1')]).toEqual([!hidden, !hidden])
  },
)

it.each([true, false])('replies to a push with the code unless it is hidden (%s)', async (hidden) => {
  const { world, entered, submit } = await asked(hidden)
  const mutation = revisionOf(submit.author, submit.answer)
  const permit = await world.permit(entered, mutation)
  for (const time of ['first', 'again']) {
    const result = await resultOf(await world.push(submit.author, permit, [mutation]))
    expect(result, time).toMatchObject({ status: 'applied', code: hidden ? '' : 'VIS1' })
  }
})

it('sends what happened to an answer, without names and reasons of staff', async () => {
  const { world, entered, submit, own } = await asked(false)
  const mutation = revisionOf(submit.author, submit.answer)
  const permit = await world.permit(entered, mutation)
  expect(await resultOf(await world.push(submit.author, permit, [mutation]))).toMatchObject({ status: 'applied' })
  const key = keys.answer(submit.answer)
  const stored = there(await world.store.get(key))
  const madeBy = { email: 'sofia@relevo.example', username: 'sofia', name: 'Sofía' }
  const edit = { madeBy, sentDateTime: CORRECTED, reason: 'motivo interno', editedImages: [{ urlImage: '/otra' }] }
  await world.put(key, { ...stored, editsBySupervisor: [supervisorEditSchema.parse(edit)] })
  const text = await own()
  const { history, changedAt } = ownAnswerSchema.parse(JSON.parse(text))
  expect(history.map(({ kind }) => kind).toSorted()).toEqual(['arrived', 'asked', 'corrected', 'revised', 'sent'])
  expect(changedAt).toBe(CORRECTED)
  for (const hidden of ['sofia', 'Sofía', 'motivo interno']) expect(text).not.toContain(hidden)
})
