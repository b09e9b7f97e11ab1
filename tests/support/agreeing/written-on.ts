import { type SubmitMutation, listAskedQuestions } from '#domain/answering/index.ts'
import type { QuestionValue } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { DATA_TYPE, type Question, QUESTION_TYPE } from '#domain/questions/index.ts'
import { TYPED_PARTS } from './any-edits.ts'
import { DATE_ON_PAPER, OPTIONS, OTHERS, POINT_ON_PAPER, TEXTS } from './words.ts'

/** Expected content of a PDF, computed from the sent answer and not from what the product stores or draws. */
export type Written = { readonly lines: readonly string[]; readonly pictures: number }

/** @returns lines in any order */
export function writtenOn(template: FormTemplate, { content, header, files }: SubmitMutation): Written {
  const claims = new Map(files.map((file) => [file.sha256, file]))
  const pictures = new Set<string>()
  const lines: string[] = []
  for (const { address, question } of listAskedQuestions(template, content)) {
    const value = content.values[address]
    if (value === undefined) continue
    lines.push(...answerLines(question, value))
    if (value.imagen !== undefined) pictures.add(value.imagen)
    for (const sha256 of [value.documento, value.video]) {
      const claim = sha256 === undefined ? undefined : claims.get(sha256)
      if (claim !== undefined) lines.push(`${claim.name} (1 KB)`)
    }
  }
  const { citizen, persona, location } = header
  if (citizen?.tipo === 'juridica') lines.push(citizen.nombre, citizen.cuit)
  if (citizen?.tipo === 'fisica') lines.push(`${citizen.nombre} ${citizen.apellido}`, citizen.dni)
  if (citizen !== undefined) lines.push(citizen.email, citizen.telefono, citizen.calle)
  if (persona !== undefined) lines.push(persona.nombre, persona.direccion)
  if (location !== undefined) lines.push(location.direccion)
  if (location?.latlng !== undefined) lines.push(POINT_ON_PAPER)
  for (const { indexSignature, title } of template.signatures) {
    const signed = header.signatures.find((one) => one.indexSignature === indexSignature)
    lines.push(signed?.title ?? title)
    if (signed === undefined) continue
    lines.push(`${signed.firstName} ${signed.lastName}`)
    pictures.add(signed.image)
  }
  return { lines: lines.map((line) => line.trim()).filter((line) => line !== ''), pictures: pictures.size }
}

function answerLines(question: Question, { respuesta, chosen, combined }: QuestionValue): readonly string[] {
  const choice = (orders: readonly number[] = []): string => orders.map((order) => OPTIONS[order] ?? '?').join(', ')
  const yes = (said: unknown): string => {
    if (said === true) return 'Sí'
    return said === false ? 'No' : ''
  }
  switch (question.tipoPregunta) {
    case QUESTION_TYPE.OPEN:
      return [
        question.tipoDato === DATA_TYPE.DATE && respuesta === TEXTS[DATA_TYPE.DATE]
          ? DATE_ON_PAPER
          : String(respuesta ?? ''),
      ]
    case QUESTION_TYPE.BOOLEAN:
      return [yes(respuesta)]
    case QUESTION_TYPE.SELECT:
    case QUESTION_TYPE.RADIO:
      return [choice(chosen)]
    case QUESTION_TYPE.COMBINED: {
      if (combined === undefined) return []
      const { 1: number = {}, 3: kind = {}, 5: seen = {} } = combined
      return [
        `Mide Largo: ${String(number.respuesta ?? '') || BLANK}`,
        `Clase: ${choice(kind.chosen) || BLANK}`,
        `Visto: ${yes(seen.respuesta) || BLANK}`,
      ]
    }
  }
}
const BLANK = '______'

/** The same parts that the edits use, so that none is missing from the expected lines. */
const TYPED = TYPED_PARTS.flatMap((part) => Object.entries(part)).flatMap(([field, text]) =>
  typeof text === 'string' ? [{ field, text: text.trim() }] : [],
)
function typedInto(...fields: readonly string[]): readonly string[] {
  return TYPED.flatMap(({ field, text }) => (fields.includes(field) ? [text] : []))
}
const NAMES = typedInto('nombre', 'firstName').flatMap((name) =>
  typedInto('apellido', 'lastName').map((surname) => `${name} ${surname}`),
)
const OF_THE_FORM = ['Firmante 0', 'Firmante 1', 'Sí', 'No', DATE_ON_PAPER, POINT_ON_PAPER]
const SAID = new Set<string>(
  [...Object.values(TEXTS), ...OTHERS, ...OF_THE_FORM, ...TYPED.map(({ text }) => text), ...NAMES].filter(
    (text) => text !== '',
  ),
)
const PATTERNS = [/^(?:Alfa|Beta|Gama)(?:, (?:Alfa|Beta|Gama))*$/, /^(?:Mide Largo|Clase|Visto): /, / \(\d+ KB\)$/]

/** The lines of a PDF that a user has entered. */
export function enteredIn(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.trim()).filter((line) => SAID.has(line) || PATTERNS.some((one) => one.test(line)))
}
