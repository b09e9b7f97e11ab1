import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconList } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { ReadyStatistics } from '#domain/statistics/index.ts'
import { Banner, LinkButton, useCan, useFormats } from '#ui/index.ts'
import type { StatisticsSearch, toListDayParams } from '../address.ts'

export function BackToFormsLink() {
  return (
    <LinkButton to="/listar" variant="subtle" leftSection={<IconArrowLeft size={20} aria-hidden="true" />}>
      <Trans>Back</Trans>
    </LinkButton>
  )
}

type ToAnswersLinkProps = {
  readonly form: TemplateId
  readonly search: StatisticsSearch
  readonly days: ReturnType<typeof toListDayParams>
}

/** Link to the list with the same filters. */
export function ToAnswersLink({ form, search, days }: ToAnswersLinkProps) {
  const can = useCan()
  if (!can('read', 'respuesta')) return null
  const { comparar: _, zona: __, dia: ___, cruce: ____, ...filters } = search
  return (
    <LinkButton
      to="/respuestas/listado/$id/{-$respuesta}"
      params={{ id: form, respuesta: undefined }}
      search={{ ...filters, ...days } as never}
      variant="default"
      leftSection={<IconList size={20} aria-hidden="true" />}
    >
      <Trans>See answers</Trans>
    </LinkButton>
  )
}

type MomentProps = {
  readonly ready: Pick<ReadyStatistics, 'at'> & Partial<Pick<ReadyStatistics, 'own' | 'masked'>>
  /** whether the figures are from this device, because the server could not be reached */
  readonly isKept: boolean
  readonly retry: () => void
  /** the period and its comparison, shown before the time */
  readonly children?: ReactNode
}

/** The time at which the figures were computed, and the answers that they include. */
export function FiguresTimeNote({ ready, isKept, retry: again, children }: MomentProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const at = formats.dateTime(ready.at)
  const retry = (
    <Button variant="subtle" size="compact-md" onClick={again}>
      <Trans>Try again</Trans>
    </Button>
  )
  if (isKept)
    return (
      <>
        {children !== undefined && <p className="r-row r-gap-4 r-gap-x-16 r-soft r-small">{children}</p>}
        <div role="status">
          <Banner tone="waiting" action={retry}>
            <Trans>Could not connect to the server. Showing the figures saved on this device, as of {at}.</Trans>
          </Banner>
        </div>
      </>
    )
  return (
    <p className="r-row r-gap-4 r-gap-x-16 r-middle r-soft r-small">
      {children}
      <span>
        <Trans>As of {at}</Trans>
      </span>
      {ready.own === true && (
        <span>
          <Trans>Your own answers only</Trans>
        </span>
      )}
      {ready.masked === true && (
        <span>{t`Counts are rounded down to multiples of 5; counts under 5 are shown as < 5`}</span>
      )}
    </p>
  )
}
