import { Stack } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH, MAX_INCIDENT_TITLE_LENGTH } from '#domain/kernel/index.ts'
import { updateForm } from '#domain/templates/index.ts'
import { getFieldElementId } from '../element-ids.ts'
import { buildTypingKey, type PanelProps } from '../panel.ts'
import { GoverningArea } from './areas/governing-area.tsx'
import { LineField } from './parts/line-field.tsx'
import styles from './panels.module.css'
import { useProblemAt } from './use-problem-at.ts'

type FormHeaderProps = PanelProps & {
  /** continues with the questions, after the title */
  readonly onContinue?: () => void
}

/** Title, description and governing area, above the questions of every form. */
export function FormHeader({ onContinue, ...props }: FormHeaderProps) {
  const { form, change, locks, problems } = props
  const { t } = useLingui()
  const problemAt = useProblemAt(problems)
  const { titulo, descripcion, opcionales } = form
  const length = titulo.trim().length
  return (
    <section aria-label={t`Title and description`}>
      <Stack gap="xs">
        <LineField
          id={getFieldElementId('titulo')}
          label={t`Form title`}
          hiddenLabel
          placeholder={t`Form title`}
          big
          value={titulo}
          note={
            opcionales.incidentes
              ? t`${length} of ${MAX_INCIDENT_TITLE_LENGTH} characters (limit for incidents)`
              : undefined
          }
          error={problemAt({ kind: 'field', field: 'titulo' })}
          maxLength={MAX_TITLE_LENGTH}
          required
          disabled={locks.everything}
          onEnter={onContinue}
          onChange={(value) => change(buildTypingKey('titulo'), (now) => updateForm(now, { titulo: value }))}
        />
        <div className={`r-grid r-top ${styles['form-facts']}`}>
          <LineField
            id={getFieldElementId('descripcion')}
            label={t`Description`}
            hiddenLabel
            placeholder={t`Description`}
            value={descripcion}
            error={problemAt({ kind: 'field', field: 'descripcion' })}
            maxLength={MAX_DESCRIPTION_LENGTH}
            long
            disabled={locks.everything}
            onChange={(value) =>
              change(buildTypingKey('descripcion'), (now) => updateForm(now, { descripcion: value }))
            }
          />
          <GoverningArea {...props} />
        </div>
      </Stack>
    </section>
  )
}
