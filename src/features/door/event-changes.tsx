import { IconCalendarTime, IconCalendarX } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { toProblem, type RequestFailure } from '#domain/endpoints/index.ts'
import { formatMoment, type Instant, type TemplateId } from '#domain/kernel/index.ts'
import { cancelEvent, moveEvent, type EventSales } from '#domain/tickets/index.ts'
import {
  FormDialog,
  LazyMomentField,
  notify,
  useCan,
  useConfirmedCall,
  useEndpointCall,
  useFailureText,
  useMoney,
} from '#ui/index.ts'

export type EventProps = {
  readonly form: TemplateId
  readonly sales: EventSales
  /** reads the sales again */
  readonly onChanged: () => void
}

/**
 * Buttons to change the date of an event and, if the user may refund, to cancel it. Only for users who may edit forms.
 */
export function EventChanges({ form, sales, onChanged }: EventProps) {
  const can = useCan()
  const [open, setOpen] = useState<'move' | 'cancel' | null>(null)
  if (sales.cancellation !== undefined || !can('update', 'formulario')) return null
  const close = () => setOpen(null)
  const props = { form, sales, onChanged, onClose: close }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarTime size={20} aria-hidden="true" />}
        onClick={() => setOpen('move')}
      >
        <Trans>Change the date</Trans>
      </Button>
      {can('refund', 'pago') && (
        <Button
          variant="default"
          c="var(--r-attention)"
          leftSection={<IconCalendarX size={20} aria-hidden="true" />}
          onClick={() => setOpen('cancel')}
        >
          <Trans>Cancel the event</Trans>
        </Button>
      )}
      {open === 'move' && <MoveDialog {...props} />}
      {open === 'cancel' && <CancelDialog {...props} />}
    </>
  )
}

/** Says who can change or cancel the event, to users who cannot. */
export function EventChangeRights({ sales }: Pick<EventProps, 'sales'>) {
  const can = useCan()
  const mayMove = can('update', 'formulario')
  if (sales.cancellation !== undefined || (mayMove && can('refund', 'pago'))) return null
  return (
    <p className="r-soft">
      {!mayMove && <Trans>Supervisors of the form’s area can change the date of this event here.</Trans>}{' '}
      <Trans>
        Only a senior supervisor or an administrator can cancel the event. All its orders are then refunded.
      </Trans>
    </p>
  )
}

type DialogProps = EventProps & { readonly onClose: () => void }

function MoveDialog({ form, sales, onChanged, onClose }: DialogProps) {
  const { t } = useLingui()
  const { act, busy } = useEndpointCall(moveEvent)
  const failureText = useFailureText()
  const [eventDate, setEventDate] = useState<Instant | undefined>(sales.eventDate)
  const [eventEnd, setEventEnd] = useState<Instant | undefined>(sales.eventEnd)
  const [failure, setFailure] = useState<string | null>(null)
  const { holders } = sales.buyers
  const before = sales.eventDate === undefined ? '' : formatMoment(sales.eventDate, sales.timeZone)

  const formatMoveFailure = (failed: RequestFailure): string => {
    const { code } = toProblem(failed)
    if (code === 'sale.dates')
      return t`The new start must be in the future, after the start of sales and before the new end.`
    return code === 'template.conflict'
      ? t`Someone else has changed the form in the meantime. Close this window, check the date and try again.`
      : failureText(failed)
  }

  async function move(): Promise<void> {
    if (eventDate === undefined) return setFailure(t`Enter the new date.`)
    if (eventDate === sales.eventDate && eventEnd === sales.eventEnd) return setFailure(t`Enter another date.`)
    setFailure(null)
    const end = eventEnd === undefined ? {} : { eventEnd }
    const outcome = await act({ form, body: { version: sales.version, eventDate, ...end } })
    if (outcome.kind !== 'ok') return setFailure(formatMoveFailure(outcome))
    notify({ tone: 'received', text: t`The event has a new date.` })
    onChanged()
    onClose()
  }

  return (
    <FormDialog
      title={t`Change the date`}
      submit={<Trans>Change the date and notify</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void move()}
      onClose={onClose}
    >
      {before !== '' && (
        <p>
          <Trans>Now: {before}</Trans>
        </p>
      )}
      <LazyMomentField label={t`New start`} value={eventDate} timeZone={sales.timeZone} onChange={setEventDate} />
      <LazyMomentField
        label={t`New end`}
        value={eventEnd}
        timeZone={sales.timeZone}
        usual="23:59"
        onChange={setEventEnd}
      />
      <p>
        <Plural
          value={holders}
          _0="There are no ticket holders yet, so no e-mails are sent."
          one="The holders of # order get an e-mail with the old and the new date."
          other="The holders of # orders get an e-mail with the old and the new date."
        />{' '}
        <Trans>
          Tickets stay valid and show the new date. If the sale would end later than the event, it ends with the event.
        </Trans>
      </p>
    </FormDialog>
  )
}

/** Cancels an event. The server requires confirmation of the user's identity, as for a refund. */
function CancelDialog({ form, sales, onChanged, onClose }: DialogProps) {
  const { t } = useLingui()
  const money = useMoney()
  const { act, busy, dialog } = useConfirmedCall(cancelEvent)
  const failureText = useFailureText()
  const [failure, setFailure] = useState<string | null>(null)
  const { buyers, currency } = sales
  const { paid, refunds } = buyers
  const sum = money.text(buyers.refunded, currency)
  const [atDesk, disputed] = [money.text(buyers.atDesk, currency), money.text(buyers.disputed, currency)]

  async function cancel(): Promise<void> {
    setFailure(null)
    const outcome = await act({ form })
    if (outcome.kind !== 'ok') return setFailure(failureText(outcome))
    notify({ tone: 'received', text: t`The event was cancelled. Its orders are being refunded.` })
    onChanged()
    onClose()
  }

  return (
    <FormDialog
      danger
      title={t`Cancel the event`}
      submit={refunds > 0 ? <Trans>Cancel the event and refund</Trans> : <Trans>Cancel the event</Trans>}
      dismiss={<Trans>Keep the event</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void cancel()}
      onClose={onClose}
    >
      {paid === 0 && (
        <p>
          <Trans>No order has money to give back.</Trans>
        </p>
      )}
      {refunds > 0 && (
        <p>
          <Plural
            value={refunds}
            one={`# order is refunded: ${sum}.`}
            other={`# orders are refunded: ${sum} in total.`}
          />
        </p>
      )}
      {buyers.atDesk > 0 && (
        <p>
          <Trans>{atDesk} must be refunded at the desk by hand. This page lists the orders until that is done.</Trans>
        </p>
      )}
      {buyers.disputed > 0 && (
        <p>
          <Trans>{disputed} is in dispute and is refunded only if the dispute is won.</Trans>
        </p>
      )}
      {sales.isTest && paid > 0 && (
        <p>
          <Trans>These are test payments. The money is not real.</Trans>
        </p>
      )}
      <p>
        <Trans>Sales end at once, no more people are let in, and all buyers get an e-mail. You cannot undo this.</Trans>
      </p>
      {dialog}
    </FormDialog>
  )
}
