import { expect, it } from 'vitest'
import { SECRET, formWithSecrets } from '#tests/support/builders/telling-form.ts'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { toPublicForm } from './public-form.ts'

it('names no one, no edit, no tie to the management system and no citizen, whatever is stored', () => {
  const form = toPublicForm(
    formWithSecrets({ responsesCount: 4321, opcionales: { publico: true, limitResponses: true } }),
  )
  expect(JSON.stringify(form)).not.toMatch(new RegExp(`${SECRET}|4321|timeStamp|lastEdit|muniCore`))
})

it('has all that is asked for, and nothing of the agenda: the server makes the address of the booking', () => {
  const { secciones, signatures, titulo } = buildTemplate()
  const form = toPublicForm(formWithSecrets())
  expect(form).not.toHaveProperty('appointmentGroup')
  expect(form).toMatchObject({
    titulo,
    secciones,
    signatures,
    estados: { inicial: 0, disponibles: [{ id: 0, nombre: 'Pendiente', transiciones: [1] }, { id: 1 }] },
  })
})

it('says that a state has to be picked, without the incident types that are the reason', () => {
  expect(toPublicForm(formWithSecrets({ opcionales: { incidentes: true } })).picksState).toBe(true)
  expect(toPublicForm(formWithSecrets()).picksState).toBe(false)
  expect(toPublicForm(formWithSecrets({ opcionales: { incidentes: true, publico: true } })).picksState).toBe(false)
})

it('has the prices, and no discount that holds for some payers only: a code and an ID number stay here', () => {
  const discounts = [
    { name: 'Feria', percentOff: 10 },
    { name: 'Socio', percentOff: 20, code: 'socio-secreto' },
    { name: 'Exento', percentOff: 100, dni: ['30111222'] },
  ]
  const currency = { sign: '$', name: 'ARS' }
  const zones = [{ id: 0, name: 'Platea', price: 100, maxQuantity: 5 }]
  const form = toPublicForm(
    buildTemplate(
      {},
      {
        charge: { base: 500, currency, discounts },
        ticketSale: { productType: 'product', currency, zones, promotions: discounts },
      },
    ),
  )
  expect(JSON.stringify(form)).not.toMatch(/secreto|30111222/)
  expect(form.charge).toMatchObject({ base: 500, withCodes: true, discounts: [{ name: 'Feria' }] })
  expect(form.ticketSale).toMatchObject({ zones, promotions: [{ name: 'Feria' }] })
})
