import { z } from 'zod'
import { alternativeLanguages, list, type DeepReadonly } from '../kernel/building-blocks.ts'
import { stateSchema, templateStatesSchema } from '../templates/documents/states.ts'
import { formTemplateSchema } from '../templates/documents/template.ts'
import { publicChargeSchema, publicTicketSaleSchema } from '../tickets/documents/sale.ts'

/**
 * What the public and citizens get of a form: what answering needs, not its author, its tie to the management system,
 * its number of answers, its agenda (the server makes the address of the booking) or whom it was opened for. A field
 * not named here never leaves (`publicFormOf`).
 */
export const publicFormSchema = formTemplateSchema
  .pick({
    id: true,
    version: true,
    titulo: true,
    descripcion: true,
    nombreRespuesta: true,
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
    ...alternativeLanguages('titulo'),
    ...alternativeLanguages('descripcion'),
    ...alternativeLanguages('nombreRespuesta'),
    estados: templateStatesSchema
      .pick({ inicial: true })
      .extend({
        disponibles: list(stateSchema.pick({ id: true, nombre: true, transiciones: true }), 1000).describe(
          'the states',
        ),
      })
      .describe('states that its answers go through'),
    charge: publicChargeSchema.optional().describe('what an answer costs'),
    ticketSale: publicTicketSaleSchema.optional().describe('what is sold'),
    picksState: z.boolean().describe('whoever answers picks the state'),
  })
export type PublicForm = DeepReadonly<z.infer<typeof publicFormSchema>>
