import { useEffect, useMemo, useState } from 'react'
import { getIdentifiers, IDENTIFIER_RADIUS, type Identifier } from '#domain/maps/index.ts'
import { municipalityOfDocument, type LatLng } from '#domain/places/index.ts'
import { useAsked, useProfile } from '#ui/index.ts'
import { useForm, useFormContext } from '../form/form-context.ts'

/** A point that is dragged passes many assets; what stands where it stays is asked for. */
const REST_MS = 400

/** An asset near the point, by the number that it has in the list and on the map; the nearest is 1. */
export type NumberedAsset = Identifier & { readonly number: number }

export type Assets = {
  /** in whose name they are asked for; null: this form has none */
  readonly asking: {
    readonly username: string
    readonly municipality: ReturnType<typeof municipalityOfDocument>
  } | null
  readonly near: readonly NumberedAsset[]
  /** id of the one that is assigned, which may lie elsewhere by now */
  readonly chosen: string | undefined
}

const NONE: readonly NumberedAsset[] = []

/** The assets near a point, one of which the incident may be about. Where they cannot be asked for there are none. */
export function useAssets(point: LatLng | undefined, isLocked: boolean): Assets {
  const { form } = useFormContext()
  const profile = useProfile()
  const type = useIncidentType()
  const chosen = useForm(({ header }) => header.identifier)
  const rested = useRested(point)
  const { geolocalizacion, incidentes } = form.template.opcionales
  const username = geolocalizacion && incidentes && type !== undefined ? (profile?.userMuniCore ?? '') : ''
  const municipality = municipalityOfDocument(form.template)
  const place = { latitud: String(rested?.latitude ?? 0), longitud: String(rested?.longitude ?? 0) }
  const body = { ...place, tipoIncidenteId: type ?? '', radio: IDENTIFIER_RADIUS, username, municipality } as const
  const mayAsk = username !== '' && rested !== undefined && !isLocked
  const [asked] = useAsked(getIdentifiers, { body }, mayAsk)
  const found = mayAsk && asked.kind === 'here' ? asked.value.result : undefined
  const near = useMemo(() => found?.map((asset, index) => ({ ...asset, number: index + 1 })) ?? NONE, [found])
  return { asking: username === '' ? null : { username, municipality }, near, chosen }
}

/** Of the state in which the answer begins, where each has an incident type of its own. */
function useIncidentType(): string | undefined {
  const { form } = useFormContext()
  const { estados, muniCore } = form.template
  const state = useForm(({ header }) => header.state) ?? estados.inicial
  return estados.disponibles.find(({ id }) => id === state)?.idTipoIncidente ?? muniCore?.idTipoIncidente
}

/** A point once it stays where it is. */
function useRested(point: LatLng | undefined): LatLng | undefined {
  const [rested, setRested] = useState(point)
  useEffect(() => {
    const timer = setTimeout(() => setRested(point), REST_MS)
    return () => clearTimeout(timer)
  }, [point])
  return rested
}
