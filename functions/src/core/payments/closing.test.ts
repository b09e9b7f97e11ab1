import { expect, it } from 'vitest'
import { receiptSchema } from '#domain/payments/index.ts'
import { keys, set, unitForKeys, type Key } from '#domain/store/index.ts'
import { buildSubmit } from '#tests/support/builders/submit.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { instantSchema, userIdSchema, type MunicipalityPath } from '#domain/kernel/index.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { buildClosingCsv, exportReceiptsOfDay } from './closing.ts'

const answer = buildSubmit().answer
const receipt = (number: number, issuedAt: string) =>
  receiptSchema.parse({
    series: MUNICIPALITY,
    number,
    kind: 'receipt',
    order: answer,
    orderId: `ABC-${number}`,
    municipality: MUNICIPALITY,
    form: 'feria',
    amount: 150_000,
    currency: { name: 'UYU', sign: '$' },
    lines: [],
    reduction: 0,
    fullName: 'Ana Gómez',
    dni: '30111222',
    operationId: '',
    provider: 'desk',
    method: 'card',
    voucher: '004-1187',
    paidAt: issuedAt,
    issuedAt,
  })

it('writes the receipts of a day by the clock of the municipality and in the format of its language', async () => {
  const store = openMemoryStore()
  // 22:30 on the 24th in Montevideo, already the 25th in UTC; and 23:30 on the 23rd, another date there.
  const writes = [receipt(1, '2026-11-24T02:30:00.000Z'), receipt(2, '2026-11-25T01:30:00.000Z')].map((one, index) =>
    set(`recibos/r${index}` as Key<typeof one>, one),
  )
  await store.commit(unitForKeys([], () => ({ result: true, writes })))
  const csv = await buildClosingCsv(store, MUNICIPALITY as MunicipalityPath, {
    day: '2026-11-24',
    timeZone: 'America/Montevideo',
    language: 'es',
  })
  expect(csv.split('\r\n')).toEqual([
    'Serie;Número;Tipo;Comprobante devuelto N.º;Número de orden;Fecha y hora;Referencia del pago;Medio de pago;Número de cupón o transferencia;Pagador;Importe;Moneda',
    'villa-serena;2;Comprobante;;ABC-2;24/11/2026 22:30;;Ventanilla;004-1187;Ana Gómez;1500,00;UYU',
    'villa-serena;;Total;;;;;;;;1500,00;UYU',
  ])
  const english = await buildClosingCsv(store, MUNICIPALITY as MunicipalityPath, {
    day: '2026-11-24',
    timeZone: 'America/Montevideo',
    language: 'en',
  })
  expect(english.split('\r\n').slice(1)).toEqual([
    'villa-serena,2,Receipt,,ABC-2,24/11/2026 22:30,,Desk,004-1187,Ana Gómez,1500.00,UYU',
    'villa-serena,,Total,,,,,,,,1500.00,UYU',
  ])
})

it('exports the receipts of a day by the time zone of the closings, also after the municipality changed its own', async () => {
  const store = openMemoryStore()
  const place = buildMunicipality({ settings: { timeZone: 'Europe/Madrid' } })
  const last = {
    day: '2026-11-20',
    from: '2026-11-20',
    number: 1,
    by: userIdSchema.parse('sofia'),
    at: instantSchema.parse('2026-11-21T03:00:00.000Z'),
    timeZone: 'America/Montevideo',
  }
  const one = receipt(2, '2026-11-25T01:30:00.000Z')
  const writes = [set(keys.lastClosing(place.path), last), set('recibos/r1' as Key<typeof one>, one)]
  await store.commit(unitForKeys([], () => ({ result: true, writes })))
  const clock = () => Date.parse('2026-11-26T12:00:00.000Z')
  const { csv } = await exportReceiptsOfDay(
    { store, clock },
    { user: buildUser('sofia'), address: undefined, place },
    '2026-11-24',
  )
  // Half past ten in the evening of the 24th in Montevideo; in Madrid it is the 25th.
  expect(csv).toContain('24/11/2026 22:30')
})
