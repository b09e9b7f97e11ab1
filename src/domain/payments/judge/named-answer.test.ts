import { expect, it } from 'vitest'
import { buildPaying, paid, STEPPING } from '#tests/support/builders/paying.ts'
import { keys } from '../../store/index.ts'
import { createReceiptUnit } from './units.ts'

it('names the code of the answer and its form in the e-mail about its payment and on its receipt', () => {
  const paying = buildPaying()
  const id = paying.answer()
  paying.order(id)
  paying.heard(id, paid())
  const code = paying.desk.documents.get(keys.answer(id))
  expect(code).toMatchObject({ codigoMunicipio: 'VIS1' })
  const receipt = paying.desk.commit(createReceiptUnit(id, undefined, STEPPING.now))
  expect(receipt).toMatchObject({ ok: true, value: { code: 'VIS1', formTitle: 'Nota', orderId: 'K3WQ9ZT0M4XB' } })
  const letters = [...paying.desk.documents.entries()].filter(([key]) => key.startsWith('jobs/mail.send~'))
  expect(letters.map(([, job]) => job)).toMatchObject([
    { payload: { letter: { letter: 'payment.received', code: 'VIS1', form: 'Nota' } } },
  ])
})
