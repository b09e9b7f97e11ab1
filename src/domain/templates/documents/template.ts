import { z } from 'zod'
import { templateIdSchema } from '../../kernel/ids.ts'
import { instantSchema, type Instant } from '../../kernel/instant.ts'
import { MAX_EMERGENCY_TEXT_LENGTH, MIN_RESPONSES_COUNT } from '../../kernel/limits.ts'
import { areaPathSchema, type AreaPath } from '../../kernel/paths.ts'
import {
  buildAlternativeFields,
  descriptionSchema,
  boundedList,
  linkSchema,
  nameSchema,
  storedTemplateImageSchema,
  templateImageSchema,
  titleSchema,
  type DeepReadonly,
} from '../../kernel/building-blocks.ts'
import {
  areaInfoSchema,
  municipioInfoSchema,
  type AreaInfo,
  type MunicipioInfo,
} from '../../places/documents/place-info.ts'
import { templateOptionsSchema } from './options.ts'
import { foreignPdfSettingsSchema, pdfSettingsSchema, storedPdfSettingsSchema } from './pdf-settings.ts'
import { MAX_SECTIONS, sectionSchema } from './section.ts'
import { MAX_SIGNATURES, signatureConfigSchema } from './signature.ts'
import { templateStatesSchema } from './states.ts'
import { chargeSchema, storedTicketSaleSchema, ticketSaleSchema } from '../../tickets/documents/sale.ts'

export const MAX_AREAS = 500
/** Defaults for older forms that lack options or states. */
const noOptions = templateOptionsSchema.parse({})
const noStates = templateStatesSchema.parse({ disponibles: [] })

/** `muniCore` of a template: its links to the management system. */
export const templateMuniCoreSchema = z.object({
  username: nameSchema.optional().describe('user of the management system that created the incident type'),
  areaId: nameSchema.optional().describe('area of the management system'),
  areaDescripcion: nameSchema.optional().describe('name of the area'),
  idTipoIncidente: nameSchema.optional().describe('type of the incidents that answers create'),
  perState: z
    .boolean()
    .optional()
    .describe('each state has an incident type of its own (estados.disponibles[].idTipoIncidente) instead'),
})

/** Fields of a form that its author edits. In imported forms, all fields except title and sections may be missing. */
export const templateDraftSchema = z.object({
  titulo: titleSchema.describe('title'),
  ...buildAlternativeFields('titulo'),
  descripcion: descriptionSchema.default('').describe('description below the title'),
  ...buildAlternativeFields('descripcion'),
  nombreRespuesta: titleSchema
    .optional()
    .describe('name of an answer for the public ("complaint"), used on the button'),
  ...buildAlternativeFields('nombreRespuesta'),
  // Addition to the specification
  textoEmergencia: z
    .string()
    .max(MAX_EMERGENCY_TEXT_LENGTH)
    .optional()
    .describe('what to do in an emergency, shown to the public and citizens before the questions'),
  ...buildAlternativeFields('textoEmergencia'),
  areas: boundedList(areaPathSchema, MAX_AREAS)
    .default([])
    .describe('areas of the form; the first one governs who may answer'),
  headerImageURL: templateImageSchema.describe('header image, shown when opcionales.headerImg is on'),
  customizedVoucherText: descriptionSchema.optional().describe('text of the personalised voucher'),
  appointmentGroup: z
    .object({
      appointmentData: z
        .object({ id: nameSchema.describe('id of the calendar'), name: nameSchema.describe('name of the calendar') })
        .describe('the appointment calendar'),
      tenantId: nameSchema.describe('tenant in the booking product'),
      tenantUniqueName: nameSchema.describe('name of the tenant in URLs'),
    })
    .optional()
    .describe('appointment calendar for booking after saving'),
  muniCore: templateMuniCoreSchema.optional().describe('link to the management system'),
  estados: templateStatesSchema.default(noStates).describe('states of its answers'),
  opcionales: templateOptionsSchema.default(noOptions).describe('options'),
  responsesCount: z
    .int()
    .min(MIN_RESPONSES_COUNT)
    .max(1e9)
    .optional()
    .describe('maximum number of answers, with limitResponses'),
  // Addition to the specification
  retention: z
    .string()
    .regex(/^P[1-9]\d{0,2}[DMY]$/)
    .optional()
    .describe('how long an answer is kept after its last change, such as P5Y; missing: it is never erased'),
  secciones: boundedList(sectionSchema, MAX_SECTIONS).describe('sections, in order'),
  signatures: boundedList(signatureConfigSchema, MAX_SIGNATURES)
    .default([])
    .describe('signatures that the form asks for, with digitalSignature'),
  pdfSettings: pdfSettingsSchema.optional().describe('layout of the PDF of an answer'),
  charge: chargeSchema.optional().describe('price of an answer, if addPaymentGateway is on'),
  ticketSale: ticketSaleSchema.optional().describe('what is sold, if addPaymentGateway is on'),
})
/** Draft in an imported file. Its images are on another server and are not copied. */
export const foreignDraftSchema = templateDraftSchema.extend({
  headerImageURL: linkSchema.optional().describe('header image'),
  pdfSettings: foreignPdfSettingsSchema.optional().describe('how the PDF of an answer looks'),
})
export type TemplateDraft = DeepReadonly<z.infer<typeof templateDraftSchema>>

/** Documents `formularios/{id}` and, immutable, `formularios/{id}/versiones/{version}`. */
export const formTemplateSchema = templateDraftSchema.extend({
  id: templateIdSchema.describe('id of the form and of the document'),
  version: z.int().min(1).describe('1 at the first save; an answer names the version it was filled in with'),
  headerImageURL: storedTemplateImageSchema.describe('header image, shown when opcionales.headerImg is on'),
  pdfSettings: storedPdfSettingsSchema.optional().describe('how the PDF of an answer looks'),
  areas: boundedList(areaPathSchema, MAX_AREAS)
    .refine((areas) => areas.length > 0)
    .describe('areas of the form; the first one governs who may answer'),
  ticketSale: storedTicketSaleSchema.optional().describe('what is sold, if addPaymentGateway is on'),
  areaInfo: areaInfoSchema.describe('first area, copied for lists'),
  municipioInfo: municipioInfoSchema.describe('municipality of the first area, copied for lists'),
  lastEdit: z
    .object({ date: instantSchema.describe('when it was saved'), username: nameSchema.describe('who saved it') })
    .optional()
    .describe(
      'author and time of this version, as in the last entry of formEditedInfo; missing in unedited copies, and in first versions stored by earlier releases',
    ),
  timeStamp: instantSchema.describe('when it was created'),
  deleted: z.boolean().default(false).describe('true: deleted, and kept because it has answers'),
  deletionInfo: z
    .object({
      username: nameSchema.describe('who deleted it'),
      date: instantSchema.describe('when it was deleted'),
      emptyForm: z.boolean().describe('true: it had no answers'),
    })
    .optional()
    .describe('the deletion'),
  duplicatedInfo: z
    .object({
      username: nameSchema.describe('who copied it'),
      date: instantSchema.describe('when it was copied'),
      parentFormId: templateIdSchema.describe('id of the original'),
    })
    .optional()
    .describe('origin of a copy'),
})
export type FormTemplate = DeepReadonly<z.infer<typeof formTemplateSchema>>

/** Fields that the server, or a test fixture, adds to a draft. */
export type TemplateFacts = {
  readonly id: FormTemplate['id']
  readonly version: number
  readonly areas: readonly AreaPath[]
  readonly areaInfo: AreaInfo
  readonly municipioInfo: MunicipioInfo
  readonly timeStamp: Instant
}

/** Completes a draft, such as an imported form without areas or options. Throws if one of `facts` is invalid. */
export function completeTemplate(draft: unknown, facts: TemplateFacts): FormTemplate {
  return formTemplateSchema.parse({ ...templateDraftSchema.parse(draft), ...facts })
}
