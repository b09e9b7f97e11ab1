import type { AnsweredQuestion } from '../questions/documents.ts'
import type { ExportedRecord } from './privacy-api.ts'

/**
 * Formats the exported records as plain text for the person: the form's questions with their values, in the form's
 * language, and orders, receipts and tickets. The complete data is in the JSON file of the same export.
 */
export function formatExportedRecords(records: readonly ExportedRecord[]): string {
  return records.map((record) => describeRecord(record).join('\n')).join('\n\n')
}

function describeRecord({ id, answer, order, receipts, tickets }: ExportedRecord): readonly string[] {
  const lines: string[] = []
  if (answer !== undefined) {
    const { titulo, codigoMunicipio, fechaCreacion, datosCiudadano, persona, ubicacion, secciones, files } = answer
    lines.push([titulo, codigoMunicipio, fechaCreacion].join(' · '))
    const { nombre, apellido, dni, cuit, email, telefono, calle } = datosCiudadano ?? {}
    lines.push(joinTexts([nombre, apellido, dni, cuit, email, telefono, calle]))
    lines.push(joinTexts([persona?.nombre, persona?.direccion]), joinTexts([ubicacion?.direccion]))
    for (const { titulo: section, preguntas, seccionesRepetibles = [], conditions = [] } of secciones) {
      const rows = [preguntas ?? [], ...seccionesRepetibles.map((row) => row.preguntas)]
      const chosen = conditions.flatMap(({ checked, questions }) => (checked ? [questions] : []))
      for (const questions of [...rows, ...chosen])
        lines.push(...questions.flatMap((question) => describeQuestion(section ?? '', question)))
    }
    lines.push(...files.map(({ name, sha256 }) => `  ${name} (${sha256})`))
  }
  if (order !== undefined)
    lines.push(joinTexts([order.formTitle, order.orderId, order.fullName, order.dni, order.email, order.phone]))
  lines.push(...receipts.map(({ number, paidAt, amount }) => joinTexts([String(number), paidAt, String(amount / 100)])))
  lines.push(...tickets.map(({ event, ownerName, dni, email }) => joinTexts([event, ownerName, dni, email])))
  return [id, ...lines.filter((line) => line.trim() !== '')]
}

function joinTexts(texts: readonly (string | undefined)[]): string {
  const given = texts.filter((text) => text !== undefined && text !== '')
  return given.length === 0 ? '' : `  ${given.join(' · ')}`
}

function describeQuestion(
  section: string,
  { titulo, respuesta, opciones, combinedQuestions = [] }: AnsweredQuestion,
): readonly string[] {
  const chosen = opciones.filter(({ checked }) => checked).map(({ texto }) => texto)
  const inputs = combinedQuestions.flatMap((item) => (item.type === 'input' ? [item] : []))
  const values = [...toTexts(respuesta), ...chosen, ...inputs.flatMap((item) => toTexts(item.respuesta))]
  return values.length === 0 ? [] : [`  ${section === '' ? '' : `${section} · `}${titulo}: ${values.join(', ')}`]
}

function toTexts(value: string | boolean | undefined): readonly string[] {
  if (value === undefined || value === '') return []
  if (typeof value === 'string') return [value]
  return [value ? '✓' : '✗']
}
