import { NativeSelect } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { municipalityOf, type AreaPath } from '#domain/kernel/index.ts'
import { choices, MunicipalitySteps } from '#ui/index.ts'
import type { ChooseArea } from './own-area.tsx'

/** ROLE_ADMIN's choice: country, province, municipality, then the area. Begins where the form is. */
export function AnyArea({ of, value, error, onChange }: ChooseArea & { readonly of: AreaPath }) {
  const { t } = useLingui()
  return (
    <MunicipalitySteps of={municipalityOf(of)} onChange={() => onChange(null)}>
      {(municipality) => {
        const areas = municipality?.areas ?? []
        return (
          <NativeSelect
            label={t`Governmental area`}
            required
            value={value ?? ''}
            disabled={areas.length === 0}
            error={error}
            onChange={({ currentTarget }) =>
              onChange(areas.find(({ ref }) => ref === currentTarget.value)?.ref ?? null)
            }
            data={choices(areas, t`Choose an area`)}
          />
        )
      }}
    </MunicipalitySteps>
  )
}
