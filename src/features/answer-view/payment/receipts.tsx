import { IconFileTypePdf } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Receipt } from '#domain/payments/index.ts'
import { Item, ItemList, useFormats, useMoney } from '#ui/index.ts'

/** Receipt and credit notes, each as a PDF. */
export function Receipts({ receipts }: { readonly receipts: readonly Receipt[] }) {
  const { t } = useLingui()
  if (receipts.length === 0) return null
  return (
    <ItemList label={t`Receipts`}>
      {receipts.map((receipt) => (
        <ReceiptItem key={receipt.number} receipt={receipt} />
      ))}
    </ItemList>
  )
}

function ReceiptItem({ receipt }: { readonly receipt: Receipt }) {
  const { t } = useLingui()
  const money = useMoney()
  const formats = useFormats()
  const { number, kind, of, amount, currency, issuedAt } = receipt
  const title = kind === 'receipt' ? t`Receipt ${number}` : t`Credit note ${number} of receipt ${of ?? 0}`
  return (
    <Item
      title={title}
      details={[
        <span key="amount" className="r-figures">
          {money.text(amount, currency)}
        </span>,
        <span key="at" className="r-figures">
          {formats.dateTime(issuedAt)}
        </span>,
      ]}
    >
      <Button
        component="a"
        href={addressOf(receipt)}
        target="_blank"
        rel="noopener"
        variant="subtle"
        aria-label={t`PDF of ${title}`}
        leftSection={<IconFileTypePdf size={20} aria-hidden="true" />}
      >
        <Trans>PDF</Trans>
      </Button>
    </Item>
  )
}

/** A credit note's operation is its refund. */
function addressOf({ order, orderId, kind, operationId }: Receipt): string {
  const path = `/api/payments/orders/${order}/${orderId}/receipt`
  return kind === 'receipt' ? path : `${path}?refund=${encodeURIComponent(operationId)}`
}
