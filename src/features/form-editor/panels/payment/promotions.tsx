import { getVisibleText, MAX_TITLE_LENGTH } from '#domain/kernel/index.ts'
import { useRef, useState } from 'react'
import { IconPlus } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import { Button, Stack, Textarea, Title } from '@mantine/core'
import { MAX_PROMOTIONS, type Promotion } from '#domain/tickets/index.ts'
import { currencyOf, findInvalidPromotionField, type Currency } from '#domain/payments/index.ts'
import {
  addPromotion,
  listPartPromotions,
  removePromotion,
  updatePromotion,
  type DiscountedPart,
  type PromotionPatch,
} from '#domain/templates/index.ts'
import { LazyMomentField } from '#ui/index.ts'
import { getPartElementId } from '../../element-ids.ts'
import { buildTypingKey, type PanelProps } from '../../panel.ts'
import { useEditorStore } from '../../store/editor-context.tsx'
import { useFormMunicipality } from '../options/use-form-municipality.ts'
import { CardHead } from '../parts/card-head.tsx'
import { LineField } from '../parts/line-field.tsx'
import { MoneyField } from '../parts/money-field.tsx'
import { NumberField } from '../parts/number-field.tsx'
import { useFocusOnNew } from '../parts/use-focus-on-new.ts'
import styles from '../panels.module.css'
import parts from '../parts/parts.module.css'
import { useSaleProblems } from './use-sale-problems.ts'
import { MAX_QUANTITY } from './zone-card.tsx'

type PromotionsProps = PanelProps & { readonly block: DiscountedPart; readonly title: string }

/** Discounts for some or all citizens. Only the largest applicable discount counts. */
export function Promotions({ block, title, form, change, locks, problems }: PromotionsProps) {
  const { t } = useLingui()
  const list = useRef<HTMLOListElement>(null)
  const promotions = listPartPromotions(form, block)
  const timeZone = useFormMunicipality(form)?.timeZone
  const added = useFocusOnNew(list, promotions.length)
  const { at } = useSaleProblems(problems, block)
  const add = getPartElementId('payment', `add-${block}`)
  return (
    <Stack gap="sm" miw={0} role="group" aria-label={title}>
      <Stack gap={4}>
        <Title order={4}>{title}</Title>
        <p className="r-measure r-soft r-note">{t`Discounts are not added up. The largest one applies.`}</p>
      </Stack>
      {promotions.length > 0 && (
        <ol className="r-column r-gap-12 r-plain" ref={list} aria-label={title}>
          {promotions.map((promotion, index) => (
            <PromotionCard
              // Identified by index, as promotions have no id.
              key={index}
              promotion={promotion}
              place={{ block, index }}
              counts={form.ticketSale !== undefined}
              currency={currencyOf(form)}
              timeZone={timeZone}
              change={change}
              disabled={locks.sale}
              error={at(['sale.promotion'], index + 1)}
              add={add}
            />
          ))}
        </ol>
      )}
      <Button
        id={add}
        variant="default"
        className="r-close"
        disabled={locks.sale || promotions.length >= MAX_PROMOTIONS}
        leftSection={<IconPlus size={20} aria-hidden="true" />}
        onClick={() => {
          added()
          change('add-promotion', (now) => addPromotion(now, block))
        }}
      >
        {block === 'charge' ? t`Add discount` : t`Add promotion`}
      </Button>
    </Stack>
  )
}

type PromotionCardProps = Pick<PanelProps, 'change'> & {
  readonly promotion: Promotion
  readonly place: { readonly block: DiscountedPart; readonly index: number }
  /** purchases may include several items */
  readonly counts: boolean
  readonly currency: Currency | undefined
  readonly timeZone: string | undefined
  readonly disabled: boolean
  readonly error: string | undefined
  /** id of the element to focus after deletion */
  readonly add: string
}

function PromotionCard({
  promotion,
  place,
  counts,
  currency,
  timeZone,
  change,
  disabled,
  error,
  add,
}: PromotionCardProps) {
  const { t } = useLingui()
  const store = useEditorStore()
  const { block, index } = place
  const number = index + 1
  const { percentOff, amountOff, from, until, code, dni } = promotion
  const title = t`Discount ${number}`
  const name = getVisibleText(promotion.name) === '' ? title : promotion.name
  const key = `${block}-${index}`
  const set = (field: string, patch: PromotionPatch): void =>
    change(buildTypingKey(key, field), (now) => updatePromotion(now, block, index, patch))
  const fieldError = findInvalidPromotionField(promotion) ?? 'name'
  const errorAt = (field: typeof fieldError): string | undefined => (field === fieldError ? error : undefined)
  return (
    <li className={styles['card']} id={getPartElementId(key)} aria-label={name}>
      <CardHead
        label={t`Delete: ${name}`}
        disabled={disabled}
        onDelete={() => {
          document.getElementById(add)?.focus()
          change('remove-promotion', (now) => removePromotion(now, block, index))
          store.state.setState({ removed: { what: 'promotion', name } })
        }}
      >
        <strong>{title}</strong>
      </CardHead>
      <LineField
        id={getPartElementId(key, 'name')}
        label={t({ message: 'Name', context: 'of a discount' })}
        note={t`Shown to the payer, for example: Pensioners.`}
        value={promotion.name}
        error={errorAt('name')}
        maxLength={MAX_TITLE_LENGTH}
        required
        disabled={disabled}
        onChange={(text) => set('name', { name: text })}
      />
      <div className="r-grid r-gap-16 r-fit-15 r-top">
        <NumberField
          label={t`Percent off`}
          note={t`100% means free of charge`}
          value={percentOff === 0 ? undefined : percentOff}
          min={0}
          max={100}
          error={errorAt('percentOff')}
          disabled={disabled}
          onChange={(percent) => set('percentOff', { percentOff: percent ?? 0 })}
        />
        <MoneyField
          label={t`Amount off`}
          note={t`In addition to the percentage`}
          value={amountOff}
          currency={currency}
          disabled={disabled}
          onChange={(cents) => set('amountOff', { amountOff: cents })}
        />
        {(counts || from > 1) && (
          <NumberField
            label={t`Minimum quantity`}
            note={t`Bought at the same time`}
            value={from}
            min={0}
            max={MAX_QUANTITY}
            whole
            disabled={disabled}
            onChange={(count) => set('from', { from: count ?? 1 })}
          />
        )}
        <LineField
          label={t({ message: 'Code', context: 'of a discount' })}
          note={t`Only for people who enter it. If empty, for everyone.`}
          value={code ?? ''}
          error={errorAt('code')}
          maxLength={40}
          disabled={disabled}
          onChange={(text) => set('code', { code: text === '' ? undefined : text })}
        />
      </div>
      <IdNumbers
        value={dni}
        error={errorAt('dni')}
        disabled={disabled}
        onChange={(numbers) => set('dni', { dni: numbers })}
      />
      <LazyMomentField
        label={t`Valid until`}
        value={until}
        timeZone={timeZone}
        usual="23:59"
        disabled={disabled}
        onChange={(moment) => set('until', { until: moment })}
      />
    </li>
  )
}

type IdNumbersProps = {
  readonly value: readonly string[] | undefined
  readonly error: string | undefined
  readonly disabled: boolean
  readonly onChange: (numbers: readonly string[] | undefined) => void
}

/** Identity numbers of the citizens entitled to a discount, separated by line breaks or commas. */
function IdNumbers({ value, error, disabled, onChange }: IdNumbersProps) {
  const { t } = useLingui()
  const [typing, setTyping] = useState<{ readonly typed: string; readonly kept: typeof value } | null>(null)
  return (
    <Textarea
      size="md"
      rows={1}
      className={parts['long'] ?? ''}
      label={t`ID numbers`}
      description={t`Only for these citizens, one per line. If empty, for everyone.`}
      autoComplete="off"
      disabled={disabled}
      error={error}
      value={typing !== null && typing.kept === value ? typing.typed : (value ?? []).join('\n')}
      onChange={(event) => {
        const typed = event.currentTarget.value
        const numbers = typed.split(/[\n,;]/).flatMap((item) => item.trim() || [])
        const kept = numbers.length === 0 ? undefined : numbers
        setTyping({ typed, kept })
        onChange(kept)
      }}
      onBlur={() => setTyping(null)}
    />
  )
}
