import { bareIdNumber, comparableIdNumber } from '../kernel/comparable.ts'
import { visibleText } from '../kernel/visible-text.ts'
import type { Citizen } from './documents/citizen.ts'
import { CITIZEN_SOURCE } from './documents/source.ts'
import { DOCUMENT_TYPE } from '../kernel/limits.ts'
import { isNobody, LEGAL_ENTITY_SURNAME } from './citizen-faults.ts'
import type { NumberedCitizen, RegisteredCitizen } from './registry-calls.ts'

/** Checks whether the registry has not verified a citizen: typed in, or with an id claimed by a device. */
export function isUnchecked(citizen: Citizen): boolean {
  if (citizen.id !== undefined) return citizen._source === CITIZEN_SOURCE.claimed
  return citizen._source !== CITIZEN_SOURCE.confirmed && !isNobody(citizen)
}

/** Drops an unverified registry id; the citizen counts as typed. */
export function withoutClaim({ id: _, ...citizen }: Citizen): Citizen {
  return { ...citizen, _source: CITIZEN_SOURCE.typed }
}

/**
 * Citizen of an arriving answer, marked for verification by the server whatever the device claims.
 * @param ofPortal the answer is from the citizen portal, which verified the citizen
 */
export function arrivingCitizen(citizen: Citizen, ofPortal: boolean): Citizen {
  if (citizen.id === undefined) return { ...citizen, _source: CITIZEN_SOURCE.typed }
  return ofPortal ? citizen : { ...citizen, _source: CITIZEN_SOURCE.claimed }
}

/** Number for a registry lookup: the tax number for legal entities. */
export function numberOf({ tipo, dni, cuit }: Numbered): string {
  return bareIdNumber(tipo === 'juridica' ? cuit : dni)
}

/** Checks whether two citizens have the same number, ignoring formatting. */
export function hasSameNumber(one: Numbered, other: Numbered): boolean {
  return one.tipo === other.tipo && comparableIdNumber(numberOf(one)) === comparableIdNumber(numberOf(other))
}

type Numbered = Pick<Citizen, 'tipo' | 'dni' | 'cuit'>

/** Registered citizen in the format of an answer. @param number number of the lookup */
export function citizenOf(found: RegisteredCitizen, number: string, tipo: Citizen['tipo']): Citizen {
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
    tipoDocumentoId: legal ? DOCUMENT_TYPE.CUIT : DOCUMENT_TYPE.DNI,
    _source: CITIZEN_SOURCE.registry,
  }
}

/** Citizen found by a hash; legal entities are recognised by their surname. */
export function citizenOfHash({ dni, ...found }: NumberedCitizen): Citizen {
  return citizenOf(found, bareIdNumber(dni), found.apellido === LEGAL_ENTITY_SURNAME ? 'juridica' : 'fisica')
}

/** Checks whether typed and registered names match: the same words in any order, ignoring accents, case and dots. */
export function isSameCitizen(typed: Citizen, found: Pick<Citizen, 'nombre' | 'apellido'>): boolean {
  const legal = typed.tipo === 'juridica'
  const [mine, theirs] = [typed, found].map(({ nombre, apellido }) => wordsOf(legal ? nombre : `${nombre} ${apellido}`))
  return mine === theirs && mine !== ''
}

function wordsOf(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain
    .replaceAll(/[.'’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ')
}

/**
 * Links typed data to the registry's entry, which fills empty fields. Typed names stay if they match (`isSameCitizen`).
 * @param number number of the lookup
 */
export function tiedTo(typed: Citizen, found: RegisteredCitizen, number = numberOf(typed)): Citizen {
  const { dni, cuit, nombre, apellido, email, telefono, calle } = typed
  const given = Object.entries({ email, telefono, calle }).filter(([, text]) => visibleText(text) !== '')
  return {
    ...citizenOf(found, number, typed.tipo),
    ...Object.fromEntries(given),
    ...(comparableIdNumber(number) === comparableIdNumber(numberOf(typed)) ? { dni, cuit } : {}),
    ...(isSameCitizen(typed, found) ? { nombre, apellido } : {}),
  }
}
