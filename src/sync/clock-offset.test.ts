import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, it } from 'vitest'
import { toInstant, userIdSchema } from '#domain/kernel/index.ts'
import { openLocal, readMeta, type Local } from '#local/index.ts'
import { storeClockOffset } from './clock-offset.ts'

const DEVICE_TIME = 1_800_000_000_000
let local: Local
beforeEach(() => {
  local = openLocal(userIdSchema.parse('ines'), { indexedDB: new IDBFactory(), IDBKeyRange })
})
const offset = () => readMeta(local, 'clockOffset')
/**
 * @param ahead milliseconds by which the server's clock is ahead of the device's @param took duration of the exchange
 */
const hear = (ahead: number, took = 200) =>
  storeClockOffset(
    local,
    { sentAt: DEVICE_TIME - took / 2, gotAt: DEVICE_TIME + took / 2 },
    toInstant(DEVICE_TIME + ahead),
  )

it('a change of the clock is noted, and what is only the line’s is not', async () => {
  await hear(5_000)
  expect(await offset()).toBe(5_000)
  await hear(5_999)
  expect(await offset()).toBe(5_000)
  await hear(6_000)
  expect(await offset()).toBe(6_000)
})

it('an exchange that took too long, or ended before it began, tells nothing', async () => {
  await hear(5_000, 20_001)
  await hear(5_000, -2)
  expect(await offset()).toBeUndefined()
  await hear(5_000, 20_000)
  expect(await offset()).toBe(5_000)
})
