import { escapeCsvField } from '#domain/exports/index.ts'
import type { Receipt } from '#domain/payments/index.ts'
import { logActionUnit } from '#domain/audit/index.ts'
import { getDayBounds, toInstant, type MunicipalityPath } from '#domain/kernel/index.ts'
import type { Municipality } from '#domain/places/index.ts'
import type { Requester } from '../context.ts'
import { createDateTimeFormatter } from '../exports/reader.ts'
import type { Ports, Store } from '../ports.ts'
import { readClosingTimeZone } from './close-days.ts'

const BATCH_SIZE = 500
const HEAD = [
  'serie',
  'numero',
  'tipo',
  'comprobante_original',
  'orden',
  'fecha',
  'operacion',
  'medio_de_pago',
  'pagador',
  'importe',
  'moneda',
]

/** Receipts of a day as a CSV file, with an entry in the audit log. */
export async function exportReceiptsOfDay(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { user, address, place }: Requester & { readonly place: Municipality },
  day: string,
): Promise<{ readonly csv: string }> {
  const { path: municipality } = place
  const act = { action: 'payment.closed', target: municipality, by: user, from: address, municipality } as const
  await store.commit(logActionUnit({ ...act, details: { day } }, toInstant(clock())))
  const timeZone = await readClosingTimeZone(store, place)
  return { csv: `\uFEFF${await buildClosingCsv(store, municipality, { day, timeZone })}\r\n` }
}

/**
 * A day's closing as CSV: each receipt and credit note of that day, by number, then the sum per series and currency.
 * Times are in the time zone of the closings. Amounts have a decimal point and two decimals; credit notes are negative.
 */
export async function buildClosingCsv(
  store: Store,
  municipality: MunicipalityPath,
  { day, timeZone }: { readonly day: string; readonly timeZone: string },
): Promise<string> {
  const { first, last } = getDayBounds(day, timeZone)
  const dateTime = createDateTimeFormatter({ timeZone })
  const receipts = await receiptsBetween(store, municipality, first, last)
  const sorted = receipts.toSorted((a, b) => a.series.localeCompare(b.series) || a.number - b.number)
  const sums = new Map<string, number>()
  for (const receipt of sorted) {
    const name = `${receipt.series}~${receipt.currency.name}`
    sums.set(name, (sums.get(name) ?? 0) + signedAmount(receipt))
  }
  const totals = [...sums].map(([name, sum]) => {
    const index = name.lastIndexOf('~')
    return [
      shortenSeries(name.slice(0, index)),
      '',
      'total',
      '',
      '',
      '',
      '',
      '',
      '',
      formatCents(sum),
      name.slice(index + 1),
    ]
  })
  const lines = [HEAD, ...sorted.map((receipt) => formatClosingLine(receipt, dateTime)), ...totals]
  return lines.map((cells) => cells.map(csvField).join(',')).join('\r\n')
}

async function receiptsBetween(store: Store, municipality: MunicipalityPath, from: string, to: string) {
  const found: Receipt[] = []
  let begin = from
  const known = new Set<string>()
  for (;;) {
    const entries = await store.query({
      collection: 'recibos',
      where: { municipality },
      range: { field: 'issuedAt', from: begin, to },
      order: { field: 'issuedAt', descending: false },
      limit: BATCH_SIZE,
    })
    const fresh = entries.filter(({ key }) => !known.has(key))
    for (const { key, document } of fresh) {
      known.add(key)
      found.push(document)
    }
    const last = entries.at(-1)
    if (entries.length < BATCH_SIZE || fresh.length === 0 || last === undefined) return found
    begin = last.document.issuedAt
  }
}

function formatClosingLine(receipt: Receipt, dateTime: ReturnType<typeof createDateTimeFormatter>): readonly string[] {
  const { series, number, kind, of, orderId, issuedAt, operationId, provider, fullName, currency } = receipt
  return [
    shortenSeries(series),
    String(number),
    kind === 'receipt' ? 'comprobante' : 'nota de crédito',
    of === undefined ? '' : String(of),
    orderId,
    dateTime(issuedAt),
    operationId,
    provider === 'desk' ? 'ventanilla' : provider,
    fullName,
    formatCents(signedAmount(receipt)),
    currency.name,
  ]
}

function signedAmount({ kind, amount }: Receipt): number {
  return kind === 'receipt' ? amount : -amount
}

/** Formats cents with two decimals, using integers only, so that nothing is rounded. */
function formatCents(cents: number): string {
  const absolute = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${absolute.slice(0, -2)}.${absolute.slice(-2)}`
}

function shortenSeries(series: string): string {
  return series.slice(series.lastIndexOf('/') + 1)
}

/** Quotes a CSV field. Numbers are unchanged; other text cannot become a formula. */
function csvField(text: string): string {
  const safe = /^-?\d+(\.\d\d)?$/.test(text) ? text : escapeCsvField(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
