import type { Instant } from '../kernel/instant.ts'
import { formatRecipientName } from '../answers/documents/recipient.ts'
import type { Cell } from './cell.ts'
import type { ExportedAnswer } from './export-call.ts'
import { typedKeys } from '../kernel/typed-entries.ts'

/** Formats an instant in the reader's time zone, `YYYY-MM-DDTHH:mm`. */
export type MinuteFormatter = (instant: Instant) => string

const text = (given: string | undefined | null): Cell => (given === undefined || given === '' ? null : given)

/** Parses a printed time. @param printed `DD/MM/YYYY HH:mm`, kept in its original time zone */
function parsePrintedMoment(printed: string | undefined): Cell {
  const [, day, month, year, time] = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d)$/.exec(printed ?? '') ?? []
  return year === undefined ? null : { at: `${year}-${month}-${day}T${time}` }
}

const REFUNDED = { part: 'Devuelto en parte', whole: 'Devuelto' }

/** Facts of an answer besides its values, in column order. */
export const ANSWER_COLUMNS = {
  code: ({ codigoMunicipio }) => text(codigoMunicipio),
  id: ({ id }) => id,
  createdAt: ({ fechaCreacion }, minuteOf) => ({ at: minuteOf(fechaCreacion) }),
  updatedAt: ({ lastUpdate }, minuteOf) => ({ at: minuteOf(lastUpdate) }),
  receivedAt: ({ receivedAt }, minuteOf) => ({ at: minuteOf(receivedAt) }),
  state: ({ estado }) => text(estado),
  area: ({ area }) => text(area),
  author: ({ firstName, lastName }) => text(`${firstName} ${lastName}`.trim()),
  authorLogin: ({ creadoPor }) => text(creadoPor),
  authorFile: ({ inspectorID }) => text(inspectorID),
  recipient: (answer) => text(formatRecipientName(answer)),
  recipientDni: ({ datosCiudadano }) => text(datosCiudadano?.dni),
  recipientCuit: ({ datosCiudadano }) => text(datosCiudadano?.cuit),
  recipientEmail: ({ datosCiudadano }) => text(datosCiudadano?.email),
  recipientPhone: ({ datosCiudadano }) => text(datosCiudadano?.telefono),
  recipientAddress: ({ datosCiudadano, persona }) => text(datosCiudadano?.calle ?? persona?.direccion),
  address: ({ direccion }) => text(direccion),
  latitude: ({ latlng }) => latlng?.latitude ?? null,
  longitude: ({ latlng }) => latlng?.longitude ?? null,
  paymentStatus: ({ pago }) => text(pago?.refunded === undefined ? pago?.status : REFUNDED[pago.refunded]),
  paymentAmount: ({ pago }) => (pago?.amount === undefined ? null : pago.amount / 100),
  paymentCurrency: ({ pago }) => text(pago?.currency),
  paymentOrder: ({ pago }) => text(pago?.orderId),
  paidAt: ({ pago }) => parsePrintedMoment(pago?.paidAt),
  incident: ({ incidente }) => text(incidente),
  version: ({ templateVersion }) => templateVersion,
} as const satisfies Readonly<Record<string, (answer: ExportedAnswer, minuteOf: MinuteFormatter) => Cell>>

export type AnswerColumnName = keyof typeof ANSWER_COLUMNS
export const ANSWER_COLUMN_NAMES: readonly AnswerColumnName[] = typedKeys(ANSWER_COLUMNS)
/** Facts repeated in each line of an answer, so that lines can be sorted and filtered. */
export const REPEATED_COLUMNS: ReadonlySet<AnswerColumnName> = new Set(['code', 'id'])
export const TIME_COLUMNS: ReadonlySet<AnswerColumnName> = new Set(['createdAt', 'updatedAt', 'receivedAt', 'paidAt'])
