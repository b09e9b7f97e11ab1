import { expect, it } from 'vitest'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildDevice } from '#tests/support/device/device.ts'
import { saveAnswer } from '../index.ts'
import { keepPermit, lapsedPermits, waitingPermits } from './index.ts'

const NOW = Date.UTC(2026, 10, 1)
const permit = (until: number): string =>
  `r1p.${Buffer.from(JSON.stringify({ until: new Date(until).toISOString() })).toString('base64url')}.x`

it('names what waits with a permit that is over, or with none, and nothing else', async () => {
  const { local } = buildDevice(async () => new Response())
  const author = local.account
  const [good, over, without, odd] = [1, 2, 3, 4].map((seed) => buildPlainSubmit(seed, 'una luz', { author }))
  for (const mutation of [good, over, without, odd]) if (mutation !== undefined) await saveAnswer(local, { mutation })
  if (good === undefined || over === undefined || odd === undefined) throw new Error('Too few')
  await keepPermit(local, good.id, permit(NOW + 1))
  await keepPermit(local, over.id, permit(NOW))
  await keepPermit(local, odd.id, 'r1p.%.x')
  const lapsed = await lapsedPermits(local, NOW)
  expect(lapsed.map(({ id, renews }) => [id, renews])).toEqual([
    [over.id, permit(NOW)],
    [without?.id, undefined],
    [odd.id, 'r1p.%.x'],
  ])
  expect(await waitingPermits(local, 8)).toHaveLength(3)
})
