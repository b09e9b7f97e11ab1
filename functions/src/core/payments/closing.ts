import { escapeCsvField } from '#domain/exports/index.ts'
import { createMoneyFormat, type Receipt } from '#domain/payments/index.ts'
import { logActionUnit } from '#domain/audit/index.ts'
import { getDayBounds, toInstant, type Language, type MunicipalityPath } from '#domain/kernel/index.ts'
import { resolveSettings, type Municipality } from '#domain/places/index.ts'
import { translatorFor } from '#locales/translator.ts'
import type { Requester } from '../context.ts'
import { createDateTimeFormatter } from '../exports/reader.ts'
import type { Ports, Store } from '../ports.ts'
import { readClosingTimeZone } from './close-days.ts'

const BATCH_SIZE = 500

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
  const { language } = resolveSettings(place)
  return { csv: `\uFEFF${await buildClosingCsv(store, municipality, { day, timeZone, language })}\r\n` }
}

/**
 * A day's closing as CSV: each receipt and credit note of that day, by number, then the sum per series and currency.
 * Times are in the time zone of the closings. Heads, separator and decimal sign are those of the municipality's
 * language. Amounts have two decimals; credit notes are negative.
 */
export async function buildClosingCsv(
  store: Store,
  municipality: MunicipalityPath,
  { day, timeZone, language }: { readonly day: string; readonly timeZone: string; readonly language: Language },
): Promise<string> {
  const { first, last } = getDayBounds(day, timeZone)
  const dateTime = createDateTimeFormatter({ timeZone })
  const i18n = translatorFor(language)
  const isComma = createMoneyFormat(language).amount(0).includes(',')
  const [delimiter, decimal] = isComma ? [';', ','] : [',', '.']
  const cents = (amount: number): string => formatCents(amount).replace('.', decimal)
  const receipts = await readReceiptsBetween(store, municipality, first, last)
  const sorted = receipts.toSorted((a, b) => a.series.localeCompare(b.series) || a.number - b.number)
  const sums = new Map<string, number>()
  for (const receipt of sorted) {
    const name = `${receipt.series}~${receipt.currency.name}`
    sums.set(name, (sums.get(name) ?? 0) + getSignedAmount(receipt))
  }
  const totals = [...sums].map(([name, sum]) => {
    const index = name.lastIndexOf('~')
    const blank = Array.from({ length: 7 }, () => '')
    return [shortenSeries(name.slice(0, index)), '', i18n._('Total'), ...blank, cents(sum), name.slice(index + 1)]
  })
  const heads = [
    i18n._('Series'),
    i18n._('Number'),
    i18n._('Type'),
    i18n._('Refunded receipt no.'),
    i18n._('Order number'),
    i18n._('Date and time'),
    i18n._('Payment reference'),
    i18n._('Payment method'),
    i18n._('Voucher or transfer number'),
    i18n._('Payer'),
    i18n._('Amount'),
    i18n._('Currency'),
  ]
  const lines = [heads, ...sorted.map((receipt) => formatClosingLine(receipt, { dateTime, cents, i18n })), ...totals]
  return lines.map((cells) => cells.map((cell) => formatCsvField(cell, delimiter)).join(delimiter)).join('\r\n')
}

async function readReceiptsBetween(store: Store, municipality: MunicipalityPath, from: string, to: string) {
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

type LineFormats = {
  readonly dateTime: ReturnType<typeof createDateTimeFormatter>
  readonly cents: (amount: number) => string
  readonly i18n: ReturnType<typeof translatorFor>
}

function formatClosingLine(receipt: Receipt, { dateTime, cents, i18n }: LineFormats): readonly string[] {
  const { series, number, kind, of, orderId, issuedAt, operationId, provider, fullName, currency } = receipt
  const { voucher = '' } = receipt
  const methods: Readonly<Record<Receipt['provider'], string>> = {
    stripe: 'Stripe',
    'mercado-pago': 'Mercado Pago',
    desk: i18n._('Desk'),
  }
  return [
    shortenSeries(series),
    String(number),
    kind === 'receipt' ? i18n._('Receipt') : i18n._('Credit note'),
    of === undefined ? '' : String(of),
    orderId,
    dateTime(issuedAt),
    operationId,
    methods[provider],
    voucher,
    fullName,
    cents(getSignedAmount(receipt)),
    currency.name,
  ]
}

function getSignedAmount({ kind, amount }: Receipt): number {
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
function formatCsvField(text: string, delimiter: string): string {
  const safe = /^-?\d+([.,]\d\d)?$/.test(text) ? text : escapeCsvField(text)
  return /["\r\n]/.test(safe) || safe.includes(delimiter) ? `"${safe.replaceAll('"', '""')}"` : safe
}
