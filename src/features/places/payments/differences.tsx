import { Trans, useLingui } from '@lingui/react/macro'
import type { ClosingReport } from '#domain/payments/index.ts'
import { ListTable, PageSection, TextLink, useMoney } from '#ui/index.ts'
import { useFormTitles } from './orders-filters.tsx'

type Difference = ClosingReport['differences'][number]

/** @returns a function for the name of a difference */
export function useDifferenceName(): (difference: Difference) => string {
  const { t } = useLingui()
  const names: Readonly<Record<Difference['kind'], string>> = {
    mismatch: t`Another amount received`,
    'refund-failed': t`Refund failed`,
    surplus: t`Overpaid`,
    'dispute-open': t`Open dispute`,
    'dispute-lost': t`Lost dispute, not settled`,
  }
  return ({ kind, isEventCancelled }) =>
    isEventCancelled === true ? t`Event cancelled, to be given back at the desk` : names[kind]
}

/** Orders whose money needs a decision by staff (`Disagreement`), each with a link to its payment. */
export function ProviderDifferences({
  differences,
  moreDifferences,
}: Pick<ClosingReport, 'differences' | 'moreDifferences'>) {
  const { t } = useLingui()
  const money = useMoney()
  const nameOf = useDifferenceName()
  const titleOf = useFormTitles()
  return (
    <PageSection title={t`Differences to resolve`} flat>
      {differences.length === 0 && !moreDifferences ? (
        <p className="r-soft">
          <Trans>No differences with the payment providers have been found.</Trans>
        </p>
      ) : (
        <ListTable
          label={t`Differences to resolve`}
          items={differences}
          keyOf={({ id, kind, amount }) => `${id} ${kind} ${amount}`}
          columns={[
            {
              head: t`Order number`,
              cell: ({ id, orderId }) => (
                <TextLink data-opens to="/ver/$id" params={{ id }} hash="pago">
                  <span className="r-code">{orderId}</span>
                </TextLink>
              ),
            },
            {
              head: t`Form or event`,
              card: 'named',
              cell: (each) => <span className="r-breaks">{titleOf(each)}</span>,
            },
            { head: t`Difference`, card: 'named', cell: nameOf },
            { head: t`Amount`, figures: true, cell: ({ amount, currency }) => money.text(amount, currency) },
          ]}
        />
      )}
      {moreDifferences && (
        <p>
          <Trans>There are more differences. Only those of the oldest orders are shown.</Trans>
        </p>
      )}
    </PageSection>
  )
}
