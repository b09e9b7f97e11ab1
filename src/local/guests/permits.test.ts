import { expect, it } from 'vitest'
import { toInstant } from '#domain/kernel/index.ts'
import { quarantineEntry } from '#domain/sync/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildDevice } from '#tests/support/device/device.ts'
import { listOutbox, saveAnswer, writeMeta } from '../index.ts'
import { claimEntries, rescheduleEntries } from '../outbox.ts'
import { storePermit, listExpiredPermits, listWaitingPermits } from './index.ts'

const NOW = Date.UTC(2026, 10, 1)
const permit = (until: number): string =>
  `r1p.${Buffer.from(JSON.stringify({ until: new Date(until).toISOString() })).toString('base64url')}.x`

it('names what waits with a permit that is over, or with none, and nothing else', async () => {
  const { local } = buildDevice(async () => new Response())
  const author = local.account
  const [good, over, without, odd] = [1, 2, 3, 4].map((seed) => buildPlainSubmit(seed, 'una luz', { author }))
  for (const mutation of [good, over, without, odd]) if (mutation !== undefined) await saveAnswer(local, { mutation })
  if (good === undefined || over === undefined || odd === undefined) throw new Error('Too few')
  await storePermit(local, good.id, permit(NOW + 1))
  await storePermit(local, over.id, permit(NOW))
  await storePermit(local, odd.id, 'r1p.%.x')
  const lapsed = await listExpiredPermits(local, NOW)
  expect(lapsed.map(({ id, renews }) => [id, renews])).toEqual([
    [over.id, permit(NOW)],
    [without?.id, undefined],
    [odd.id, 'r1p.%.x'],
  ])
  expect(await listWaitingPermits(local, 8)).toHaveLength(3)
})

it('names what waits with a permit that the server did not know, however long it would be good', async () => {
  const { local } = buildDevice(async () => new Response())
  const mutation = buildPlainSubmit(1, 'una luz', { author: local.account })
  await saveAnswer(local, { mutation })
  await storePermit(local, mutation.id, permit(NOW + 1))
  expect(await listExpiredPermits(local, NOW)).toEqual([])
  await writeMeta(local, 'signInNeeded', true)
  expect(await listExpiredPermits(local, NOW)).toMatchObject([{ id: mutation.id, renews: permit(NOW + 1) }])
})

it('shows the permits of what is sent next, and none of what was turned away', async () => {
  const { local } = buildDevice(async () => new Response())
  const saved = [1, 2, 3].map((seed) => buildPlainSubmit(seed, 'una luz', { author: local.account }))
  for (const mutation of saved) {
    await saveAnswer(local, { mutation })
    await storePermit(local, mutation.id, `permit ${mutation.id}`)
  }
  const [refused, waits, next] = await listOutbox(local)
  if (refused === undefined || waits === undefined || next === undefined) throw new Error('Too few')
  await rescheduleEntries(local, [quarantineEntry(refused, { code: 'answer.missing' }, toInstant(NOW))])
  const room = { now: NOW, limit: 1, characters: 9_000_000, kind: 'fresh', hurry: true } as const
  expect(await claimEntries(local, { ...room, except: new Set([waits.id]) })).toMatchObject([{ id: next.id }])
  expect(await listWaitingPermits(local, 2)).toEqual([`permit ${next.id}`, `permit ${waits.id}`])
  expect(await listWaitingPermits(local, 1)).toEqual([`permit ${next.id}`])
})
