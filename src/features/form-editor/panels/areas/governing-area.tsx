import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { actorOfProfile, mayChangeAreas } from '#domain/access/index.ts'
import type { AreaPath } from '#domain/kernel/index.ts'
import { updateForm, type EditorForm } from '#domain/templates/index.ts'
import { listLocalAreas } from '#local/index.ts'
import { Banner, useProfile, useAccount } from '#ui/index.ts'
import { getFieldElementId } from '../../element-ids.ts'
import type { PanelProps } from '../../panel.ts'
import { useEditor } from '../../store/editor-context.tsx'
import { useAreaName } from '../../use-area-name.ts'
import { MultipleChoice, type ChoiceOption } from '../parts/choices.tsx'
import { FoldedPanel } from '../parts/panel.tsx'
import { useProblemAt } from '../use-problem-at.ts'

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
        <Trans>Your account has no area. Ask your supervisor to assign one.</Trans>
      </Banner>
    )
  }
  return (
    <NativeSelect
      id={getFieldElementId('areas')}
      aria-label={t`Area`}
      value={governing ?? ''}
      error={problemAt(PLACE)}
      aria-required
      disabled={locks.everything}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[
        { value: '', label: t`Choose an area` },
        ...groupByMunicipality(offered.filter(({ value }) => value === governing || mayGovern(value))),
      ]}
    />
  )
}

type AreaOption = ChoiceOption<AreaPath> & {
  /** name of its municipality; empty if the account has no access to the area */
  readonly municipality: string
}

/** Options of the select, below the names of their municipalities if there are several. */
function groupByMunicipality(areas: readonly AreaOption[]): NonNullable<NativeSelectProps['data']> {
  const names = new Set(areas.map(({ municipality }) => municipality))
  return [...names].flatMap((group): NonNullable<NativeSelectProps['data']> => {
    const items = areas
      .filter(({ municipality }) => municipality === group)
      .map(({ value, text }) => ({ value: value as string, label: text }))
    return names.size === 1 || group === '' ? items : [{ group, items }]
  })
}

type Areas = {
  /** sorted by municipality and name */
  readonly offered: readonly AreaOption[]
  /** no area can be offered, and the account's areas are loaded */
  readonly none: boolean
}

/** @returns the areas available for the form: those of the user's profile, and those that the form already has */
function useAreas(form: EditorForm): Areas {
  const { local } = useAccount()
  const profile = useProfile()
  const stored = useEditor((state) => state.base?.template ?? undefined)
  const knownAreas = useLiveQuery(() => listLocalAreas(local), [local])
  const areaName = useAreaName(stored)
  const municipalities = new Map<string, string>(knownAreas?.map(({ path, municipio }) => [path, municipio]))
  const offered = [...new Set([...(profile?.areas ?? []), ...form.areas])]
    .map((path) => ({ value: path, text: areaName(path), municipality: municipalities.get(path) ?? '' }))
    .toSorted((a, b) => a.municipality.localeCompare(b.municipality) || a.text.localeCompare(b.text))
  return { offered, none: offered.length === 0 && knownAreas !== undefined }
}

/** Selects areas in addition to the governing area. Renders nothing if there are no other areas. */
export function FurtherAreasPanel({ form, change, locks }: PanelProps) {
  const { t } = useLingui()
  const { offered } = useAreas(form)
  const [governing, ...others] = form.areas
  const further = offered.filter(({ value }) => value !== governing)
  if (governing === undefined || further.length === 0) return null
  const isInSeveral = new Set(offered.map(({ municipality }) => municipality)).size > 1
  const names = [governing, ...others].map((path) => offered.find(({ value }) => value === path)?.text ?? '')
  return (
    <FoldedPanel
      title={t`Areas`}
      kept
      line={names.join(' · ')}
      note={t`Users in these areas can answer the form and see its answers.`}
    >
      <MultipleChoice
        label={t`Also belongs to`}
        choices={further.map(({ value, text, municipality }) => ({
          value,
          text: isInSeveral && municipality !== '' ? `${text} · ${municipality}` : text,
        }))}
        values={others}
        disabled={locks.everything}
        onChange={(values) =>
          change('areas', (now) => updateForm(now, { areas: [...now.areas.slice(0, 1), ...values] }))
        }
      />
    </FoldedPanel>
  )
}
