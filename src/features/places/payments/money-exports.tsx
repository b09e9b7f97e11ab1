import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconDownload, IconFileTypePdf } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { toInstant } from '#domain/kernel/index.ts'
import { computeNetAmount, type ClosingReport, type Currency } from '#domain/payments/index.ts'
import { downloadFile, notify, PageActions, useFormatsIn, useMoney, useProblemText } from '#ui/index.ts'
import { formatDay, buildTotals, useAmountHeads, useClosingParts, useCoveredDaysText } from './closing-tables.tsx'
import { useDifferenceName } from './differences.tsx'
import { useOrderMethodNames, useFormTitles } from './orders-filters.tsx'

type ExportsProps = {
  readonly report: ClosingReport
  readonly municipality: string
  readonly period: { readonly from: string; readonly to: string }
}

/** Exports of the shown sums: PDF for signing, workbook, and CSV with the municipality's decimal sign. */
export function ClosingExports({ report, municipality, period: { from, to } }: ExportsProps) {
  const { t, i18n } = useLingui()
  const problemText = useProblemText()
  const { dateTime } = useFormatsIn(report.timeZone)
  const heads = useAmountHeads()
  const methods = useOrderMethodNames()
  const parts = useClosingParts(report.sums)
  const nameOf = useDifferenceName()
  const money = useMoney()
  const titleOf = useFormTitles()
  const [busy, setBusy] = useState(false)
  const coveredDays = useCoveredDaysText()
  const { sums, closings, differences, moreDifferences, timeZone, language } = report
  const closed = closings.find(({ day }) => day === from && day === to)
  const dates = from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
  const title = closed === undefined ? t`Sums of ${dates}` : t`Closing ${closed.number}: ${coveredDays(closed)}`
  const amountHeads = [heads.payments, heads.received, heads.refunded, heads.lost, heads.net]

  function buildReport(format: 'pdf' | 'xlsx') {
    // Amounts of a workbook are numbers without a currency.
    const currencyOf = ({ name: text }: Currency) => (format === 'xlsx' ? [{ text }] : [])
    const currencyHeads = format === 'xlsx' ? [t`Currency`] : []
    const grand = { title: t`Total`, head: t`Total`, totals: buildTotals(sums, ({ currency }) => currency.name) }
    const isEmpty = sums.length === 0
    const tables = [grand, ...parts].map((part) => ({
      title: part.title,
      notes: isEmpty ? [t`No money was received or returned in this period.`] : [],
      heads: isEmpty ? [] : [part.head, ...currencyHeads, ...amountHeads],
      rows: part.totals.map((total) => ({
        cells: [
          { text: total.name },
          ...currencyOf(total.currency),
          { text: String(total.payments), value: total.payments },
          ...[total.received, total.refunded, total.lost, computeNetAmount(total)].map((cents) => ({
            text: money.text(cents, total.currency),
            value: cents / 100,
            isAmount: true,
          })),
        ],
      })),
    }))
    const found = differences.map((difference) => {
      const { orderId, form, title, amount, currency } = difference
      return {
        cells: [
          { text: orderId },
          { text: titleOf({ form, title }) },
          { text: nameOf(difference) },
          ...currencyOf(currency),
          { text: money.text(amount, currency), value: amount / 100, isAmount: true },
        ],
      }
    })
    const notes = [
      ...(moreDifferences ? [t`There are more differences. Only those of the oldest orders are shown.`] : []),
      ...(found.length > 0 || moreDifferences ? [] : [t`No differences with the payment providers have been found.`]),
    ]
    const different = {
      title: t`Differences to resolve`,
      notes,
      heads: found.length === 0 ? [] : [t`Order number`, t`Form or event`, t`Difference`, ...currencyHeads, t`Amount`],
      rows: found,
    }
    const line = '_'.repeat(36)
    const signature = { title: t`Signature and name`, notes: ['', line], heads: [], rows: [] }
    const isClosed = closed === undefined ? t`Not closed` : t`Closed by ${closed.by} on ${dateTime(closed.at)}`
    return {
      title,
      municipality,
      lines: [isClosed, t`Time zone: ${timeZone}`],
      parts: [
        { title: t`Sums`, tables },
        { title: t`Differences to resolve`, tables: [different] },
        ...(format === 'pdf' ? [{ title: t`Signature`, tables: [signature] }] : []),
      ],
      lackingCharacters: '',
    }
  }

  function buildRows(): readonly (readonly (string | number)[])[] {
    const first = [t`Form or event`, t`Payment method`, t`Cashier`, t`Currency`]
    return [
      [...first, ...amountHeads],
      ...sums.map((sum) => [
        titleOf(sum) || sum.form,
        methods[sum.provider === 'desk' ? (sum.method ?? 'desk') : sum.provider],
        sum.cashier,
        sum.currency.name,
        String(sum.payments),
        sum.received,
        sum.refunded,
        sum.lost,
        computeNetAmount(sum),
      ]),
    ]
  }

  async function run(format: 'pdf' | 'xlsx' | 'csv'): Promise<void> {
    setBusy(true)
    try {
      const files = await import('#documents/index.ts')
      const name = `cierre-${from === to ? from : `${from}-${to}`}.${format}`
      if (format === 'csv') {
        const csv = files.writeTableCsv(buildRows(), language)
        return downloadFile(csv, name, 'text/csv;charset=utf-8')
      }
      const written = await files.writeReport(buildReport(format), {
        format,
        language: i18n.locale,
        at: now(),
      })
      if (written.ok) downloadFile(written.value, name, written.value.type)
      else notify({ tone: 'attention', text: problemText(written.problem) })
    } catch {
      notify({ tone: 'attention', text: problemText({ code: 'network.unreachable' }) })
    } finally {
      setBusy(false)
    }
  }

  const pdf = <IconFileTypePdf size={20} aria-hidden="true" />
  const file = <IconDownload size={20} aria-hidden="true" />
  return (
    <PageActions
      primary={
        <Button variant="default" loading={busy} leftSection={pdf} onClick={() => void run('pdf')}>
          <Trans>PDF to sign</Trans>
        </Button>
      }
    >
      <Button variant="default" loading={busy} leftSection={file} onClick={() => void run('xlsx')}>
        <Trans>Export XLSX</Trans>
      </Button>
      <Button variant="default" loading={busy} leftSection={file} onClick={() => void run('csv')}>
        <Trans>Export CSV</Trans>
      </Button>
    </PageActions>
  )
}

function now() {
  return toInstant(Date.now())
}
