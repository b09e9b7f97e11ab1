import { expect, it } from 'vitest'
import { receiptSchema } from '#domain/payments/index.ts'
import { set, unitForKeys, type Key } from '#domain/store/index.ts'
import { buildSubmit } from '#tests/support/builders/submit.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import type { MunicipalityPath } from '#domain/kernel/index.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { buildClosingCsv } from './closing.ts'

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
    paidAt: issuedAt,
    issuedAt,
  })

it('writes the times of a day’s closing on the clock of the municipality, where the day is', async () => {
  const store = openMemoryStore()
  // 22:30 on the 24th in Montevideo, already the 25th in UTC; and 23:30 on the 23rd, another date there.
  const writes = [receipt(1, '2026-11-24T02:30:00.000Z'), receipt(2, '2026-11-25T01:30:00.000Z')].map((one, index) =>
    set(`recibos/r${index}` as Key<typeof one>, one),
  )
  await store.commit(unitForKeys([], () => ({ result: true, writes })))
  const csv = await buildClosingCsv(store, MUNICIPALITY as MunicipalityPath, {
    day: '2026-11-24',
    timeZone: 'America/Montevideo',
  })
  expect(csv.split('\r\n').slice(1, 2)).toEqual([
    'villa-serena,2,comprobante,,ABC-2,24/11/2026 22:30,,desk,Ana Gómez,1500.00,UYU',
  ])
})
