import { z } from 'zod'
import { citizenIdSchema } from '../../kernel/ids.ts'
import {
  REGISTRY_DOCUMENT_TYPE,
  MAX_CITIZEN_NAME_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_WRITTEN_NUMBER_LENGTH,
} from '../../kernel/limits.ts'
import type { DeepReadonly } from '../../kernel/building-blocks.ts'

const textSchema = z.string().max(MAX_CITIZEN_NAME_LENGTH).default('')
const numberSchema = z.string().max(MAX_WRITTEN_NUMBER_LENGTH).default('')

/**
 * `datosCiudadano`: a person (by ID number) or legal entity (by tax number; surname 'Dummy', business name as name).
 */
export const citizenSchema = z.object({
  id: citizenIdSchema.optional().describe('id in the citizen registry; missing if the citizen is not registered'),
  cuit: numberSchema.describe('tax number, for a legal entity'),
  nombre: textSchema.describe('first name, or business name'),
  apellido: textSchema.describe('last name'),
  dni: numberSchema.describe('ID number, for a person'),
  email: z.string().max(MAX_EMAIL_LENGTH).default('').describe('e-mail address'),
  telefono: numberSchema.describe('phone number, as written'),
  calle: textSchema.describe('street and number'),
  tipo: z.enum(['fisica', 'juridica']).default('fisica').describe('person or legal entity'),
  tipoDocumentoId: z
    .literal(Object.values(REGISTRY_DOCUMENT_TYPE))
    .optional()
    .describe('kind of document: 1 DNI, 11 CUIT'),
  empty: z.boolean().optional().describe('true while no citizen is chosen'),
  _source: z.string().max(64).optional().describe('where the data came from: registry, portal'),
})
export type Citizen = DeepReadonly<z.infer<typeof citizenSchema>>

/** `persona` of an answer: a recipient who is not a citizen. */
export const personaSchema = z.object({
  id: z.string().max(64).optional().describe('id in the management system'),
  nombre: textSchema.describe('name'),
  direccion: textSchema.describe('address'),
})
export type Persona = DeepReadonly<z.infer<typeof personaSchema>>
