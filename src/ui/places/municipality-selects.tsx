import { useState, type ReactNode } from 'react'
import { NativeSelect, Skeleton, Stack } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { getListaPaises } from '#domain/integrations/index.ts'
import { getCountry, getProvince, type MunicipalityPath } from '#domain/kernel/index.ts'
import type { ListedCountry, ListedMunicipality } from '#domain/places/index.ts'
import { useEndpointData } from '../requests/use-endpoint-data.ts'
import { Banner } from '../page/states.tsx'
import { TryAgainButton } from '../page/try-again.tsx'
import { useCan } from '../session/use-can.ts'

type NamedPlace = { readonly ref: string; readonly nombre: string }
type Place = { readonly country: string; readonly province: string; readonly municipality: string }

type MunicipalitySelectsProps = {
  /** initial choice; if undefined, the user's only municipality, if there is one */
  readonly of: MunicipalityPath | undefined
  /** called when another place is chosen, which invalidates choices that depend on the municipality */
  readonly onChange?: (municipality: MunicipalityPath | undefined) => void
  /** content for the chosen municipality; undefined while none is chosen */
  readonly children: (municipality: ListedMunicipality | undefined) => ReactNode
}

/**
 * Selects country, province and municipality (part 1, points 2 and 5). Shows no selects if there is only one
 * municipality. If there is only one country or province, it is selected already.
 */
export function MunicipalitySelects({ of, onChange, children }: MunicipalitySelectsProps) {
  const { t } = useLingui()
  // Whether the user may choose any municipality, not only their own.
  const everywhere = useCan()('manage', 'usuario')
  const [list, onRetry] = useEndpointData(getListaPaises, { body: null })
  const [chosen, setChosen] = useState<Place | null>(of === undefined ? null : parsePlacePath(of))
  if (list.kind === 'loading') {
    return (
      <div role="status" aria-label={t`Loading`}>
        <Skeleton height={48} />
      </div>
    )
  }
  if (list.kind === 'failed') {
    const retry = <TryAgainButton retry={onRetry} />
    return (
      <div role="alert">
        <Banner tone="attention" action={retry}>
          {everywhere ? (
            <Trans>The countries could not be loaded. Reload the page.</Trans>
          ) : (
            <Trans>The areas could not be loaded. Reload the page.</Trans>
          )}
        </Banner>
      </div>
    )
  }
  const all = list.value.flatMap(listMunicipalities)
  const [only] = all
  if (all.length === 1 && only !== undefined) return children(only)
  const place = completePlace(list.value, chosen ?? { country: '', province: '', municipality: '' })
  const provinces = list.value.find(({ ref }) => ref === place.country)?.provincias ?? []
  const municipalities = provinces.find(({ ref }) => ref === place.province)?.municipios ?? []
  const change = (next: Place): void => {
    setChosen(next)
    onChange?.(all.find(({ ref }) => ref === next.municipality)?.ref)
  }
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t`Country`}
        value={place.country}
        onChange={({ currentTarget }) => change({ country: currentTarget.value, province: '', municipality: '' })}
        data={toSelectChoices(list.value, t`Choose a country`)}
      />
      <NativeSelect
        label={t`Province`}
        value={place.province}
        disabled={provinces.length === 0}
        onChange={({ currentTarget }) => change({ ...place, province: currentTarget.value, municipality: '' })}
        data={toSelectChoices(provinces, t`Choose a province`)}
      />
      <NativeSelect
        label={t`Municipality`}
        value={place.municipality}
        disabled={municipalities.length === 0}
        onChange={({ currentTarget }) => change({ ...place, municipality: currentTarget.value })}
        data={toSelectChoices(municipalities, t`Choose a municipality`)}
      />
      {children(municipalities.find(({ ref }) => ref === place.municipality))}
    </Stack>
  )
}

/** Fills in the country and the province if there is only one to choose. */
function completePlace(countries: readonly ListedCountry[], { country, province, municipality }: Place): Place {
  const chosenCountry = country === '' && countries.length === 1 ? (countries[0]?.ref ?? '') : country
  const provinces = countries.find(({ ref }) => ref === chosenCountry)?.provincias ?? []
  const isOnly = province === '' && provinces.length === 1
  return { country: chosenCountry, province: isOnly ? (provinces[0]?.ref ?? '') : province, municipality }
}

function listMunicipalities({ provincias }: ListedCountry): readonly ListedMunicipality[] {
  return provincias.flatMap(({ municipios }) => municipios)
}

function parsePlacePath(municipality: MunicipalityPath): Place {
  return { country: getCountry(municipality), province: getProvince(municipality), municipality }
}

/** Options of a select. The first option clears the choice. */
export function toSelectChoices(places: readonly NamedPlace[], none: string) {
  return [{ value: '', label: none }, ...places.map(({ ref, nombre }) => ({ value: ref, label: nombre }))]
}
