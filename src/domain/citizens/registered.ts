import { bareIdNumber, comparableIdNumber } from '../kernel/comparable.ts'
import { visibleText } from '../kernel/visible-text.ts'
import type { Citizen } from './documents/citizen.ts'
import { CITIZEN_SOURCE } from './documents/source.ts'
import { DOCUMENT_TYPE } from '../kernel/limits.ts'
import { isNobody, LEGAL_ENTITY_SURNAME } from './citizen-faults.ts'
import type { NumberedCitizen, RegisteredCitizen } from './registry-calls.ts'

/** The registry has not been asked who they are, or does not know them: typed in, or with an id a device claims. */
export function isUnchecked(citizen: Citizen): boolean {
  if (citizen.id !== undefined) return citizen._source === CITIZEN_SOURCE.claimed
  return citizen._source !== CITIZEN_SOURCE.confirmed && !isNobody(citizen)
}

/** What a device claimed and the registry does not bear out: they are as if typed in by hand. */
export function withoutClaim({ id: _, ...citizen }: Citizen): Citizen {
  return { ...citizen, _source: CITIZEN_SOURCE.typed }
}

/**
 * As an answer that has just come keeps them: the server hears what the registry says, whatever the device says.
 * @param ofPortal the answer is of the citizen portal, which has signed them in
 */
export function arrivingCitizen(citizen: Citizen, ofPortal: boolean): Citizen {
  if (citizen.id === undefined) return { ...citizen, _source: CITIZEN_SOURCE.typed }
  return ofPortal ? citizen : { ...citizen, _source: CITIZEN_SOURCE.claimed }
}

/** The number by which the registry is asked for a citizen: for a legal entity its tax number. */
export function numberOf({ tipo, dni, cuit }: Numbered): string {
  return bareIdNumber(tipo === 'juridica' ? cuit : dni)
}

/** Whether two citizens have the same number, however it is written. */
export function hasSameNumber(one: Numbered, other: Numbered): boolean {
  return one.tipo === other.tipo && comparableIdNumber(numberOf(one)) === comparableIdNumber(numberOf(other))
}

type Numbered = Pick<Citizen, 'tipo' | 'dni' | 'cuit'>

/** A citizen from the registry, as an answer keeps them. @param number by which they were asked for */
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

/** The same of a citizen found by a hash: a legal entity is known by its surname. */
export function citizenOfHash({ dni, ...found }: NumberedCitizen): Citizen {
  return citizenOf(found, bareIdNumber(dni), found.apellido === LEGAL_ENTITY_SURNAME ? 'juridica' : 'fisica')
}

/** Whether the typed and the registered are one person: the same words in any order, but for accents, case and dots. */
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
 * What was typed, tied to the registry, which fills what was left out; its names replace the typed ones only where they
 * are not the same (`isSameCitizen`). @param number by which they were found
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
