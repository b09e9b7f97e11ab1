import { markCitizenSource, isSameCitizen, hasSameNumber } from '../citizens/registered.ts'
import { checkHeaderTexts, findRequestedHeaderFields } from '../answering/check-header.ts'
import type { Answer } from '../answers/documents/answer.ts'
import type { Citizen, Persona } from '../citizens/documents/citizen.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import { lacksAddress } from '../places/documents/lacks-address.ts'
import type { Location } from '../places/documents/location.ts'
import { limitCombiningMarks } from '../kernel/combining-marks.ts'
import { refuse, type Result } from '../kernel/result.ts'
import { type Correction, type Particular, PARTICULARS } from './correction.ts'

/** Fields of an answer besides its questions that a correction may change; null when empty. */
export type Particulars = {
  readonly location: Location | null
  readonly citizen: Citizen | null
  readonly persona: Persona | null
  readonly identifier: string | null
}

/** Particulars in which empty fields are missing instead of null, as in the header of an open form. */
export type ParticularsLike = { readonly [K in Particular]?: Particulars[K] | undefined }

/** Edit or clash for each particular, with the particular's name as `kind`. */
export type UnionOfParticulars<T extends { readonly [K in Particular]: unknown }> = {
  [K in Particular]: { readonly kind: K } & T[K]
}[Particular]

/** Particulars of a stored answer. */
export function buildParticulars({
  ubicacion,
  datosCiudadano,
  persona,
  muniCore,
}: Pick<Answer, 'ubicacion' | 'datosCiudadano' | 'persona' | 'muniCore'>): Particulars {
  return fillParticulars({
    location: ubicacion,
    citizen: datosCiudadano,
    persona,
    identifier: muniCore?.idIdentificador,
  })
}

export function fillParticulars({ location, citizen, persona, identifier }: ParticularsLike): Particulars {
  return {
    location: location ?? null,
    citizen: citizen ?? null,
    persona: persona ?? null,
    identifier: identifier ?? null,
  }
}

/** Returns the particulars that have a value. */
export function pickPresentParticulars<T extends ParticularsLike>(
  particulars: T,
): { [K in Particular]?: NonNullable<T[K]> } {
  const said = PARTICULARS.filter((place) => (particulars[place] ?? null) !== null)
  return Object.fromEntries(said.map((place) => [place, particulars[place]])) as never
}

/**
 * Returns the answer with corrected particulars. Registry data of a corrected citizen is not trusted; the server
 * looks it up.
 */
export function withParticulars(answer: Answer, { location, citizen, persona, identifier }: Correction): Answer {
  let next = answer
  if (location !== undefined) next = withField(next, 'ubicacion', location.value)
  if (citizen !== undefined)
    next = withField(next, 'datosCiudadano', citizen.value === null ? null : markCitizenSource(citizen.value, false))
  if (persona !== undefined) next = withField(next, 'persona', persona.value)
  if (identifier !== undefined) {
    const { idIdentificador: _, ...tie } = next.muniCore ?? {}
    const tied = identifier.value === null ? tie : { ...tie, idIdentificador: identifier.value }
    next = withField(next, 'muniCore', Object.keys(tied).length === 0 ? null : tied)
  }
  return next
}

function withField<K extends 'ubicacion' | 'datosCiudadano' | 'persona' | 'muniCore'>(
  answer: Answer,
  field: K,
  value: Answer[K] | null,
): Answer {
  const { [field]: _, ...rest } = answer
  return { ...(rest as Answer), ...(value === null ? {} : { [field]: value }) }
}

/** Returns the edits of particulars that differ, with their seen values. */
export function findParticularEdits(seen: ParticularsLike, requestedParticulars: ParticularsLike): Partial<Correction> {
  const [before, after] = [fillParticulars(seen), fillParticulars(requestedParticulars)]
  const changed = PARTICULARS.filter((place) => !isSameParticular(place, before[place], after[place]))
  return Object.fromEntries(changed.map((place) => [place, { seen: before[place], value: after[place] }]))
}

const TEXT_BY_PARTICULAR: { readonly [K in Particular]: (value: NonNullable<Particulars[K]>) => unknown } = {
  location: ({ direccion, latlng }) => [direccion, latlng?.latitude, latlng?.longitude],
  citizen: ({ id, tipo, dni, cuit, nombre, apellido, email, telefono, calle }) => [
    id,
    tipo,
    dni,
    cuit,
    nombre,
    apellido,
    email,
    telefono,
    calle,
  ],
  persona: ({ id, nombre, direccion }) => [id, nombre, direccion],
  identifier: (id) => id,
}

/** Checks whether two particulars are equal. The source of a location or citizen is ignored. */
export function isSameParticular<K extends Particular>(place: K, one: Particulars[K], other: Particulars[K]): boolean {
  return canonicalParticular(place, one) === canonicalParticular(place, other)
}

/** Checks whether a stored particular equals the particular that an author saw, like `isSameAsSeen` for values. */
export function isParticularAsSeen<K extends Particular>(
  place: K,
  stored: Particulars[K],
  seen: Particulars[K],
): boolean {
  return (
    limitCombiningMarks(canonicalParticular(place, stored)) === limitCombiningMarks(canonicalParticular(place, seen))
  )
}

function canonicalParticular<K extends Particular>(place: K, value: Particulars[K]): string {
  const textOf = TEXT_BY_PARTICULAR[place] as (value: NonNullable<Particulars[K]>) => unknown
  return JSON.stringify(value === null ? null : textOf(value))
}

/**
 * Checks whether only the system has changed a particular since a user saw it: the geocoder found the address of a
 * point, or the registry confirmed the same person.
 */
export function isChangedBySystem<K extends Particular>(place: K, seen: Particulars[K], now: Particulars[K]): boolean {
  if (seen === null || now === null) return false
  if (place === 'location') {
    const [was, is] = [seen as Location, now as Location]
    return lacksAddress(was) && isSameParticular('location', { ...was, direccion: is.direccion }, is)
  }
  if (place !== 'citizen') return false
  const [was, is] = [seen as Citizen, now as Citizen]
  return hasSameNumber(was, is) && isSameCitizen(was, is)
}

/**
 * Checks particulars as for a submission. Removing a particular is always allowed. Refuses with answer.unknown-address
 * (`field`) and answer.wrong-value.
 */
export function checkParticulars(version: FormTemplate, correction: Correction): Result<void> {
  const request = { location: true, ...findRequestedHeaderFields(version) }
  const wanted = pickPresentParticulars(
    Object.fromEntries(PARTICULARS.map((place) => [place, correction[place]?.value])) as ParticularsLike,
  )
  const stray = PARTICULARS.find((field) => wanted[field] !== undefined && !request[field])
  if (stray !== undefined) return refuse('answer.unknown-address', { field: stray })
  return checkHeaderTexts({ header: { ...wanted, signatures: [] } })
}
