import { beforeEach, expect, it } from 'vitest'
import { buildPaying, closed, OWNER, paid, type Paying } from '#tests/support/builders/paying.ts'
import { putUser } from '#tests/support/builders/desk.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { actorOfUser, type CitizenActor } from '../../access/index.ts'
import { CITIZEN_SOURCE, citizenSchema } from '../../citizens/index.ts'
import type { Answer } from '../../answers/index.ts'
import { findActionRefusal, findWithdrawRefusal } from '../../corrections/index.ts'
import type { AnswerId } from '../../kernel/index.ts'
import { deleteTemplateUnit } from '../../templates/judge/decide-delete.ts'
import { keys } from '../../store/index.ts'

const ROSA = { kind: 'citizen', citizenId: '77', municipality: OWNER } as CitizenActor

/** An answer whose payment may be under way cannot be deleted, swept or withdrawn by a citizen. */
let city: Paying
beforeEach(() => {
  city = buildPaying()
})

const states: readonly (readonly [string, (id: AnswerId) => unknown])[] = [
  ['is being paid', (id) => city.order(id)],
  ['was not paid in time, and may be paid late', (id) => [city.order(id), city.heard(id, closed())]],
  ['is paid', (id) => [city.order(id), city.heard(id, paid())]],
]

it.each(states)('an answer stays that %s', (_, live) => {
  const id = city.answer()
  live(id)
  const answer = city.desk.documents.get(keys.answer(id)) as Answer
  expect(findActionRefusal('delete', actorOfUser(buildUser('ada', 'ROLE_ADMIN')), answer, undefined)).toEqual({
    code: 'answer.locked-by-payment',
  })
  const theirs = { ...answer, datosCiudadano: citizenSchema.parse({ id: '77', _source: CITIZEN_SOURCE.registry }) }
  expect(findWithdrawRefusal(ROSA, theirs)).toEqual({ code: 'answer.work-begun' })
  expect(findWithdrawRefusal(ROSA, { ...theirs, payments: [], paymentDetails: undefined } as Answer)).toBeNull()
})

it.each(states)('a form whose answer %s is marked as deleted, and its order continues', (_, live) => {
  const id = city.answer()
  live(id)
  const { form } = city.stored(id)
  putUser(city.desk, buildUser('ada', 'ROLE_ADMIN'))
  expect(city.desk.commit(deleteTemplateUnit(form, 'ada' as never, NOW))).toEqual({ ok: true, value: 'kept' })
  city.heard(id, paid())
  expect([city.stored(id).status, city.stored(id).delivery, city.stock()]).toEqual([
    'Pagado',
    'delivered',
    { taken: 2, sold: 2 },
  ])
})
