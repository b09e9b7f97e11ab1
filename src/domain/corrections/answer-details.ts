import { markCitizenSource, isSameCitizen, hasSameNumber } from '../citizens/registered.ts'
import { checkHeaderTexts, findRequestedHeaderFields } from '../answering/check-header.ts'
import type { Answer } from '../answers/documents/answer.ts'
import type { Citizen, Persona } from '../citizens/documents/citizen.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import { lacksAddress } from '../places/documents/lacks-address.ts'
import type { Location } from '../places/documents/location.ts'
import { limitCombiningMarks } from '../kernel/combining-marks.ts'
import { refuse, type Result } from '../kernel/result.ts'
import { type Correction, type AnswerDetail, ANSWER_DETAILS } from './correction.ts'

/** Fields of an answer besides its questions that a correction may change; null when empty. */
export type AnswerDetails = {
  readonly location: Location | null
  readonly citizen: Citizen | null
  readonly persona: Persona | null
  readonly identifier: string | null
}

/** Details in which empty fields are missing instead of null, as in the header of an open form. */
export type AnswerDetailsLike = { readonly [K in AnswerDetail]?: AnswerDetails[K] | undefined }

/** Edit or clash for each detail, with the detail's name as `kind`. */
export type AnyAnswerDetails<T extends { readonly [K in AnswerDetail]: unknown }> = {
  [K in AnswerDetail]: { readonly kind: K } & T[K]
}[AnswerDetail]

/** Details of a stored answer. */
export function buildAnswerDetails({
  ubicacion,
  datosCiudadano,
  persona,
  muniCore,
}: Pick<Answer, 'ubicacion' | 'datosCiudadano' | 'persona' | 'muniCore'>): AnswerDetails {
  return fillAnswerDetails({
    location: ubicacion,
    citizen: datosCiudadano,
    persona,
    identifier: muniCore?.idIdentificador,
  })
}

export function fillAnswerDetails({ location, citizen, persona, identifier }: AnswerDetailsLike): AnswerDetails {
  return {
    location: location ?? null,
    citizen: citizen ?? null,
    persona: persona ?? null,
    identifier: identifier ?? null,
  }
}

/** Returns the details that have a value. */
export function pickPresentDetails<T extends AnswerDetailsLike>(
  answerDetails: T,
): { [K in AnswerDetail]?: NonNullable<T[K]> } {
  const said = ANSWER_DETAILS.filter((place) => (answerDetails[place] ?? null) !== null)
  return Object.fromEntries(said.map((place) => [place, answerDetails[place]])) as never
}

/**
 * Returns the answer with corrected details. Registry data of a corrected citizen is not trusted; the server
 * looks it up.
 */
export function withAnswerDetails(answer: Answer, { location, citizen, persona, identifier }: Correction): Answer {
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

/** Returns the edits of details that differ, with their seen values. */
export function findDetailEdits(seen: AnswerDetailsLike, requestedDetails: AnswerDetailsLike): Partial<Correction> {
  const [before, after] = [fillAnswerDetails(seen), fillAnswerDetails(requestedDetails)]
  const changed = ANSWER_DETAILS.filter((place) => !isSameDetail(place, before[place], after[place]))
  return Object.fromEntries(changed.map((place) => [place, { seen: before[place], value: after[place] }]))
}

const TEXT_BY_DETAIL: { readonly [K in AnswerDetail]: (value: NonNullable<AnswerDetails[K]>) => unknown } = {
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

/** Checks whether two details are equal. The source of a location or citizen is ignored. */
export function isSameDetail<K extends AnswerDetail>(
  place: K,
  one: AnswerDetails[K],
  other: AnswerDetails[K],
): boolean {
  return toCanonicalDetail(place, one) === toCanonicalDetail(place, other)
}

/** Checks whether a stored detail equals the detail that an author saw, like `isValueUnchanged` for values. */
export function isDetailUnchanged<K extends AnswerDetail>(
  place: K,
  stored: AnswerDetails[K],
  seen: AnswerDetails[K],
): boolean {
  return limitCombiningMarks(toCanonicalDetail(place, stored)) === limitCombiningMarks(toCanonicalDetail(place, seen))
}

function toCanonicalDetail<K extends AnswerDetail>(place: K, value: AnswerDetails[K]): string {
  const textOf = TEXT_BY_DETAIL[place] as (value: NonNullable<AnswerDetails[K]>) => unknown
  return JSON.stringify(value === null ? null : textOf(value))
}

/**
 * Checks whether only the system has changed a detail since a user saw it: the geocoder found the address of a
 * point, or the registry confirmed the same person.
 */
export function isChangedBySystem<K extends AnswerDetail>(
  place: K,
  seen: AnswerDetails[K],
  now: AnswerDetails[K],
): boolean {
  if (seen === null || now === null) return false
  if (place === 'location') {
    const [was, is] = [seen as Location, now as Location]
    return lacksAddress(was) && isSameDetail('location', { ...was, direccion: is.direccion }, is)
  }
  if (place !== 'citizen') return false
  const [was, is] = [seen as Citizen, now as Citizen]
  return hasSameNumber(was, is) && isSameCitizen(was, is)
}

/**
 * Checks details as for a submission. Removing a detail is always allowed. Refuses with answer.unknown-address
 * (`field`) and answer.wrong-value.
 */
export function checkAnswerDetails(version: FormTemplate, correction: Correction): Result<void> {
  const request = { location: true, ...findRequestedHeaderFields(version) }
  const wanted = pickPresentDetails(
    Object.fromEntries(ANSWER_DETAILS.map((place) => [place, correction[place]?.value])) as AnswerDetailsLike,
  )
  const stray = ANSWER_DETAILS.find((field) => wanted[field] !== undefined && !request[field])
  if (stray !== undefined) return refuse('answer.unknown-address', { field: stray })
  return checkHeaderTexts({ header: { ...wanted, signatures: [] } })
}
