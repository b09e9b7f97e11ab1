import { expect, it } from 'vitest'
import { deletedResponseSchema } from '#domain/answers/index.ts'
import { toInstant, userIdSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildDeletion, buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld, codeOf } from '#tests/support/server/world.ts'
import { listDeletedAnswers } from './routes/deleted.ts'

/** Deleted answers of ines, VIS1 to VIS6. */
async function deletedSix() {
  const world = await buildWorld()
  const cookie = await world.signIn('ines')
  for (let seed = 1; seed <= 6; seed += 1) {
    world.clock.now += 1000
    const submit = buildPlainSubmit(seed)
    const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [submit, buildDeletion(submit)] }
    await world.ask('POST', '/api/sync/push', { cookie, body })
  }
  const sofia = there(await world.store.get(keys.user(userIdSchema.parse('sofia'))))
  const list = (asked: { readonly search?: string; readonly after?: string | undefined }, most?: number) =>
    listDeletedAnswers(world.ports, sofia, asked, most)
  return { world, list }
}
const codes = ({ deleted }: Awaited<ReturnType<typeof listDeletedAnswers>>) =>
  deleted.map((line) => line.codigoMunicipio)

it.each([
  ['a code', ' vis4 ', ['VIS4']],
  ['the form', 'NÓTA', ['VIS6', 'VIS5', 'VIS4', 'VIS3', 'VIS2', 'VIS1']],
  ['who deleted it', 'ines', ['VIS6', 'VIS5', 'VIS4', 'VIS3', 'VIS2', 'VIS1']],
  ['nothing that they have', 'xyz', []],
])('are found by %s', async (_, search, expected) => {
  const { list } = await deletedSix()
  expect(codes(await list({ search }))).toEqual(expected)
})

it('are looked through as far as a page may cost, and the next continues from there', async () => {
  const { world, list } = await deletedSix()
  const stretch = 16
  const first = await list({ search: 'vis2' }, stretch)
  expect([codes(first), first.lookedUpTo]).toEqual([['VIS2'], undefined])
  const [oldest] = await world.store.query({
    collection: 'deleted',
    order: { field: 'at', descending: false },
    limit: 1,
  })
  const many = there(oldest).document
  for (let number = 0; number < 30; number += 1) {
    const { answer: id } = buildPlainSubmit(100 + number)
    await world.put(keys.deletedAnswer(id), {
      ...many,
      id,
      codigoMunicipio: `OTRO${number}`,
      at: toInstant(world.clock.now + number),
    })
  }
  const short = await list({ search: 'vis2' }, stretch)
  expect([codes(short), short.lookedUpTo === undefined]).toEqual([[], false])
  expect(codes(await list({ search: 'vis2', after: short.next }, 1000))).toEqual(['VIS2'])
})

it('are read with their content and their files by who may restore them, until they are restored or their time is over', async () => {
  const { world } = await deletedSix()
  const { answer } = buildPlainSubmit(3, 'A leaking pipe')
  const hash = 'a'.repeat(64)
  const stored = there(await world.store.get(keys.answerVersion(answer, 1)))
  const file = { url: '/', sha256: hash, bytes: 5, type: 'image/png', name: 'a.png' }
  await world.put(keys.answerVersion(answer, 1), { ...stored, files: [file] })
  Object.assign(world.files, { read: async () => new Response('photo').body ?? undefined })
  const ask = async (who: string, path = `/api/deleted/${answer}`) =>
    world.ask('GET', path, { cookie: await world.signIn(who) })
  const read = deletedResponseSchema.parse(await (await ask('sofia')).json())
  expect([read.deleted.codigoMunicipio, read.deleted.name, read.answer.version]).toEqual(['VIS3', 'Inés Quiroga', 1])
  const photo = `/api/answers/${answer}/files/${hash}`
  expect(await (await ask('ada', photo)).text()).toBe('photo')
  for (const who of ['uma', 'pablo', 'ines']) expect((await ask(who, photo)).status).toBe(404)
  // Its author, who deleted it, and other supervisors do not see it; nor does another municipality.
  expect([(await ask('ines')).status, (await ask('pablo')).status, await codeOf(await ask('uma'))]).toEqual([
    403,
    403,
    'answer.missing',
  ])
  for (const id of ['x', '0'.repeat(26)])
    expect(await codeOf(await ask('sofia', `/api/deleted/${id}`))).toBe('answer.missing')
  await world.ask('POST', `/api/deleted/${answer}/restore`, { cookie: await world.signIn('sofia') })
  expect(await codeOf(await ask('sofia'))).toBe('answer.missing')
  const { answer: other } = buildPlainSubmit(4)
  world.clock.now += 31 * 24 * 60 * 60 * 1000
  expect(await codeOf(await ask('sofia', `/api/deleted/${other}`))).toBe('answer.missing')
})
