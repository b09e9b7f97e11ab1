import { useRef } from 'react'
import { IconPlus } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { REENTRY_RULES, MAX_ZONES, type TicketSale } from '#domain/tickets/index.ts'
import { MAX_NAME_LENGTH } from '#domain/kernel/index.ts'
import { findInvalidSaleDate, findMaxPerPersonInSale } from '#domain/payments/index.ts'
import { addZone, updateSale, type SalePatch } from '#domain/templates/index.ts'
import { LazyMomentField } from '#ui/index.ts'
import { getFieldElementId, getPartElementId } from '../../element-ids.ts'
import { buildTypingKey, type PanelProps } from '../../panel.ts'
import { useEditorStore } from '../../store/editor-context.tsx'
import { useFormMunicipality } from '../options/use-form-municipality.ts'
import { SingleChoice } from '../parts/choices.tsx'
import { LineField } from '../parts/line-field.tsx'
import { NumberField } from '../parts/number-field.tsx'
import { Panel } from '../parts/panel.tsx'
import { useFocusOnNew } from '../parts/use-focus-on-new.ts'
import { Promotions } from './promotions.tsx'
import { useSaleProblems } from './use-sale-problems.ts'
import { MAX_QUANTITY, ZoneCard } from './zone-card.tsx'
import parts from '../parts/parts.module.css'

type SalePanelProps = PanelProps & { readonly sale: TicketSale }

/** Tickets of an event, or products: prices, quantities, dates, limits and promotions. */
export function SalePanel({ sale, ...props }: SalePanelProps) {
  const { t } = useLingui()
  const { change, locks, problems } = props
  const { newKey } = useEditorStore()
  const list = useRef<HTMLOListElement>(null)
  const added = useFocusOnNew(list, sale.zones.length)
  const { at, atHead } = useSaleProblems(problems, 'ticketSale')
  const disabled = locks.sale
  const isEvent = sale.productType === 'event'
  const none = at(['sale.zone-required'])
  const max = findMaxPerPersonInSale({ ...sale, maxPerPerson: undefined })
  return (
    <Panel title={isEvent ? t`Tickets` : t`Products`} id={getFieldElementId('ticketSale')}>
      {atHead !== undefined && <p className="r-problem">{atHead}</p>}
      <SingleChoice
        label={t`Items for sale`}
        value={sale.productType}
        disabled={disabled}
        choices={[
          { value: 'event', text: t`Event tickets` },
          { value: 'product', text: t({ message: 'Products', context: 'what is sold' }) },
        ]}
        onChange={(productType) => change('product-type', (now) => updateSale(now, { productType }))}
      />
      {none !== undefined && <p className="r-problem">{none}</p>}
      <ol className="r-column r-gap-12 r-plain" ref={list} aria-label={isEvent ? t`Zones` : t`Products`}>
        {sale.zones.map((zone, index) => (
          <ZoneCard key={zone.id} zone={zone} number={index + 1} sale={sale} at={at} {...props} />
        ))}
      </ol>
      <Button
        id={getPartElementId('payment', 'add-zone')}
        variant="default"
        className="r-close"
        disabled={disabled || sale.zones.length >= MAX_ZONES}
        leftSection={<IconPlus size={20} aria-hidden="true" />}
        onClick={() => {
          added()
          change('add-zone', (now) => addZone(now, newKey()))
        }}
      >
        {isEvent ? t`Add zone` : t`Add product`}
      </Button>
      <EventFields form={props.form} sale={sale} change={change} disabled={disabled} error={at(['sale.dates'])} />
      <div className="r-grid r-gap-16 r-fit-15 r-low">
        <NumberField
          label={isEvent ? t`Maximum tickets per person` : t`Maximum products per person`}
          note={t`In total. If empty: ${max}`}
          value={sale.maxPerPerson}
          min={1}
          max={MAX_QUANTITY}
          whole
          error={at(['sale.max-per-person'])}
          disabled={disabled}
          onChange={(maxPerPerson) =>
            change(buildTypingKey('sale', 'maxPerPerson'), (now) => updateSale(now, { maxPerPerson }))
          }
        />
      </div>
      {isEvent && <ReentryField sale={sale} change={change} disabled={disabled} />}
      <Promotions {...props} block="ticketSale" title={t`Promotions`} />
    </Panel>
  )
}

/** Selects who may enter again with a ticket that was already admitted. */
function ReentryField({ sale, change, disabled }: Omit<WhenAndWhereProps, 'error' | 'form'>) {
  const { t } = useLingui()
  const words = {
    never: t`No one: each ticket is valid for one entry`,
    'after-exit': t`People whose exit was scanned`,
    always: t`Everyone, any number of times`,
  }
  return (
    <div className="r-grid r-gap-16 r-fit-15 r-low">
      <NativeSelect
        label={t`Who can re-enter`}
        value={sale.again ?? 'never'}
        disabled={disabled}
        data={REENTRY_RULES.map((value) => ({ value, label: words[value] }))}
        onChange={({ currentTarget }) => {
          const again = REENTRY_RULES.find((value) => value === currentTarget.value)
          change('again', (now) => updateSale(now, { again: again === 'never' ? undefined : again }))
        }}
      />
    </div>
  )
}

type WhenAndWhereProps = Pick<PanelProps, 'change' | 'form'> & {
  readonly sale: TicketSale
  readonly disabled: boolean
  /** error about the dates, shown at the first invalid date */
  readonly error: string | undefined
}

function EventFields({ form, sale, change, disabled, error }: WhenAndWhereProps) {
  const { t } = useLingui()
  const timeZone = useFormMunicipality(form)?.timeZone
  const isEvent = sale.productType === 'event'
  const fieldError = findInvalidSaleDate(sale)
  const errorAt = (field: typeof fieldError): string | undefined => (field === fieldError ? error : undefined)
  const set = (patch: SalePatch): void => change(Object.keys(patch).join(' '), (now) => updateSale(now, patch))
  return (
    <>
      {isEvent && (
        <LineField
          label={t`Event location`}
          note={t`If you publish a new date or place, ticket holders get an e-mail.`}
          value={sale.address ?? ''}
          maxLength={MAX_NAME_LENGTH}
          disabled={disabled}
          onChange={(address) =>
            change(buildTypingKey('sale', 'address'), (now) =>
              updateSale(now, { address: address === '' ? undefined : address }),
            )
          }
        />
      )}
      <div className={`r-grid r-gap-16 r-top ${parts['moments']}`}>
        {isEvent && (
          <>
            <LazyMomentField
              label={t`Event start`}
              value={sale.eventDate}
              timeZone={timeZone}
              disabled={disabled}
              error={errorAt('eventDate')}
              onChange={(eventDate) => set({ eventDate })}
            />
            <LazyMomentField
              label={t`Event end`}
              value={sale.eventEnd}
              timeZone={timeZone}
              usual="23:59"
              disabled={disabled}
              error={errorAt('eventEnd')}
              onChange={(eventEnd) => set({ eventEnd })}
            />
          </>
        )}
        <LazyMomentField
          label={t`On sale from`}
          value={sale.saleFrom}
          timeZone={timeZone}
          disabled={disabled}
          onChange={(saleFrom) => set({ saleFrom })}
        />
        <LazyMomentField
          label={t`On sale until`}
          value={sale.saleUntil}
          timeZone={timeZone}
          usual="23:59"
          disabled={disabled}
          error={errorAt('saleUntil')}
          onChange={(saleUntil) => set({ saleUntil })}
        />
      </div>
    </>
  )
}
