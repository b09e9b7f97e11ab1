import { Checkbox } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import type { TokenRestriction, Integrations } from '#domain/integrations/index.ts'
import { Fold } from '#ui/index.ts'
import styles from './integrations.module.css'

type RestrictionFieldsProps = {
  readonly integrations: Pick<Integrations, 'areas' | 'forms'>
  readonly value: TokenRestriction
  readonly onChange: (value: TokenRestriction) => void
}

/** Selects areas and forms. Without a selection, all areas and forms of the municipality, including future ones. */
export function RestrictionFields({ integrations, value, onChange }: RestrictionFieldsProps) {
  const { t } = useLingui()
  return (
    <Fold
      className={styles['narrowing']}
      title={<Trans>Only some areas or forms</Trans>}
      isOpen={value.areas.length + value.forms.length > 0}
    >
      <CheckboxChoices
        label={t`Areas`}
        choices={integrations.areas.map(({ path, nombre }) => [path, nombre])}
        value={value.areas}
        onChange={(areas) => onChange({ ...value, areas: areas as unknown as TokenRestriction['areas'] })}
      />
      <CheckboxChoices
        label={t`Forms`}
        choices={integrations.forms.map(({ id, titulo }) => [id, titulo])}
        value={value.forms}
        onChange={(forms) => onChange({ ...value, forms: forms as unknown as TokenRestriction['forms'] })}
      />
    </Fold>
  )
}

type CheckboxChoicesProps = {
  readonly label: string
  readonly choices: readonly (readonly [value: string, label: string])[]
  readonly value: readonly string[]
  readonly onChange: (value: string[]) => void
}

export function CheckboxChoices({ label, choices, value, onChange }: CheckboxChoicesProps) {
  return (
    <Checkbox.Group label={label} value={[...value]} onChange={onChange}>
      <div className={`r-grid r-gap-0 r-scrolls ${styles['choices']}`}>
        {choices.map(([one, name]) => (
          <Checkbox key={one} value={one} label={name} className="r-line r-gap-0 r-middle r-target r-tall" />
        ))}
      </div>
    </Checkbox.Group>
  )
}

/** The selection as text. */
export function RestrictionText({ integrations, value }: Pick<RestrictionFieldsProps, 'integrations' | 'value'>) {
  const names = [
    ...integrations.areas.filter(({ path }) => value.areas.includes(path)).map(({ nombre }) => nombre),
    ...integrations.forms.filter(({ id }) => value.forms.includes(id)).map(({ titulo }) => titulo),
  ]
  // Counts deleted areas and forms as well, which have no name but still restrict access.
  const isWhole = value.areas.length + value.forms.length === 0
  if (isWhole) return <Trans>The whole municipality</Trans>
  return names.length === 0 ? <Trans>Areas or forms that no longer exist</Trans> : <>{names.join(', ')}</>
}
