import type { CitizenPermit } from '#domain/citizens/index.ts'
import { citizenAuthorSchema, type CitizenId, municipalityPathSchema, toInstant } from '#domain/kernel/index.ts'
import type { Mutation } from '#domain/sync/index.ts'
import { MUNICIPALITY } from './template.ts'

export const CITIZEN_AUTHOR = citizenAuthorSchema.parse(`ciudadano-${'1'.repeat(32)}`)

/**
 * A citizen's permit for this mutation, as if signed by the server; for any kind, including those that have no permits.
 */
export function permitOf(id: CitizenId, mutation: Mutation, facts: Partial<CitizenPermit> = {}): CitizenPermit {
  const municipality = municipalityPathSchema.parse(MUNICIPALITY)
  return {
    author: CITIZEN_AUTHOR,
    citizen: { id, nombre: 'Ana', apellido: 'Torres', dni: '30111222', username: 'ana.torres', municipality },
    purpose: mutation.kind as CitizenPermit['purpose'],
    form: mutation.template,
    answer: mutation.answer,
    mutation: mutation.id,
    until: toInstant(Date.UTC(2100, 0, 1)),
    ...facts,
  }
}
