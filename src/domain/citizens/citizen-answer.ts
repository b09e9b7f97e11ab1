import { answerSchema, type Answer } from '../answers/documents/answer.ts'
import type { AnswerStates } from '../templates/documents/states.ts'
import type { ChangeRequest } from '../answers/documents/change-request.ts'
import type { PaymentEntry } from '../payments/documents/payment.ts'
import { PUBLIC_AUTHOR } from '../kernel/author.ts'

/**
 * Returns the part of an answer that its citizen may see: content, state, payments and last request. Excludes names and
 * corrections of staff, conflicts and links to the management system. Only listed fields are included. Events are in
 * `buildCitizenHistory`.
 * @param codeHidden the municipality shows no codes
 */
export function toCitizenAnswer(answer: Answer, { codeHidden }: { readonly codeHidden: boolean }): Answer {
  const { estados, requestsForChanges, payments, datosCiudadano, persona } = answer
  return answerSchema.parse({
    ...pickShownFields(answer),
    creadoPor: '',
    authorId: PUBLIC_AUTHOR,
    ...(codeHidden ? { codigoMunicipio: '' } : {}),
    ...(datosCiudadano === undefined ? {} : { datosCiudadano: { ...datosCiudadano, _source: undefined } }),
    ...(persona === undefined ? {} : { persona: { nombre: persona.nombre, direccion: persona.direccion } }),
    // Only the last request, which determines the status (`computeRequestStatus`).
    requestsForChanges: requestsForChanges.slice(-1).map(toShownRequest),
    payments: payments.map(toShownPayment),
    ...(estados === undefined ? {} : { estados: toShownStates(estados) }),
  })
}

/** States and the time of each change, without users and incident types. */
function toShownStates({ disponibles, history, ...states }: AnswerStates): AnswerStates {
  return {
    ...states,
    disponibles: disponibles.map(({ idTipoIncidente: _, ...state }) => state),
    history: history.map(({ name: _, ...entry }) => ({ ...entry, userName: '' })),
  }
}

/** Purchase, price and status, without the payer, who may be another person. */
function toShownPayment({ payOrder, ...payment }: PaymentEntry): PaymentEntry {
  return { ...payment, address: '', payOrder: { ...payOrder, fullName: '', dni: '', phone: '', email: '' } }
}

const SHOWN_FIELDS = [
  'id',
  'electronicSignature',
  'idPlantilla',
  'formTitle',
  'titulo',
  'descripcion',
  'codigoMunicipio',
  'fechaCreacion',
  'lastUpdate',
  'datosCiudadano',
  'persona',
  'ubicacion',
  'secciones',
  'signatures',
  'areas',
  'areaInfo',
  'municipioInfo',
  'opcionales',
  'paymentDetails',
  'purchaseOrderDetails',
  'headerImageURL',
  'version',
  'templateVersion',
  'receivedAt',
  'files',
] as const satisfies readonly (keyof Answer)[]

function pickShownFields(answer: Answer): Partial<Answer> {
  const known = new Set<string>(SHOWN_FIELDS)
  const isAlternative = (name: string): boolean => /^(?:titulo|descripcion)AlternativeLanguage_/.test(name)
  return Object.fromEntries(Object.entries(answer).filter(([name]) => known.has(name) || isAlternative(name)))
}

/** Request without its author and the delivery of its message. */
function toShownRequest({ messageSent: _, ...request }: ChangeRequest): ChangeRequest {
  return { ...request, madeBy: { email: '', username: '' } }
}
