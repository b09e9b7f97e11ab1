import { useLingui } from '@lingui/react/macro'
import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from '#domain/documents/index.ts'
import { MAX_INCIDENT_TITLE_LENGTH } from '#domain/kernel/index.ts'
import { updateForm } from '#domain/templates/index.ts'
import { fieldId } from '../element-ids.ts'
import { typing, type PanelProps } from '../panel.ts'
import { LineField } from './parts/line-field.tsx'
import { Panel } from './parts/panel.tsx'
import { useProblemAt } from './use-problem-at.ts'

/** What the form is called, and what it is for. */
export function TitlePanel({ form, change, locks, problems }: PanelProps) {
  const { t } = useLingui()
  const problemAt = useProblemAt(problems)
  const { titulo, descripcion, opcionales } = form
  const length = titulo.trim().length
  return (
    <Panel title={t`Title and description`}>
      <LineField
        id={fieldId('titulo')}
        label={t`Form title`}
        value={titulo}
        note={
          opcionales.incidentes
            ? t`${length} of ${MAX_INCIDENT_TITLE_LENGTH} characters, because an incident is created`
            : undefined
        }
        error={problemAt({ kind: 'field', field: 'titulo' })}
        maxLength={MAX_TITLE_LENGTH}
        required
        disabled={locks.everything}
        onChange={(value) => change(typing('titulo'), (now) => updateForm(now, { titulo: value }))}
      />
      <LineField
        id={fieldId('descripcion')}
        label={t`Description`}
        value={descripcion}
        error={problemAt({ kind: 'field', field: 'descripcion' })}
        maxLength={MAX_DESCRIPTION_LENGTH}
        long
        disabled={locks.everything}
        onChange={(value) => change(typing('descripcion'), (now) => updateForm(now, { descripcion: value }))}
      />
    </Panel>
  )
}
