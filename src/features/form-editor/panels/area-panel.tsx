import { useLiveQuery } from 'dexie-react-hooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { actorOfProfile, mayPlace } from '#domain/access/index.ts'
import type { AreaPath } from '#domain/kernel/index.ts'
import { updateForm } from '#domain/templates/index.ts'
import { listAreas } from '#local/index.ts'
import { Banner, useAccount, useProfile } from '#ui/index.ts'
import { fieldId } from '../element-ids.ts'
import type { PanelProps } from '../panel.ts'
import { useEditor } from '../store/editor-context.tsx'
import { useAreaName } from '../use-area-name.ts'
import { AnyOf } from './parts/choices.tsx'
import { Panel } from './parts/panel.tsx'
import { useProblemAt } from './use-problem-at.ts'

const PLACE = { kind: 'field', field: 'areas' } as const

/**
 * The areas of the form: among those of the person's profile, and those that it has already. The first one governs who may answer, so
 * it is asked for by itself, among those that this person may put in the place of the stored one.
 */
export function AreaPanel({ form, change, locks, problems }: PanelProps) {
  const { t } = useLingui()
  const { local } = useAccount()
  const profile = useProfile()
  const problemAt = useProblemAt(problems)
  const stored = useEditor((state) => state.base?.template ?? undefined)
  const known = useLiveQuery(() => listAreas(local), [local])
  const nameOf = useAreaName(stored)

  const [governing, ...others] = form.areas
  const offered = [...new Set([...(profile?.areas ?? []), ...form.areas])]
    .map((path) => ({ value: path, text: nameOf(path) }))
    .toSorted((a, b) => a.text.localeCompare(b.text))
  const before = stored?.areas.slice(0, 1) ?? []
  const mayGovern = (path: AreaPath): boolean =>
    profile !== null &&
    mayPlace(actorOfProfile(profile), { deleted: false, opcionales: form.opcionales, areas: [path] }, before)
  const further = offered.filter(({ value }) => value !== governing)
  const choose = (path: string): void =>
    change('areas', (now) => {
      const first = offered.find(({ value }) => value === path)?.value
      const rest = now.areas.slice(1).filter((area) => area !== first)
      return updateForm(now, { areas: first === undefined ? [] : [first, ...rest] })
    })

  return (
    <Panel
      title={t`Governmental area`}
      note={<Trans>Who works in this area can answer the form and see its answers.</Trans>}
    >
      {offered.length === 0 && known !== undefined && (
        <Banner tone="attention">
          <Trans>Your account has no governmental area. Ask your supervisor to assign one.</Trans>
        </Banner>
      )}
      <NativeSelect
        id={fieldId('areas')}
        label={t`Area`}
        value={governing ?? ''}
        error={problemAt(PLACE)}
        withAsterisk
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
      {governing !== undefined && further.length > 0 && (
        <AnyOf
          label={t`It also belongs to`}
          choices={further}
          values={others}
          disabled={locks.everything}
          onChange={(values) =>
            change('areas', (now) => updateForm(now, { areas: [...now.areas.slice(0, 1), ...values] }))
          }
        />
      )}
    </Panel>
  )
}
