import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { actorOfProfile, mayChangeAreas } from '#domain/access/index.ts'
import type { AreaPath } from '#domain/kernel/index.ts'
import { updateForm } from '#domain/templates/index.ts'
import { Banner, useProfile } from '#ui/index.ts'
import { fieldId } from '../../element-ids.ts'
import type { PanelProps } from '../../panel.ts'
import { useEditor } from '../../store/editor-context.tsx'
import { useProblemAt } from '../use-problem-at.ts'
import { useAreas } from './use-areas.ts'

const PLACE = { kind: 'field', field: 'areas' } as const

/** Selects the first area, which determines who may answer the form. */
export function GoverningArea({ form, change, locks, problems }: PanelProps) {
  const { t } = useLingui()
  const profile = useProfile()
  const problemAt = useProblemAt(problems)
  const stored = useEditor((state) => state.base?.template ?? undefined)
  const { offered, none } = useAreas(form)
  const [governing] = form.areas
  const before = stored?.areas.slice(0, 1) ?? []
  const mayGovern = (path: AreaPath): boolean =>
    profile !== null &&
    mayChangeAreas(actorOfProfile(profile), { deleted: false, opcionales: form.opcionales, areas: [path] }, before)
  const choose = (path: string): void =>
    change('areas', (now) => {
      const first = offered.find(({ value }) => value === path)?.value
      const rest = now.areas.slice(1).filter((area) => area !== first)
      return updateForm(now, { areas: first === undefined ? [] : [first, ...rest] })
    })
  if (none) {
    return (
      <Banner tone="attention">
        <Trans>Your account has no governmental area. Ask your supervisor to assign one.</Trans>
      </Banner>
    )
  }
  return (
    <NativeSelect
      id={fieldId('areas')}
      aria-label={t`Area`}
      value={governing ?? ''}
      error={problemAt(PLACE)}
      aria-required
      disabled={locks.everything}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[
        { value: '', label: t`Choose an area` },
        ...offered
          .filter(({ value }) => value === governing || mayGovern(value))
          .map(({ value, text }) => ({ value, label: text })),
      ]}
    />
  )
}
