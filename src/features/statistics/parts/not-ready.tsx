import type { ReactNode } from 'react'
import { Progress, Stack } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatPeriod } from './compare.tsx'
import '@mantine/core/styles/Progress.layer.css'
import type { Problem, TemplateId } from '#domain/kernel/index.ts'
import type { FormStatistics } from '#domain/statistics/index.ts'
import {
  ErrorState,
  LinkButton,
  ListSkeleton,
  TryAgainButton,
  useFormats,
  useProblemText,
  TextLink,
  useOnline,
  type Loadable,
} from '#ui/index.ts'
import type { LastStatistics } from '../use-statistics.ts'
import styles from '../statistics.module.css'

type StatisticsPlaceholderProps = {
  readonly form: TemplateId
  readonly loadable: Loadable<FormStatistics>
  readonly retry: () => void
  readonly kept: readonly LastStatistics[]
}

/** Shown instead of figures that are loading, being counted, or unavailable. */
export function StatisticsPlaceholder({ form, loadable, retry, kept }: StatisticsPlaceholderProps) {
  const { t } = useLingui()
  if (loadable.kind === 'failed')
    return (
      <StatisticsError problem={loadable.problem} refused={loadable.refused} retry={retry}>
        <StoredFiguresLinks form={form} kept={kept} />
      </StatisticsError>
    )
  if (loadable.kind === 'here' && loadable.value.status === 'building')
    return <Building percent={loadable.value.percent} />
  return <ListSkeleton rows={6} label={t`Loading figures`} height={96} />
}

function Building({ percent }: { readonly percent: number }) {
  const { t } = useLingui()
  const formats = useFormats()
  const far = formats.number(Math.floor(percent))
  return (
    <Stack gap="sm" className={styles['building'] ?? ''}>
      <p role="status">
        <Trans>
          Counting the answers to this form: {far}%. This happens only the first time. You can leave this page.
        </Trans>
      </p>
      <Progress value={percent} aria-label={t`Progress`} />
    </Stack>
  )
}

type StatisticsErrorProps = {
  readonly problem: Problem
  readonly refused: boolean
  readonly retry: () => void
  /** links to other data on this device */
  readonly children?: ReactNode
}

/** Shown if the form was deleted, or this account may not see it. */
export function FormNotFound() {
  return (
    <ErrorState
      title={<Trans>Form not found</Trans>}
      action={
        <LinkButton to="/listar" variant="default">
          <Trans>Back to the forms</Trans>
        </LinkButton>
      }
    >
      <Trans>It may have been deleted, or you may not have access to it.</Trans>
    </ErrorState>
  )
}

/** Error messages (part 3, point 8). */
export function StatisticsError({ problem, refused, retry: again, children }: StatisticsErrorProps) {
  const problemText = useProblemText()
  const online = useOnline()
  if (problem.code === 'template.missing') return <FormNotFound />
  const retry = <TryAgainButton retry={again} />
  if (refused) return <ErrorState title={problemText(problem)} action={retry} />
  const isOffline = problem.code === 'network.unreachable' && !online
  return (
    <ErrorState
      title={isOffline ? <Trans>Internet connection lost</Trans> : <Trans>The data could not be loaded</Trans>}
      action={retry}
    >
      {isOffline ? (
        <Trans>These figures are not stored on this device yet. Connect to the internet to see them.</Trans>
      ) : (
        problemText(problem)
      )}
      {children}
    </ErrorState>
  )
}

/** Links to other figures of the form stored on this device. */
function StoredFiguresLinks({ form, kept }: { readonly form: TemplateId; readonly kept: readonly LastStatistics[] }) {
  const formats = useFormats()
  if (kept.length === 0) return null
  return (
    <>
      <p>
        <Trans>Stored on this device:</Trans>
      </p>
      <ul>
        {kept.map(({ search, figures }) => {
          const address = Object.fromEntries(new URLSearchParams(search))
          const { dia, desde = dia, hasta = dia } = address
          const days =
            desde === undefined && hasta === undefined
              ? null
              : formatPeriod({ desde: desde ?? '…', hasta: hasta ?? '…' })
          const at = formats.dateTime(figures.at)
          return (
            <li key={search}>
              <TextLink to="/estadisticas/$id" params={{ id: form }} search={address}>
                {days ?? <Trans>the last 7 days</Trans>} · <Trans>as of {at}</Trans>
              </TextLink>
            </li>
          )
        })}
      </ul>
    </>
  )
}
