import type { ReactNode } from 'react'
import { Progress } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { written } from './compare.tsx'
import '@mantine/core/styles/Progress.layer.css'
import type { Problem, TemplateId } from '#domain/kernel/index.ts'
import type { FormStatistics } from '#domain/statistics/index.ts'
import { ErrorState, ListSkeleton, TryAgain, useFormats, useProblemText, TextLink, type Asked } from '#ui/index.ts'
import type { Kept } from '../use-statistics.ts'
import styles from '../statistics.module.css'

type NotReadyProps = {
  readonly form: TemplateId
  readonly asked: Asked<FormStatistics>
  readonly again: () => void
  readonly kept: readonly Kept[]
}

/** Shown instead of figures that are loading, being counted, or unavailable. */
export function NotReady({ form, asked, again, kept }: NotReadyProps) {
  const { t } = useLingui()
  if (asked.kind === 'failed')
    return (
      <Failed problem={asked.problem} refused={asked.refused} again={again}>
        <KeptLinks form={form} kept={kept} />
      </Failed>
    )
  if (asked.kind === 'here' && asked.value.status === 'building') return <Building percent={asked.value.percent} />
  return <ListSkeleton rows={6} label={t`Loading figures`} height={96} />
}

function Building({ percent }: { readonly percent: number }) {
  const { t } = useLingui()
  const formats = useFormats()
  const far = formats.number(Math.floor(percent))
  return (
    <div className={`r-column r-gap-12 ${styles['building']}`}>
      <p role="status">
        <Trans>
          Counting the answers to this form: {far}%. This happens only the first time. You can leave this page.
        </Trans>
      </p>
      <Progress value={percent} aria-label={t`Progress`} />
    </div>
  )
}

type FailedProps = {
  readonly problem: Problem
  readonly refused: boolean
  readonly again: () => void
  /** links to other data on this device */
  readonly children?: ReactNode
}

/** Error messages (part 3, point 8). */
export function Failed({ problem, refused, again, children }: FailedProps) {
  const textOf = useProblemText()
  if (problem.code === 'template.missing') return <ErrorState title={<Trans>Form not found</Trans>} />
  const retry = <TryAgain again={again} />
  if (refused) return <ErrorState title={textOf(problem)} action={retry} />
  const isLine = problem.code === 'network.unreachable'
  return (
    <ErrorState
      title={isLine ? <Trans>Internet connection lost</Trans> : <Trans>An error occurred while loading the data</Trans>}
      action={retry}
    >
      {isLine ? <Trans>These figures are not stored on this device yet.</Trans> : textOf(problem)}
      {children}
    </ErrorState>
  )
}

/** Links to other figures of the form stored on this device. */
function KeptLinks({ form, kept }: { readonly form: TemplateId; readonly kept: readonly Kept[] }) {
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
            desde === undefined && hasta === undefined ? null : written({ desde: desde ?? '…', hasta: hasta ?? '…' })
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
