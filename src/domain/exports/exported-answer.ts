import { decomposeAnswer } from '../answering/decompose.ts'
import { sectionSchema } from '../templates/documents/section.ts'
import type { Answer } from '../answers/documents/answer.ts'
import { PAID_STATUS } from '../kernel/limits.ts'
import { findPaymentStatus } from '../payments/payment-status.ts'
import type { ExportedAnswer, ExportedVersion } from './export-call.ts'

/** Converts a stored answer to its exported form. */
export function toExportedAnswer(answer: Answer): ExportedAnswer {
  const { estados, ubicacion, datosCiudadano, persona } = answer
  return {
    id: answer.id,
    codigoMunicipio: answer.codigoMunicipio,
    fechaCreacion: answer.fechaCreacion,
    receivedAt: answer.receivedAt,
    lastUpdate: answer.lastUpdate,
    creadoPor: answer.creadoPor,
    firstName: answer.firstName,
    lastName: answer.lastName,
    inspectorID: answer.inspectorID,
    templateVersion: answer.templateVersion,
    ...(datosCiudadano === undefined ? {} : { datosCiudadano }),
    ...(persona === undefined ? {} : { persona }),
    direccion: ubicacion?.direccion ?? '',
    ...(ubicacion?.latlng === undefined ? {} : { latlng: ubicacion.latlng }),
    estado: estados?.disponibles[estados.actual]?.nombre ?? null,
    ...toExportedPayment(answer),
    area: answer.areaInfo.nombre,
    incidente: answer.muniCore?.idIncidente ?? '',
    content: decomposeAnswer(answer),
    signatures: answer.signatures.flatMap(({ indexSignature, title, names, imgID }) =>
      imgID === undefined
        ? []
        : [
            {
              index: indexSignature,
              title,
              name: `${names?.firstName ?? ''} ${names?.lastName ?? ''}`.trim(),
              image: imgID,
            },
          ],
    ),
  }
}

function toExportedPayment(answer: Answer): Pick<ExportedAnswer, 'pago'> {
  const status = findPaymentStatus(answer)
  if (status === null) return {}
  const entry = answer.payments.at(-1)
  if (entry === undefined) return { pago: { status } }
  const { payOrder, currencyType, dateFormatted, refunded } = entry
  return {
    pago: {
      status,
      ...(refunded === undefined ? {} : { refunded }),
      amount: payOrder.amount,
      currency: currencyType.name,
      orderId: payOrder.orderId,
      ...(status === PAID_STATUS ? { paidAt: dateFormatted } : {}),
    },
  }
}

/** Questions of an answer's version, taken from the answer, if the version is not stored. */
export function toExportedVersion({ templateVersion, secciones }: Answer): ExportedVersion {
  return { version: templateVersion, secciones: secciones.map((section) => sectionSchema.parse(section)) }
}
