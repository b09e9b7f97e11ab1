import type { RegisteredCitizenWithNumber } from '#domain/citizens/index.ts'
import { citizenIdSchema, ok, refuse } from '#domain/kernel/index.ts'
import type { CitizenRegistry } from '#core/ports.ts'
import type { Weather } from './weather.ts'

/** Digits of an ID number, however it was typed. */
export function digitsOf(number: string | undefined): string {
  return (number ?? '').replace(/\D/g, '')
}

/** The citizen registry of this world, and the requests it got. */
export type Registry = {
  readonly client: CitizenRegistry
  /** the current person with the number */
  personOf(number: string): RegisteredCitizenWithNumber | undefined
  /** when it last answered a lookup of the number, in the world's time */
  askedAt(number: string): number | undefined
  /** number of keys under which it was asked to create a citizen with the number */
  keysOf(number: string): number
}

const person = (id: string, dni: string, nombre: string, apellido: string): RegisteredCitizenWithNumber => ({
  id: citizenIdSchema.parse(id),
  dni,
  nombre,
  apellido,
  email: '',
  telefono: '',
  calle: '',
})

/**
 * Citizens known to the registry. Of those typed in (`citizenOf` in content.ts) two have the same name, one another,
 * one is unknown; and the neighbour.
 */
const KNOWN = [
  person('registro-0', '30111220', 'ANA', 'PAZ'),
  person('registro-1', '30111221', 'Paz', 'Aná'),
  person('registro-2', '30111222', 'Ana', 'Sosa'),
  person('eva', '31222333', 'Eva', 'Sosa'),
]

export function createRegistry({ reaches, losesReply }: Weather, now: () => number): Registry {
  const people = new Map(KNOWN.map((one) => [one.dni, one]))
  const answered = new Map<string, RegisteredCitizenWithNumber>()
  const asked = new Map<string, number>()
  const keys = new Map<string, Set<string>>()
  return {
    client: {
      find: async (sought) => {
        if (!reaches()) return refuse('citizen.search-failed')
        if (!('dni' in sought)) return ok(null)
        asked.set(digitsOf(sought.dni), now())
        return losesReply() ? refuse('citizen.search-failed') : ok(people.get(digitsOf(sought.dni)) ?? null)
      },
      create: async ({ dni: number, nombre, apellido }, _municipality, key) => {
        if (!reaches()) return refuse('citizen.create-failed')
        const dni = digitsOf(number)
        keys.set(dni, (keys.get(dni) ?? new Set()).add(key))
        const earlier = answered.get(key)
        if (earlier === undefined && people.has(dni))
          return refuse('citizen.create-failed', { message: 'Ya existe un ciudadano con ese número' })
        const made = earlier ?? person(`registro-${people.size}`, dni, nombre, apellido)
        people.set(dni, made)
        answered.set(key, made)
        return losesReply() ? refuse('citizen.create-failed') : ok({ id: made.id, dni, message: '' })
      },
    },
    personOf: (number) => people.get(digitsOf(number)),
    askedAt: (number) => asked.get(digitsOf(number)),
    keysOf: (number) => keys.get(digitsOf(number))?.size ?? 0,
  }
}
