import { z } from 'zod'
import { buildAlternativeFields, boundedList, type DeepReadonly } from '../kernel/building-blocks.ts'
import { stateSchema, templateStatesSchema } from '../templates/documents/states.ts'
import { formTemplateSchema } from '../templates/documents/template.ts'
import { publicChargeSchema, publicTicketSaleSchema } from '../tickets/documents/sale.ts'

/**
 * Form as sent to the public and citizens: only what answering needs. Excludes author, links to the management system,
 * number of answers and agenda (the server builds the booking address). Only listed fields are included
 * (`toPublicForm`).
 */
export const publicFormSchema = formTemplateSchema
  .pick({
    id: true,
    version: true,
    titulo: true,
    descripcion: true,
    nombreRespuesta: true,
    textoEmergencia: true,
    areas: true,
    areaInfo: true,
    municipioInfo: true,
    headerImageURL: true,
    customizedVoucherText: true,
    opcionales: true,
    secciones: true,
    signatures: true,
    pdfSettings: true,
  })
  .extend({
    ...buildAlternativeFields('titulo'),
    ...buildAlternativeFields('descripcion'),
    ...buildAlternativeFields('nombreRespuesta'),
    ...buildAlternativeFields('textoEmergencia'),
    estados: templateStatesSchema
      .pick({ inicial: true })
      .extend({
        disponibles: boundedList(stateSchema.pick({ id: true, nombre: true, transiciones: true }), 1000).describe(
          'the states',
        ),
      })
      .describe('states of its answers'),
    charge: publicChargeSchema.optional().describe('price of an answer'),
    ticketSale: publicTicketSaleSchema.optional().describe('what is sold'),
    picksState: z.boolean().describe('true: the author chooses the state'),
  })
export type PublicForm = DeepReadonly<z.infer<typeof publicFormSchema>>
