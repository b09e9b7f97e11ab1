import { useCallback, useId, useState, type ReactNode } from 'react'
import { Button, Group, Stack } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconBookmark, IconSearch } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import { Dialog, lazyPart, useCan, useIsPhone } from '#ui/index.ts'
import {
  NO_DAY_FILTER,
  findPeriod,
  countActiveFilters,
  CLEARED_LIST_FILTERS,
  usePeriodNames,
  type ListFilters,
} from './list-filters.ts'
import { TextFilter } from './typed-filter.tsx'
import styles from './filters.module.css'

const MoreFilters = lazyPart(async () => (await import('./more-filters.tsx')).MoreFilters)
const LazySavedFiltersPanel = lazyPart(async () => (await import('./saved-filters.tsx')).SavedFiltersPanel)

export type AnswerFiltersProps = {
  readonly template: TemplateId
  /** the form, if on this device: enables filters by answered values */
  readonly form?: FormTemplate | null | undefined
  /** filters in the URL */
  readonly search: ListFilters
  readonly states: readonly { readonly id: number; readonly nombre: string }[]
  readonly change: (change: ListFilters) => void
  /** whether the form takes payments */
  readonly isPaid?: boolean
  /** replaces the quick date filters on pages with their own dates; the panel then contains neither dates nor order */
  readonly quick?: ReactNode
  /** further filters of a page with `quick`; beside the search, on phones behind the button */
  readonly beside?: ReactNode
  /** number of active filters in `beside` */
  readonly besideCount?: number
  /** further content on the line of the search field */
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
  beside,
  besideCount = 0,
  children,
}: AnswerFiltersProps) {
  const { t } = useLingui()
  const isOfList = quick === undefined
  const [opened, setOpened] = useState(false)
  const panel = useId()
  const phone = useIsPhone()
  const count = countActiveFilters(isOfList ? search : withoutDays(search)) + (phone ? besideCount : 0)
  const seek = useCallback((codigo: string) => change({ codigo }), [change])
  const others = (
    <>
      <Saved template={template} form={form} search={search} change={change} />
      {children}
    </>
  )
  const more = (
    <MoreFilters form={form} search={search} states={states} change={change} isPaid={isPaid} isOfList={isOfList} />
  )
  const text = (
    <div className={styles['sought']}>
      <TextFilter
        {...{ [phone && isOfList ? 'aria-label' : 'label']: t`Search answers` }}
        placeholder={phone ? t`Search answers` : t`Words, name or code`}
        leftSection={<IconSearch size={20} aria-hidden="true" />}
        aria-keyshortcuts={isOfList ? '/' : undefined}
        maxLength={64}
        value={search.codigo ?? ''}
        seek={seek}
      />
    </div>
  )
  return (
    <search data-phone={phone} data-page={isOfList ? 'list' : 'figures'}>
      <Stack gap="sm">
        <Group gap="8px 12px" align="end" className={styles['line'] ?? ''}>
          {quick}
          {!phone && beside}
          {(isOfList || !phone) && text}
          {isOfList && !phone && <QuickFilters search={search} change={change} />}
          <Group gap="xs" wrap="nowrap">
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
            {!phone && <Saved template={template} form={form} search={search} change={change} />}
          </Group>
          {!phone && children}
        </Group>
        {phone ? (
          opened && (
            <Dialog opened fullScreen title={t`Filters`} onClose={() => setOpened(false)}>
              <Stack gap="sm">
                {isOfList ? (
                  <QuickFilters search={search} change={change} />
                ) : (
                  <>
                    {beside}
                    <div>{text}</div>
                  </>
                )}
                {more}
                <Group gap="xs" align="stretch">
                  {others}
                </Group>
                {count > 0 && (
                  <Button variant="subtle" onClick={() => change(CLEARED_LIST_FILTERS)}>
                    <Trans>Clear all</Trans>
                  </Button>
                )}
                <Button onClick={() => setOpened(false)}>
                  {isOfList ? <Trans>Show answers</Trans> : <Trans>Show statistics</Trans>}
                </Button>
              </Stack>
            </Dialog>
          )
        ) : (
          <div id={panel} className={`r-card r-grid r-gap-12 ${styles['panel']}`} hidden={!opened}>
            {opened && more}
          </div>
        )}
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
  const names = usePeriodNames()
  const current = findPeriod(search)
  const waits = search.espera === 'si'
  return (
    <Group gap="xs" align="stretch" className={styles['quick'] ?? ''} role="group" aria-label={t`Quick filters`}>
      {(['hoy', 'ayer'] as const).map((period) => (
        <Button
          key={period}
          variant={current === period ? 'filled' : 'default'}
          aria-pressed={current === period}
          onClick={() => change({ ...NO_DAY_FILTER, periodo: current === period ? '' : period })}
        >
          {names[period]}
        </Button>
      ))}
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
