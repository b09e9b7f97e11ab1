import { useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, SimpleGrid } from '@mantine/core'
import { parseRetention, RETENTION_UNITS, type Retention } from '#domain/privacy/index.ts'
import { updateForm } from '#domain/templates/index.ts'
import { getFieldElementId } from '../element-ids.ts'
import { buildTypingKey, type PanelProps } from '../panel.ts'
import { useRetentionText } from '../messages/use-retention-text.ts'
import { NumberField } from './parts/number-field.tsx'
import { FoldedPanel } from './parts/panel.tsx'
import { useEditor } from '../store/editor-context.tsx'
import { useOfferedFeatures } from '../use-offer.ts'
import { useProblemAt } from './use-problem-at.ts'

const PLACE = { kind: 'field', field: 'retention' } as const
const MAX_PERIOD = 999

/** How long answers are kept. Can also be changed when the form has answers. */
export function RetentionPanel({ form, change, locks, problems }: PanelProps) {
  const { t } = useLingui()
  const problemAt = useProblemAt(problems)
  const retentionText = useRetentionText()
  const retention = parseRetention(form.retention)
  const [chosenUnit, setChosenUnit] = useState<Retention['unit']>('Y')
  const unit = retention?.unit ?? chosenUnit
  const names: Readonly<Record<Retention['unit'], string>> = { D: t`days`, M: t`months`, Y: t`years` }
  const stored = useEditor(({ base }) => base?.template)
  const offered = useOfferedFeatures().retention || stored === undefined || stored === null
  const disabled = locks.sale || (!offered && form.retention === stored.retention)
  const keep = (count: number | undefined, of: Retention['unit']): void =>
    change(buildTypingKey('retention'), (now) =>
      updateForm(now, { retention: count === undefined ? undefined : `P${count}${of}` }),
    )
  return (
    <FoldedPanel
      title={t`Retention of answers`}
      kept
      line={retention === undefined ? t`Answers are kept indefinitely` : retentionText(form.retention)}
      wrong={problems.some(({ place }) => place.kind === 'field' && place.field === 'retention')}
      note={t`Answers are erased, with their photos and history, when this time has passed since their last change. Statistics keep the number of answers by day, area and state. Answers with an open correction, payment or decision are erased later.`}
    >
      <SimpleGrid cols={2} spacing="sm">
        <NumberField
          id={getFieldElementId('retention')}
          label={t`Erase answers after`}
          value={retention?.count}
          min={1}
          max={MAX_PERIOD}
          whole
          placeholder={t`Never`}
          disabled={disabled}
          error={problemAt(PLACE)}
          onChange={(count) => keep(count, unit)}
        />
        <NativeSelect
          label={t`Unit`}
          value={unit}
          disabled={disabled}
          data={RETENTION_UNITS.map((value) => ({ value, label: names[value] }))}
          onChange={({ currentTarget }) => {
            const next = RETENTION_UNITS.find((known) => known === currentTarget.value) ?? unit
            setChosenUnit(next)
            if (retention !== undefined) keep(retention.count, next)
          }}
        />
      </SimpleGrid>
      {!offered && (
        <p className="r-note">{t`Your role cannot change this, because a shorter period erases answers.`}</p>
      )}
    </FoldedPanel>
  )
}
