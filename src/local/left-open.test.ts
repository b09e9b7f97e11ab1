import { expect, it } from 'vitest'
import { answerIdSchema, templateIdSchema } from '#domain/kernel/index.ts'
import { buildPair } from '#tests/support/device/device.ts'
import { forgetLeftOpen, rememberLeftOpen, takeLeftOpen } from './left-open.ts'
import { mustWrite } from './local.ts'

const place = {
  template: templateIdSchema.parse('premises'),
  draft: answerIdSchema.parse('01ARZ3NDEKTSV4RRFFQ69G5FAV'),
}
const other = { ...place, draft: answerIdSchema.parse('01ARZ3NDEKTSV4RRFFQ69G5FAW') }

it('finds the form that was open when the app ended, once', async () => {
  const { device } = buildPair()
  await rememberLeftOpen(device.local, place)
  const { local } = device.tab()
  expect(await takeLeftOpen(local)).toEqual(place)
  expect(await takeLeftOpen(local)).toBeNull()
})

it('forgets a form that was left, and not the one of another window', async () => {
  const { device } = buildPair()
  await rememberLeftOpen(device.local, place)
  await forgetLeftOpen(device.local, other.draft)
  expect(await takeLeftOpen(device.local)).toEqual(place)
  await rememberLeftOpen(device.local, place)
  await forgetLeftOpen(device.local, place.draft)
  expect(await takeLeftOpen(device.local)).toBeNull()
})

it('is nothing when what is stored makes no sense', async () => {
  const { device } = buildPair()
  await mustWrite(device.local, ['meta'], (database) => database.meta.put({ key: 'leftOpen', value: { template: 1 } }))
  expect(await takeLeftOpen(device.local)).toBeNull()
})
