import { answerSchema, type Answer } from '#domain/answers/index.ts'
import { toInstant, toMilliseconds } from '#domain/kernel/index.ts'
import type { PullResponse } from '#domain/sync/index.ts'
import type { Local } from '#local/index.ts'
import { applyPull } from '#local/pull.ts'
import { buildPlainSubmit, CLOCK } from '../builders/submit.ts'
import { buildPlainTemplate } from '../builders/template.ts'
import { START } from './device.ts'
import { AUTHOR_PROFILE } from './profile.ts'

/** A page of a pull, empty except for the change. */
export function page(change: Partial<PullResponse> = {}): PullResponse {
  return {
    serverTime: toInstant(START),
    cursor: 'c1',
    scope: 's1',
    reset: false,
    more: false,
    profile: AUTHOR_PROFILE,
    areas: [],
    templates: [],
    goneTemplates: [],
    answers: [],
    goneAnswers: [],
    ...change,
  }
}

/** Stores a page on a device whose clock agrees with the server's. */
export function receivePage(local: Local, received: PullResponse): Promise<boolean> {
  return applyPull(local, received, toMilliseconds(received.serverTime))
}

/** The form of the answers below. */
export const note = buildPlainTemplate()

/** The answer of `buildPlainSubmit(seed)`, as a pull sends it. */
export function answerOf(seed: number, version = 1): Answer {
  const { id: idPlantilla, areas, areaInfo, municipioInfo, opcionales, titulo } = note
  const { answer: id } = buildPlainSubmit(seed)
  return answerSchema.parse({
    id,
    electronicSignature: id,
    idPlantilla,
    templateVersion: version,
    formTitle: titulo,
    titulo,
    codigoMunicipio: `VIS${seed}`,
    fechaCreacion: CLOCK,
    lastUpdate: CLOCK,
    creadoPor: 'ines',
    secciones: [],
    areas,
    areaInfo,
    municipioInfo,
    opcionales,
    version: 1,
    authorId: 'ines',
    receivedAt: CLOCK,
    files: [],
  })
}
