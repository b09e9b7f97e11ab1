import { expect, it } from 'vitest'
import { toInstant, userIdSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildDeletion, buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld } from '#tests/support/server/world.ts'
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
