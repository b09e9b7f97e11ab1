import { expect, it } from 'vitest'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { raiseSeriesNumberUnit } from '#domain/codes/judge/index.ts'
import { templateDraftSchema } from '#domain/templates/index.ts'
import { listLocalAnswers, listOutbox, readMeta, saveAnswer } from '#local/index.ts'
import { keys } from '#domain/store/index.ts'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { buildDevice, saveOne, type TestDevice } from '../support/device/device.ts'
import { templateCalls } from '../support/server/templates.ts'
import { mutationSchema, PROTOCOL_VERSION, type Mutation } from '#domain/sync/index.ts'
import { buildUser } from '../support/builders/people.ts'
import { buildPlainSubmit, DEVICE } from '../support/builders/submit.ts'
import { AUTHOR_PROFILE } from '../support/device/profile.ts'
import { buildPlainTemplate } from '../support/builders/template.ts'
import { buildWorld, ORIGIN, type World } from '../support/server/world.ts'

/** A device with a server, and the same server restored to before the device sent anything. */
async function buildRestorable(deletedSince: () => string): Promise<{
  readonly device: TestDevice
  readonly server: World
  readonly restored: World
  readonly restore: () => Promise<void>
}> {
  const server = await buildWorld({}, openSqliteStore(':memory:', 'first era'))
  const restored = await buildWorld({}, openSqliteStore(':memory:', 'later era'), undefined, {
    isEnded: (answer) => answer === deletedSince(),
  })
  let [now, cookie] = [server, await server.signIn('ines')]
  const device = buildDevice(async (path, init) => {
    const headers = new Headers(init.headers)
    headers.set('origin', ORIGIN)
    headers.set('cookie', cookie)
    return now.app.request(`${ORIGIN}${path}`, { ...init, headers })
  })
  const restore = async (): Promise<void> => {
    ;[now, cookie] = [restored, await restored.signIn('ines')]
  }
  return { device, server, restored, restore }
}

it('an answer to a version that the restored server lacks waits, and is never composed with another version', async () => {
  const { device, server, restored, restore } = await buildRestorable(() => '')
  const nota = templateIdSchema.parse('nota')
  const draftOf = (titulo: string) => templateDraftSchema.parse({ ...buildPlainTemplate(), titulo })
  await templateCalls(server).save('gil', nota, 1, draftOf('Lost'))
  await device.run()
  const mutation = { ...buildPlainSubmit(1), version: 2 }
  await saveAnswer(device.local, { mutation, files: [] })
  await device.run()
  expect((await server.store.get(keys.answer(mutation.answer)))?.titulo).toBe('Lost')

  await restored.store.commit(raiseSeriesNumberUnit(keys.versionCounter(nota), 2))
  const { template } = await templateCalls(restored).save('gil', nota, 1, draftOf('Other'))
  expect(template?.version).toBe(3)
  await restore()
  await device.run()
  await device.run()
  expect(await restored.store.get(keys.answer(mutation.answer))).toBeUndefined()
  const [entry] = await listOutbox(device.local)
  expect(entry).toMatchObject({ id: mutation.id, state: { problem: { code: 'template.version-unknown' } } })
})

it('later corrections wait until a restored server has back those that they build on', async () => {
  const { device, server, restored, restore } = await buildRestorable(() => '')
  for (const { put } of [server, restored])
    await put(keys.user(AUTHOR_PROFILE.id), buildUser('ines', 'ROLE_INSPECTOR_ELEVADO_CORRECTOR'))
  await device.run()
  const submit = await saveOne(device.local, 1)
  const change = (seed: number, base: number, from: string, to: string): Mutation => {
    const { kind: _, header: _header, content: _content, ...rest } = buildPlainSubmit(seed, '', submit)
    const values = [{ at: '0/0', seen: { respuesta: from }, value: { respuesta: to } }]
    const correction = { values, conditions: [], rows: [] }
    const { id } = buildPlainSubmit(seed)
    return mutationSchema.parse({ ...rest, id, kind: 'answer.correct', base, correction, resolves: [] })
  }
  // The backup has the answer, but not its first correction.
  const cookie = await restored.signIn('ines')
  const body = { protocol: PROTOCOL_VERSION, device: DEVICE, account: 'ines', mutations: [submit] }
  expect((await restored.ask('POST', '/api/sync/push', { cookie, body })).status).toBe(200)
  await device.run()
  await saveAnswer(device.local, { mutation: change(2, 1, 'answer 1', 'second text') })
  await device.run()
  expect((await server.store.get(keys.answer(submit.answer)))?.version).toBe(2)
  await saveAnswer(device.local, { mutation: change(3, 2, 'second text', 'third text') })
  await restore()
  for (let runs = 0; runs < 4; runs += 1) {
    await device.run()
    device.clock.now += 60_000
  }
  expect(await listOutbox(device.local)).toEqual([])
  const stored = await restored.store.get(keys.answer(submit.answer))
  expect(stored?.secciones[0]?.preguntas[0]?.respuesta).toBe('third text')
  expect([stored?.version, stored?.conflicts ?? []]).toEqual([3, []])
})

it('a restored server gets back once what a device has sent, but not what was deleted since', async () => {
  let deleted = ''
  const { device, server, restored, restore } = await buildRestorable(() => deleted)
  await device.run()
  const sent = [await saveOne(device.local, 1), await saveOne(device.local, 2), await saveOne(device.local, 3)]
  await device.run()
  const [first, gone, third] = sent.map(({ answer }) => answer)
  if (first === undefined || gone === undefined || third === undefined) throw new Error('Three answers were sent')
  deleted = gone
  expect(await server.store.count({ collection: 'respuestas_formularios', where: { authorId: 'ines' } })).toBe(3)

  await restore()
  expect(await device.run()).toEqual({ kind: 'done', next: 0 })
  expect((await listOutbox(device.local)).map(({ answer }) => answer)).toEqual([first, third])
  expect(await device.run()).toEqual({ kind: 'done', next: undefined })
  await device.run()
  expect(await listOutbox(device.local)).toEqual([])
  const stored = await Promise.all([first, gone, third].map((id) => restored.store.get(keys.answer(id))))
  expect(stored.map((answer) => [answer?.id, answer?.version, answer?.earlierCodes])).toEqual([
    [first, 1, ['VIS1']],
    [undefined, undefined, undefined],
    [third, 1, ['VIS3']],
  ])
  expect((await listLocalAnswers(device.local)).map(({ id }) => id).toSorted()).toEqual([first, third].toSorted())
  expect(await readMeta(device.local, 'broughtBack')).toMatchObject({ answers: 2, changes: 0, missing: [] })
  expect(restored.log).toEqual([])
})
