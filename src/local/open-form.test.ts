import { expect, it } from 'vitest'
import { answerIdSchema, templateIdSchema } from '#domain/kernel/index.ts'
import { buildPair } from '#tests/support/device/device.ts'
import { forgetOpenForm, rememberOpenForm, takeOpenForm } from './open-form.ts'
import { runWriteOrThrow } from './local.ts'

const place = {
  template: templateIdSchema.parse('premises'),
  draft: answerIdSchema.parse('01ARZ3NDEKTSV4RRFFQ69G5FAV'),
}
const other = { ...place, draft: answerIdSchema.parse('01ARZ3NDEKTSV4RRFFQ69G5FAW') }

it('finds the form that was open when the app ended, once', async () => {
  const { device } = buildPair()
  await rememberOpenForm(device.local, place)
  const { local } = device.tab()
  expect(await takeOpenForm(local)).toEqual(place)
  expect(await takeOpenForm(local)).toBeNull()
})

it('forgets a form that was left, and not the one of another window', async () => {
  const { device } = buildPair()
  await rememberOpenForm(device.local, place)
  await forgetOpenForm(device.local, other.draft)
  expect(await takeOpenForm(device.local)).toEqual(place)
  await rememberOpenForm(device.local, place)
  await forgetOpenForm(device.local, place.draft)
  expect(await takeOpenForm(device.local)).toBeNull()
})

it('is nothing when what is stored makes no sense', async () => {
  const { device } = buildPair()
  await runWriteOrThrow(device.local, ['meta'], (database) =>
    database.meta.put({ key: 'leftOpen', value: { template: 1 } }),
  )
  expect(await takeOpenForm(device.local)).toBeNull()
})
