import { z } from 'zod'
import { instantSchema } from '../../kernel/instant.ts'
import { municipalityPathSchema } from '../../kernel/paths.ts'
import { answerSchema } from './answer.ts'
import { nameSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'
import { madeBySchema } from './change-request.ts'
import { unsettledCitizenSchema } from '../../citizens/documents/unsettled.ts'

const { id, idPlantilla, titulo, codigoMunicipio, authorId, areas, areaInfo, municipioInfo } = answerSchema.shape

/** `deleted/{answerId}`: a deleted, restorable answer. Its content is the last version in `historial`. */
export const deletedAnswerSchema = z.object({
  id: id.describe('id of the answer'),
  idPlantilla: idPlantilla.describe('form of the answer'),
  titulo: titulo.describe('title of the form'),
  codigoMunicipio: codigoMunicipio.describe('code of the answer'),
  authorId: authorId.describe('user id of the author, or "public"'),
  areas: areas.describe('areas of the answer; the first one decides who may restore it'),
  areaInfo: areaInfo.describe('first area of the answer, copied for the list'),
  municipioInfo: municipioInfo.describe('municipality of the answer, copied for the list'),
  municipality: municipalityPathSchema.describe('municipality of the answer, copied for lists'),
  version: z.int().min(1).describe('last version of the answer'),
  by: madeBySchema.describe('who deleted it'),
  name: nameSchema.describe('first and last name of the person who deleted it; empty if unknown'),
  at: instantSchema.describe('when it was deleted'),
  until: instantSchema
    .optional()
    .describe('when it is erased permanently; missing: its municipality keeps deleted answers'),
  unsettled: unsettledCitizenSchema.optional().describe('the pending decision on who its citizen is'),
})
export type DeletedAnswer = DeepReadonly<z.infer<typeof deletedAnswerSchema>>
