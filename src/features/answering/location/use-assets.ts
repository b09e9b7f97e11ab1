import { useEffect, useMemo, useState } from 'react'
import { getIdentifiers, IDENTIFIER_RADIUS, type Identifier } from '#domain/maps/index.ts'
import { municipalityOfDocument, type LatLng } from '#domain/places/index.ts'
import { useEndpointData, useProfile } from '#ui/index.ts'
import { useForm, useFormContext } from '../form/form-context.ts'

/** Delay before assets near a moved point are looked up, milliseconds. Avoids lookups while dragging. */
const DEBOUNCE_MS = 400

/** An asset near the point with its number in list and map; the nearest is 1. */
type NumberedAsset = Identifier & { readonly number: number }

export type Assets = {
  /** request parameters; null if this form has no assets, or no user is signed in */
  readonly asking: {
    readonly username: string
    readonly municipality: ReturnType<typeof municipalityOfDocument>
  } | null
  readonly near: readonly NumberedAsset[]
  /** id of the assigned asset, which may no longer be near */
  readonly chosen: string | undefined
}

const NONE: readonly NumberedAsset[] = []

/** Assets near a point, one of which can be assigned to the incident. Empty if they cannot be loaded. */
export function useAssets(point: LatLng | undefined, isLocked: boolean): Assets {
  const { form } = useFormContext()
  const profile = useProfile()
  const type = useIncidentType()
  const chosen = useForm(({ header }) => header.identifier)
  const rested = useDebouncedPoint(point)
  const { geolocalizacion, incidentes } = form.template.opcionales
  const username = geolocalizacion && incidentes && type !== undefined ? (profile?.userMuniCore ?? '') : ''
  const municipality = municipalityOfDocument(form.template)
  const place = { latitud: String(rested?.latitude ?? 0), longitud: String(rested?.longitude ?? 0) }
  const body = { ...place, tipoIncidenteId: type ?? '', radio: IDENTIFIER_RADIUS, username, municipality } as const
  const mayAsk = username !== '' && rested !== undefined && !isLocked
  const [loadable] = useEndpointData(getIdentifiers, { body }, mayAsk)
  const found = mayAsk && loadable.kind === 'here' ? loadable.value.result : undefined
  const near = useMemo(() => found?.map((asset, index) => ({ ...asset, number: index + 1 })) ?? NONE, [found])
  return { asking: username === '' ? null : { username, municipality }, near, chosen }
}

/** Incident type of the answer's state if it has one, else of the form. */
function useIncidentType(): string | undefined {
  const { form } = useFormContext()
  const { estados, muniCore } = form.template
  const state = useForm(({ header }) => header.state) ?? estados.inicial
  return estados.disponibles.find(({ id }) => id === state)?.idTipoIncidente ?? muniCore?.idTipoIncidente
}

/** The point, updated only `DEBOUNCE_MS` after its last change. */
function useDebouncedPoint(point: LatLng | undefined): LatLng | undefined {
  const [rested, setDebounced] = useState(point)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(point), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [point])
  return rested
}
