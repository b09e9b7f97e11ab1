import { useCallback, useId, useState, type ReactNode } from 'react'
import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconBookmark, IconSearch } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { FormTemplate } from '#domain/templates/index.ts'
import { ALL_STATES_FILTER, type TemplateId } from '#domain/kernel/index.ts'
import {
  LazyDayField,
  Dialog,
  lazyPart,
  LazyPaymentFilter,
  parsePaymentParam,
  useCan,
  toPaymentParam,
  useFormTexts,
} from '#ui/index.ts'
import { formatUrlDay, setFilters, type ListFilters } from './list-filters.ts'
import { TextFilter } from './typed-filter.tsx'
import { useIsPhone } from './use-phone.ts'
import styles from './filters.module.css'

const QuestionFilter = lazyPart(async () => (await import('./question-filter.tsx')).QuestionFilter)
const LazySavedFiltersPanel = lazyPart(async () => (await import('./saved-filters.tsx')).SavedFiltersPanel)

type AnswerFiltersProps = {
  readonly template: TemplateId
  /** the form, if on this device: enables filters by answered values */
  readonly form?: FormTemplate | null | undefined
  /** filters in the URL */
  readonly search: ListFilters
  readonly states: readonly { readonly id: number; readonly nombre: string }[]
  readonly change: (change: ListFilters) => void
  /** the form takes payments */
  readonly isPaid?: boolean
  /** replaces the quick date filters, on pages with their own dates; the panel then has no dates and no order */
  readonly quick?: ReactNode
  /** other content of the line of the search field */
  readonly children?: ReactNode
}

/** Filters of a list of answers. Search and frequent filters are always visible, the others behind a button. */
export function AnswerFilters({
  template,
  form,
  search,
  states,
  change,
  isPaid = false,
  quick,
  children,
}: AnswerFiltersProps) {
  const { t } = useLingui()
  const count = setFilters(quick === undefined ? search : withoutDays(search))
  // Pages with their own dates do not list active filters elsewhere, so the panel starts open if there are any.
  const [opened, setOpened] = useState(quick !== undefined && count > 0)
  const panel = useId()
  const phone = useIsPhone() && quick === undefined
  const seek = useCallback((codigo: string) => change({ codigo }), [change])
  const others = (
    <>
      <Saved template={template} form={form} search={search} change={change} />
      {children}
    </>
  )
  const more = (
    <MoreFilters
      form={form}
      search={search}
      states={states}
      change={change}
      isPaid={isPaid}
      isOfList={quick === undefined}
    />
  )
  return (
    <search data-phone={phone}>
      <Stack gap="sm">
        <Group gap="8px 12px" align="end" className={styles['line'] ?? ''}>
          <div className={styles['sought']}>
            <TextFilter
              {...{ [phone ? 'aria-label' : 'label']: t`Search answers` }}
              placeholder={t`Words, name or code`}
              leftSection={<IconSearch size={20} aria-hidden="true" />}
              maxLength={64}
              value={search.codigo ?? ''}
              seek={seek}
            />
          </div>
          {quick === undefined && !phone && <QuickFilters search={search} change={change} />}
          <Button
            variant={count > 0 ? 'default' : 'subtle'}
            leftSection={<IconAdjustmentsHorizontal size={20} aria-hidden="true" />}
            aria-expanded={opened}
            aria-controls={phone ? undefined : panel}
            aria-haspopup={phone ? 'dialog' : undefined}
            onClick={() => setOpened(!opened)}
          >
            {count === 0 ? <Trans>Filters</Trans> : <Trans>Filters ({count})</Trans>}
          </Button>
          {!phone && others}
        </Group>
        {phone ? (
          opened && (
            <Dialog opened fullScreen title={t`Filters`} onClose={() => setOpened(false)}>
              <Stack gap="sm">
                <QuickFilters search={search} change={change} />
                {more}
                <Group gap="xs" align="stretch">
                  {others}
                </Group>
                <Button onClick={() => setOpened(false)}>
                  <Trans>Show answers</Trans>
                </Button>
              </Stack>
            </Dialog>
          )
        ) : (
          <div id={panel} className={`r-card r-grid r-gap-12 ${styles['panel']}`} hidden={!opened}>
            {opened && more}
          </div>
        )}
        {quick}
      </Stack>
    </search>
  )
}

function withoutDays({ autor, dni, estado, por }: ListFilters): ListFilters {
  return {
    ...(autor !== undefined && { autor }),
    ...(dni !== undefined && { dni }),
    ...(estado !== undefined && { estado }),
    ...(por !== undefined && { por }),
  }
}

/** Frequent filters of supervisors as toggle buttons. */
function QuickFilters({ search, change }: Pick<AnswerFiltersProps, 'search' | 'change'>) {
  const { t } = useLingui()
  const can = useCan()
  // The day is computed on tap, as a page may stay open past midnight.
  const [now, setNow] = useState(Date.now)
  const day = (ago: number, name: string) => {
    const pressed = search.dia === formatUrlDay(now, ago)
    const press = (): void => {
      const moment = Date.now()
      setNow(moment)
      change({ dia: pressed ? '' : formatUrlDay(moment, ago), desde: '', hasta: '' })
    }
    return (
      <Button variant={pressed ? 'filled' : 'default'} aria-pressed={pressed} onClick={press}>
        {name}
      </Button>
    )
  }
  const waits = search.espera === 'si'
  return (
    <Group gap="xs" align="stretch" className={styles['quick'] ?? ''} role="group" aria-label={t`Quick filters`}>
      {day(0, t`Today`)}
      {day(1, t`Yesterday`)}
      {can('complete', 'respuesta') && (
        <Button
          variant={waits ? 'filled' : 'default'}
          aria-pressed={waits}
          onClick={() => change({ espera: waits ? '' : 'si' })}
        >
          <Trans>Needs my action</Trans>
        </Button>
      )}
    </Group>
  )
}

/** Saved filters. */
function Saved(props: Pick<AnswerFiltersProps, 'template' | 'form' | 'search' | 'change'>) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconBookmark size={20} aria-hidden="true" />}
        onPointerEnter={LazySavedFiltersPanel.preload}
        onClick={() => setOpened(true)}
      >
        <Trans>Saved filters</Trans>
      </Button>
      {opened && <LazySavedFiltersPanel {...props} onClose={() => setOpened(false)} />}
    </>
  )
}

type MoreFiltersProps = Omit<AnswerFiltersProps, 'template' | 'quick' | 'children'> & {
  /** true in the answers list, which also has filters by question and date, and the sort order */
  readonly isOfList: boolean
}

function MoreFilters({ form, search, states, change, isPaid = false, isOfList }: MoreFiltersProps) {
  const { t } = useLingui()
  const formText = useFormTexts()
  const byAuthor = useCallback((autor: string) => change({ autor }), [change])
  const byCitizen = useCallback((dni: string) => change({ dni }), [change])
  const day = (name: 'dia' | 'desde' | 'hasta', label: string) => (
    <LazyDayField
      label={label}
      value={search[name] ?? ''}
      onChange={(chosen) =>
        change({
          [name]: chosen,
          // A single day and a range exclude each other.
          ...(name === 'dia' ? { desde: '', hasta: '' } : { dia: '' }),
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
      {(states.length > 0 || search.estado !== undefined) && (
        <NativeSelect
          label={t`State`}
          value={search.estado ?? ALL_STATES_FILTER}
          onChange={(event) => {
            const { value } = event.currentTarget
            change({ estado: value === ALL_STATES_FILTER ? '' : value })
          }}
          data={[
            { value: ALL_STATES_FILTER, label: t({ message: 'All', context: 'states' }) },
            ...states.map((state) => ({ value: String(state.id), label: formText(state, 'nombre') })),
          ]}
        />
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
          {day('dia', t`On date`)}
          <div className={`r-grid r-gap-12 ${styles['together']}`} data-fields={2}>
            {day('desde', t`From`)}
            {day('hasta', t`Until`)}
          </div>
        </>
      )}
      <NativeSelect
        label={isOfList ? t`Date to filter and sort by` : t`Filter by date of`}
        value={search.por ?? ''}
        onChange={(event) => change({ por: event.currentTarget.value })}
        data={[
          { value: '', label: t`Creation` },
          { value: 'cambio', label: t`Last change` },
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
