import { useCallback } from 'react'
import { Button, NativeSelect } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { LazyDayField, LazyPaymentFilter, parsePaymentParam, toPaymentParam, useFormTexts } from '#ui/index.ts'
import type { AnswerFiltersProps } from './answer-filters.tsx'
import { LIST_PERIODS, NO_DAY_FILTER, findPeriod, parseStateIds, usePeriodNames } from './list-filters.ts'
import { QuestionFilter } from './question-filter.tsx'
import { TextFilter } from './typed-filter.tsx'
import styles from './filters.module.css'

type MoreFiltersProps = Omit<AnswerFiltersProps, 'template' | 'quick' | 'beside' | 'children'> & {
  /** true in the answers list, where filters by question and date and the sort order are shown as well */
  readonly isOfList: boolean
}

/** Filters behind the button. */
export function MoreFilters({ form, search, states, change, isPaid = false, isOfList }: MoreFiltersProps) {
  const { t } = useLingui()
  const formText = useFormTexts()
  const names = usePeriodNames()
  const chosen = new Set(parseStateIds(search.estado))
  const hasDays = (search.dia ?? search.desde ?? search.hasta) !== undefined
  const toggle = (id: string): void => {
    const next = chosen.has(id) ? [...chosen].filter((other) => other !== id) : [...chosen, id]
    change({ estado: next.toSorted((a, b) => Number(a) - Number(b)).join(',') })
  }
  const byAuthor = useCallback((autor: string) => change({ autor }), [change])
  const byCitizen = useCallback((dni: string) => change({ dni }), [change])
  const day = (name: 'dia' | 'desde' | 'hasta', label: string) => (
    <LazyDayField
      label={label}
      value={search[name] ?? ''}
      onChange={(chosen) =>
        change({
          [name]: chosen,
          huso: '',
          // A single day, a range and a relative period exclude each other.
          ...(name === 'dia' ? { desde: '', hasta: '', periodo: '' } : { dia: '', periodo: '' }),
        })
      }
    />
  )
  return (
    <>
      <TextFilter label={t`Author`} maxLength={200} autoCapitalize="off" value={search.autor ?? ''} seek={byAuthor} />
      <TextFilter
        label={t`Citizen’s ID number`}
        maxLength={64}
        inputMode="numeric"
        value={search.dni ?? ''}
        seek={byCitizen}
      />
      {states.length > 0 && (
        <fieldset className={styles['states']}>
          <legend>
            <Trans>State</Trans>
          </legend>
          <div className={styles['toggles']}>
            {states.map((state) => (
              <Button
                key={state.id}
                variant={chosen.has(String(state.id)) ? 'filled' : 'default'}
                aria-pressed={chosen.has(String(state.id))}
                onClick={() => toggle(String(state.id))}
              >
                {formText(state, 'nombre')}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      {isOfList && form !== undefined && form !== null && (
        <QuestionFilter template={form} search={search} change={change} />
      )}
      {(isPaid || search.pago !== undefined) && (
        <LazyPaymentFilter
          value={parsePaymentParam(search)}
          onChange={(status) => change({ pago: toPaymentParam(status) })}
        />
      )}
      {isOfList && (
        <>
          <NativeSelect
            label={t`Period`}
            value={findPeriod(search) ?? (hasDays ? 'days' : '')}
            onChange={({ currentTarget: { value } }) =>
              change({ periodo: value === 'days' ? '' : value, ...(value !== 'days' && NO_DAY_FILTER) })
            }
            data={[
              { value: '', label: t({ message: 'Any time', context: 'period' }) },
              ...LIST_PERIODS.map((period) => ({ value: period, label: names[period] })),
              ...(hasDays ? [{ value: 'days', label: t`Custom dates` }] : []),
            ]}
          />
          {day('dia', t`On this date`)}
          <div className={`r-grid r-gap-12 ${styles['together']}`} data-fields={2}>
            {day('desde', t`From`)}
            {day('hasta', t`To`)}
          </div>
        </>
      )}
      <NativeSelect
        label={isOfList ? t`Filter and sort by` : t`Filter by`}
        value={search.por ?? ''}
        onChange={(event) => change({ por: event.currentTarget.value })}
        data={[
          { value: '', label: t`Date created` },
          { value: 'cambio', label: t`Date of last change` },
        ]}
      />
      {isOfList && (
        <NativeSelect
          label={t`Sort by`}
          value={search.orden ?? ''}
          onChange={(event) => change({ orden: event.currentTarget.value })}
          data={[
            { value: '', label: t`Newest first` },
            { value: 'viejas', label: t`Oldest first` },
          ]}
        />
      )}
    </>
  )
}
