import { useLingui } from '@lingui/react/macro'
import { updateForm } from '#domain/templates/index.ts'
import type { PanelProps } from '../../panel.ts'
import { MultipleChoice } from '../parts/choices.tsx'
import { FoldedPanel } from '../parts/panel.tsx'
import { useAreas } from './use-areas.ts'

/** Selects areas in addition to the governing area. Renders nothing if there are no other areas. */
export function FurtherAreasPanel({ form, change, locks }: PanelProps) {
  const { t } = useLingui()
  const { offered } = useAreas(form)
  const [governing, ...others] = form.areas
  const further = offered.filter(({ value }) => value !== governing)
  if (governing === undefined || further.length === 0) return null
  const names = [governing, ...others].map((path) => offered.find(({ value }) => value === path)?.text ?? '')
  return (
    <FoldedPanel
      title={t`Governmental areas`}
      kept
      line={names.join(' · ')}
      note={t`Users in these areas can answer the form and see its answers.`}
    >
      <MultipleChoice
        label={t`Also belongs to`}
        choices={further}
        values={others}
        disabled={locks.everything}
        onChange={(values) =>
          change('areas', (now) => updateForm(now, { areas: [...now.areas.slice(0, 1), ...values] }))
        }
      />
    </FoldedPanel>
  )
}
