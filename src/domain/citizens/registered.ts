import { toPlainIdNumber, toComparableIdNumber } from '../kernel/comparable.ts'
import { getVisibleText } from '../kernel/visible-text.ts'
import type { Citizen } from './documents/citizen.ts'
import { CITIZEN_SOURCE } from './documents/source.ts'
import { REGISTRY_DOCUMENT_TYPE } from '../kernel/limits.ts'
import { isCitizenEmpty, LEGAL_ENTITY_SURNAME } from './citizen-faults.ts'
import type { RegisteredCitizenWithNumber, RegisteredCitizen } from './registry-calls.ts'

/** Checks whether a citizen still has to be verified: typed in and not confirmed, or with an id claimed by a device. */
export function isUnverifiedCitizen(citizen: Citizen): boolean {
  if (citizen.id !== undefined) return citizen._source === CITIZEN_SOURCE.claimed
  return citizen._source !== CITIZEN_SOURCE.confirmed && !isCitizenEmpty(citizen)
}

/** Drops an unverified registry id; the citizen counts as typed. */
export function removeUnverifiedId({ id: _, ...citizen }: Citizen): Citizen {
  return { ...citizen, _source: CITIZEN_SOURCE.typed }
}

/**
 * Returns the citizen of an arriving answer with its source, which the server sets whatever the device claims.
 * @param ofPortal the answer is from the citizen portal, which verified the citizen
 */
export function markCitizenSource(citizen: Citizen, ofPortal: boolean): Citizen {
  if (citizen.id === undefined) return { ...citizen, _source: CITIZEN_SOURCE.typed }
  return ofPortal ? citizen : { ...citizen, _source: CITIZEN_SOURCE.claimed }
}

/** Returns the number to look up in the registry: the tax number for legal entities, otherwise the ID number. */
export function getRegistryNumber({ tipo, dni, cuit }: CitizenNumbers): string {
  return toPlainIdNumber(tipo === 'juridica' ? cuit : dni)
}

/** Checks whether two citizens have the same number, ignoring formatting. */
export function hasSameNumber(a: CitizenNumbers, b: CitizenNumbers): boolean {
  return a.tipo === b.tipo && toComparableIdNumber(getRegistryNumber(a)) === toComparableIdNumber(getRegistryNumber(b))
}

type CitizenNumbers = Pick<Citizen, 'tipo' | 'dni' | 'cuit'>

/** Registered citizen in the format of an answer. @param number number of the lookup */
export function toCitizen(found: RegisteredCitizen, number: string, tipo: Citizen['tipo']): Citizen {
  const { id, nombre, apellido, email, telefono, calle } = found
  const legal = tipo === 'juridica'
  return {
    id,
    tipo,
    dni: legal ? '' : number,
    cuit: legal ? number : '',
    nombre,
    apellido: legal ? LEGAL_ENTITY_SURNAME : apellido,
    email,
    telefono,
    calle,
    tipoDocumentoId: legal ? REGISTRY_DOCUMENT_TYPE.CUIT : REGISTRY_DOCUMENT_TYPE.DNI,
    _source: CITIZEN_SOURCE.registry,
  }
}

/** Converts a citizen that was found by a hash. Legal entities are recognised by their surname. */
export function toCitizenFoundByHash({ dni, ...found }: RegisteredCitizenWithNumber): Citizen {
  return toCitizen(found, toPlainIdNumber(dni), found.apellido === LEGAL_ENTITY_SURNAME ? 'juridica' : 'fisica')
}

/**
 * Checks whether typed and registered names match: the same words in any order, ignoring accents, case and punctuation.
 */
export function isSameCitizen(typed: Citizen, found: Pick<Citizen, 'nombre' | 'apellido'>): boolean {
  const legal = typed.tipo === 'juridica'
  const [mine, theirs] = [typed, found].map(({ nombre, apellido }) =>
    normaliseNameWords(legal ? nombre : `${nombre} ${apellido}`),
  )
  return mine === theirs && mine !== ''
}

function normaliseNameWords(name: string): string {
  const plainText = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plainText
    .replaceAll(/[.'’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ')
}

/**
 * Links typed data to the registry's entry, which fills empty fields. Typed names are kept if they match
 * (`isSameCitizen`).
 * @param number number of the lookup
 */
export function linkToRegistry(typed: Citizen, found: RegisteredCitizen, number = getRegistryNumber(typed)): Citizen {
  const { dni, cuit, nombre, apellido, email, telefono, calle } = typed
  const given = Object.entries({ email, telefono, calle }).filter(([, text]) => getVisibleText(text) !== '')
  return {
    ...toCitizen(found, number, typed.tipo),
    ...Object.fromEntries(given),
    ...(toComparableIdNumber(number) === toComparableIdNumber(getRegistryNumber(typed)) ? { dni, cuit } : {}),
    ...(isSameCitizen(typed, found) ? { nombre, apellido } : {}),
  }
}
