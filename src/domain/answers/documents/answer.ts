import { z } from 'zod'
import { answerIdSchema, templateIdSchema, userIdSchema } from '../../kernel/ids.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { MAX_ANSWER_VERSIONS, MAX_CONFLICTS, MAX_FILES_PER_ANSWER, MAX_EARLIER_CODES } from '../../kernel/limits.ts'
import { areaPathSchema } from '../../kernel/paths.ts'
import {
  buildAlternativeFields,
  descriptionSchema,
  boundedList,
  nameSchema,
  storedTemplateImageSchema,
  titleSchema,
  type DeepReadonly,
} from '../../kernel/building-blocks.ts'
import { changeRequestSchema, correctedAnswerSchema, madeBySchema, MAX_CORRECTED_ANSWERS } from './change-request.ts'
import { citizenSchema, personaSchema } from '../../citizens/documents/citizen.ts'
import { conflictSchema } from './conflict.ts'
import { locationSchema } from '../../places/documents/location.ts'
import { areaInfoSchema, municipioInfoSchema } from '../../places/documents/place-info.ts'
import { templateOptionsSchema } from '../../templates/documents/options.ts'
import { paymentEntrySchema, purchaseOrderDetailsSchema } from '../../payments/documents/payment.ts'
import { answeredSectionSchema, MAX_SECTIONS } from '../../templates/documents/section.ts'
import { MAX_SIGNATURES, storedSignatureSchema } from '../../templates/documents/signature.ts'
import { answerStatesSchema } from '../../templates/documents/states.ts'
import { storedFileSchema } from '../../files/documents/stored-file.ts'
import { supervisorEditSchema } from './supervisor-edit.ts'
import { MAX_AREAS } from '../../templates/documents/template.ts'

const MAX_PAYMENTS = 1000
const codeSchema = z.string().max(64)

/** `muniCore` of an answer: its links to the management system. */
export const answerMuniCoreSchema = z.object({
  areaId: nameSchema.optional().describe('area of the management system'),
  idTipoIncidente: nameSchema.optional().describe('incident type'),
  usarAWS: z.boolean().optional().describe('true: the management system runs on AWS'),
  idIncidente: nameSchema.optional().describe('incident that was created'),
  idIdentificador: nameSchema.optional().describe('asset that was assigned'),
})

/** `respuestas_formularios/{id}`. Names follow the specification; the fields at the end are additions. */
export const answerSchema = z.object({
  id: answerIdSchema.describe('id of the answer and of the document, made on the device'),
  electronicSignature: answerIdSchema.describe('the same id, printed as the electronic signature'),
  idPlantilla: templateIdSchema.describe('the form'),
  formTitle: titleSchema.describe('title of the form, copied for lists'),
  titulo: titleSchema.describe('title'),
  ...buildAlternativeFields('titulo'),
  descripcion: descriptionSchema.default('').describe('description'),
  ...buildAlternativeFields('descripcion'),
  codigoMunicipio: codeSchema.describe('answer code, from the municipality; empty while the answer is held'),
  earlierCodes: boundedList(codeSchema, MAX_EARLIER_CODES)
    .optional()
    .describe('codes that it had before the server was restored from a backup'),
  pdfDownloadCode: codeSchema.optional().describe('code with which anyone may download the record'),
  fechaCreacion: instantSchema.describe("when it was saved, by the device's corrected clock"),
  lastUpdate: instantSchema.describe('last change'),
  creadoPor: nameSchema.describe('e-mail or username of the author; "Usuario Anónimo" for the public'),
  firstName: nameSchema.default('').describe('first name of the author'),
  lastName: nameSchema.default('').describe('last name of the author'),
  inspectorID: nameSchema.default('').describe('staff number of the author'),
  datosCiudadano: citizenSchema.optional().describe('citizen linked to the answer'),
  persona: personaSchema.optional().describe('recipient'),
  ubicacion: locationSchema.optional().describe('location and address'),
  secciones: boundedList(answeredSectionSchema, MAX_SECTIONS).describe('sections with questions and answers'),
  signatures: boundedList(storedSignatureSchema, MAX_SIGNATURES).default([]).describe('signatures'),
  areas: boundedList(areaPathSchema, MAX_AREAS)
    .refine((areas) => areas.length > 0)
    .describe('areas of the form; the first one decides who may see the answer'),
  areaInfo: areaInfoSchema.describe('first area, copied for lists'),
  municipioInfo: municipioInfoSchema.describe('municipality, copied for lists'),
  opcionales: templateOptionsSchema.describe('options of the form when it was answered'),
  muniCore: answerMuniCoreSchema.optional().describe('link to the management system'),
  portalCiudadanoData: z
    .object({ idRespuestaMG: nameSchema.optional().describe('id of the answer in the portal') })
    .optional()
    .describe('link to the citizen portal'),
  estados: answerStatesSchema
    .optional()
    .describe('states, the current one and the history; missing when the form has none'),
  requestsForChanges: boundedList(changeRequestSchema, MAX_ANSWER_VERSIONS)
    .default([])
    .describe('correction requests; only the last one applies'),
  answersWithCorrections: boundedList(correctedAnswerSchema, MAX_CORRECTED_ANSWERS)
    .default([])
    .describe('changes made by revisions'),
  editsBySupervisor: boundedList(supervisorEditSchema, MAX_ANSWER_VERSIONS)
    .default([])
    .describe('corrections by supervisors, oldest first'),
  payments: boundedList(paymentEntrySchema, MAX_PAYMENTS).default([]).describe('payments'),
  paymentDetails: z
    .object({ orderId: z.string().max(200).optional().describe('number of the order') })
    .optional()
    .describe('order of the answer'),
  purchaseOrderDetails: purchaseOrderDetailsSchema.optional().describe('zone or product, and quantity'),
  headerImageURL: storedTemplateImageSchema.describe('header image'),
  customizedVoucherText: descriptionSchema.optional().describe('text of the voucher'),
  appointmentGroup: z
    .object({ tenantUniqueName: nameSchema.describe('tenant in the booking product') })
    .optional()
    .describe('where an appointment is booked'),
  // Additions to the specification
  version: z
    .int()
    .min(1)
    .describe('version of this document, 1 when submitted; edits name the version they are based on'),
  templateVersion: z.int().min(1).describe('version of the form that was filled in'),
  pricedVersion: z
    .int()
    .min(1)
    .optional()
    .describe('version of the form whose prices applied when it arrived; missing: the version in templateVersion'),
  authorId: userIdSchema.describe('user id of the author, or "public"'),
  receivedAt: instantSchema.describe('when the server stored it'),
  changedBy: z
    .object({
      kind: z
        .enum([
          'answer.edit',
          'answer.correct',
          'answer.requestChanges',
          'answer.revise',
          'answer.changeState',
          'answer.delete',
          'answer.restore',
        ])
        .describe('kind of change'),
      by: madeBySchema.describe('who made it'),
    })
    .optional()
    .describe(
      'the change that made this version; missing for the first version, for versions in which staff identified another citizen, and for versions stored by earlier releases',
    ),
  completedAt: instantSchema
    .optional()
    .describe('when the answer was last completed, in whole or in part; missing: never, or not recorded'),
  files: boundedList(storedFileSchema, MAX_FILES_PER_ANSWER).default([]).describe('all files of the answer, once each'),
  conflicts: boundedList(conflictSchema, MAX_CONFLICTS)
    .default([])
    .describe('conflicting edits that wait for a decision'),
})
export type Answer = DeepReadonly<z.infer<typeof answerSchema>>
