import { z } from 'zod'
import { answerSchema, latLngSchema, sectionSchema } from '../documents/index.ts'
import { answerValuesSchema } from '../documents/values.ts'
import { sha256Schema, templateIdSchema } from '../kernel/ids.ts'
import { answerFilterSchema, NO_FILTER } from '../sync/answers-api.ts'

/** Longer than any place in an export that the server has given. */
const MAX_PLACE_LENGTH = 400
/** Versions of a form that are named with a batch; those of any others come again. */
export const MAX_VERSIONS_NAMED = 1_000

const versionSchema = z.int().min(1).max(999_999_999)

/**
 * What `generateCsv` is asked with (part 3, point 7). `formData.states`, `formData.optionalData`, `formData.muniCore`, `userRoles` and `userData` of the
 * specification are facts that the server has itself: they may be sent, and are not read.
 */
export const exportCallSchema = z.object({
  formData: z.object({ id: templateIdSchema }),
  /** where the batch before it ended, as it was given; null begins an export */
  lastDoc: z.string().max(MAX_PLACE_LENGTH).nullable().default(null),
  /** versions of the form whose sections the device has already been given in this export */
  sections: z.array(versionSchema).max(MAX_VERSIONS_NAMED).default([]),
  /** as in the address of the answers list; none: every answer */
  filters: answerFilterSchema.default(NO_FILTER),
})
export type ExportCall = z.output<typeof exportCallSchema>

/** One answer as an export carries it: its values, without another copy of its form. */
export const exportedAnswerSchema = z.strictObject({
  ...answerSchema.pick({
    id: true,
    codigoMunicipio: true,
    fechaCreacion: true,
    receivedAt: true,
    lastUpdate: true,
    creadoPor: true,
    firstName: true,
    lastName: true,
    inspectorID: true,
    templateVersion: true,
    datosCiudadano: true,
    persona: true,
  }).shape,
  /** the address as text; empty when there is none */
  direccion: z.string(),
  latlng: latLngSchema.optional(),
  /** name of the current state; null when the form has none */
  estado: z.string().nullable(),
  /** name of the area that it belongs to */
  area: z.string(),
  /** number of the incident in the management system; empty when there is none */
  incidente: z.string(),
  content: answerValuesSchema,
  /** those that were given */
  signatures: z
    .array(z.strictObject({ index: z.int().min(0), title: z.string(), name: z.string(), image: sha256Schema }))
    .readonly(),
})
export type ExportedAnswer = Readonly<z.infer<typeof exportedAnswerSchema>>

/** What a version of the form asks. */
export const exportedVersionSchema = z.strictObject({
  version: versionSchema,
  secciones: z.array(sectionSchema).readonly(),
})
export type ExportedVersion = Readonly<z.infer<typeof exportedVersionSchema>>

/** One batch. An export is whole when a batch comes without `lastDoc`. */
export const exportBatchSchema = z.strictObject({
  status: z.literal('ok'),
  answers: z.array(exportedAnswerSchema).readonly(),
  lastDoc: z.string().max(MAX_PLACE_LENGTH).nullable(),
  /** answers that are looked through at this moment: those that the filters find, and where only looking at each can tell, others, too */
  total: z.int().min(0),
  /** of those in this stretch: how many the filters do not want after all, or belong to an area that whoever asks does not reach */
  hidden: z.int().min(0),
  /** of each version that occurs in this batch and that the device has not named */
  versions: z.array(exportedVersionSchema).readonly(),
})
export type ExportBatch = Readonly<z.infer<typeof exportBatchSchema>>
