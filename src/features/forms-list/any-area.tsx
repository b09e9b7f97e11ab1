import { useState } from 'react'
import { Button, NativeSelect, Skeleton, Stack } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { countryOf, municipalityOf, provinceOf, type AreaPath } from '#domain/kernel/index.ts'
import { getListaPaises } from '#domain/api/index.ts'
import { Banner, useAsked } from '#ui/index.ts'
import { useFailureText } from './failure-text.ts'
import type { ChooseArea } from './own-area.tsx'

type Named = { readonly ref: string; readonly nombre: string }
type Place = { readonly country: string; readonly province: string; readonly municipality: string }

/** ROLE_ADMIN's choice: country, province, municipality, then the area. Begins where the form is. */
export function AnyArea({ of, value, error, onChange }: ChooseArea & { readonly of: AreaPath }) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const [list, again] = useAsked(getListaPaises, { body: null })
  const [place, setPlace] = useState<Place>({
    country: countryOf(of),
    province: provinceOf(of),
    municipality: municipalityOf(of),
  })
  if (list.kind === 'loading') {
    return (
      <div role="status" aria-label={t`Loading`}>
        <Skeleton height={48} />
      </div>
    )
  }
  if (list.kind === 'failed') {
    const retry = (
      <Button variant="default" onClick={again}>
        <Trans>Try again</Trans>
      </Button>
    )
    return (
      <div role="alert">
        <Banner tone="attention" action={retry}>
          {failureText(
            list.problem,
            t`An error occurred while obtaining the list of countries, please reload the page.`,
          )}
        </Banner>
      </div>
    )
  }
  const provinces = list.value.find(({ ref }) => ref === place.country)?.provincias ?? []
  const municipalities = provinces.find(({ ref }) => ref === place.province)?.municipios ?? []
  const areas = municipalities.find(({ ref }) => ref === place.municipality)?.areas ?? []
  const change = (next: Place): void => {
    setPlace(next)
    onChange(null)
  }
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t`Country`}
        value={place.country}
        onChange={({ currentTarget }) => change({ country: currentTarget.value, province: '', municipality: '' })}
        data={choices(list.value, t`Choose a country`)}
      />
      <NativeSelect
        label={t`Province`}
        value={place.province}
        disabled={provinces.length === 0}
        onChange={({ currentTarget }) => change({ ...place, province: currentTarget.value, municipality: '' })}
        data={choices(provinces, t`Choose a province`)}
      />
      <NativeSelect
        label={t`Municipality`}
        value={place.municipality}
        disabled={municipalities.length === 0}
        onChange={({ currentTarget }) => change({ ...place, municipality: currentTarget.value })}
        data={choices(municipalities, t`Choose a municipality`)}
      />
      <NativeSelect
        label={t`Governmental area`}
        required
        value={value ?? ''}
        disabled={areas.length === 0}
        error={error}
        onChange={({ currentTarget }) => onChange(areas.find(({ ref }) => ref === currentTarget.value)?.ref ?? null)}
        data={choices(areas, t`Choose an area`)}
      />
    </Stack>
  )
}

function choices(places: readonly Named[], none: string) {
  return [{ value: '', label: none }, ...places.map(({ ref, nombre }) => ({ value: ref, label: nombre }))]
}
