import { Trans } from '@lingui/react/macro'
import type { TemplateId } from '#domain/kernel/index.ts'
import { TextLink, useFormats } from '#ui/index.ts'
import { written } from './compare.tsx'
import type { Kept } from '../use-statistics.ts'

/** Other figures of the form that this device keeps. */
export function KeptLinks({ form, kept }: { readonly form: TemplateId; readonly kept: readonly Kept[] }) {
  const formats = useFormats()
  if (kept.length === 0) return null
  return (
    <>
      <p>
        <Trans>This device has:</Trans>
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
