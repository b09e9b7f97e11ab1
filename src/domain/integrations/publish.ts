import { listAllPlacedQuestions, listAskedQuestionsInSection, type PlacedQuestion } from '../answering/walk.ts'
import { decomposeAnswer } from '../answering/decompose.ts'
import type { Answer } from '../answers/documents/answer.ts'
import type { AreaInfo } from '../places/documents/place-info.ts'
import { type CombinedInput, QUESTION_TYPE } from '../questions/documents.ts'
import { getFirstArea } from '../places/documents/document-areas.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import { formatRecipientName } from '../answers/documents/recipient.ts'
import type { QuestionValue } from '../answers/documents/values.ts'
import { formatInputCell, formatQuestionCell, type Cell } from '../exports/cell.ts'
import type { AreaPath } from '../kernel/paths.ts'
import { unreachable } from '../kernel/unreachable.ts'
import { listAcceptedAttachments } from '../questions/attachments.ts'
import { listChosenOptions } from '../questions/options.ts'
import { getDataCodec } from '../questions/data-types.ts'
import { listCombinedInputs } from '../questions/question-types/combined.ts'
import type { Answerable } from '../questions/codec.ts'
import type { ListedAnswer } from '../answers/summaries.ts'
import type {
  PublishedAnswer,
  PublishedAnswerSummary,
  PublishedTemplate,
  QUESTION_KINDS,
  TemplateListItem,
} from './published.ts'

/** Placeholders for the texts of yes and no. They are never published, because yes and no are published as booleans. */
const YES_NO_PLACEHOLDERS = { yes: 'yes', no: 'no' }
type Kind = (typeof QUESTION_KINDS)[number]
type Value = string | number | boolean | string[]

function toPublishedKind(question: Pick<Answerable, 'tipoPregunta' | 'tipoDato'>): Kind {
  const { tipoPregunta } = question
  switch (tipoPregunta) {
    case QUESTION_TYPE.OPEN:
      return getDataCodec(question).holds
    case QUESTION_TYPE.SELECT:
      return 'choice'
    case QUESTION_TYPE.RADIO:
      return 'one-choice'
    case QUESTION_TYPE.BOOLEAN:
      return 'yes-no'
    case QUESTION_TYPE.COMBINED:
      return 'block'
    default:
      return unreachable(tipoPregunta)
  }
}

/** Form without its questions. @param nameOf returns the name of an area */
export function toTemplateListItem(form: FormTemplate, nameOf: (area: AreaPath) => string): TemplateListItem {
  return {
    id: form.id,
    title: form.titulo,
    description: form.descripcion,
    version: form.version,
    areas: form.areas.map((path) => ({ id: getLastPathSegment(path), name: nameOf(path) })),
    public: form.opcionales.publico,
    updatedAt: form.lastEdit?.date ?? form.timeStamp,
  }
}

export function toPublishedTemplate(form: FormTemplate, nameOf: (area: AreaPath) => string): PublishedTemplate {
  return {
    ...toTemplateListItem(form, nameOf),
    states: form.estados.disponibles.map(({ id, nombre }) => ({ id, name: nombre })),
    questions: listAllPlacedQuestions(form).map((place) => ({
      ...toPublishedPlace(place),
      required: place.question.required,
      repeats: place.section.repetible,
      options: place.question.opciones.map(({ texto }) => texto),
    })),
  }
}

function toPublishedPlace({ address, section, condition, question }: PlacedQuestion) {
  return {
    address,
    section: section.conditionalSection && section.titulo === '' ? section.conditionalQuestion : section.titulo,
    condition: condition?.condition ?? null,
    question: question.titulo,
    kind: toPublishedKind(question),
  }
}

/** Published line of a list of answers. */
export function toPublishedAnswerSummary({ idPlantilla, summary, standing }: ListedAnswer): PublishedAnswerSummary {
  const { ubicacion } = summary
  return {
    id: summary.id,
    code: summary.codigoMunicipio,
    form: idPlantilla,
    state: standing === undefined ? null : { id: standing.actual, name: summary.estado ?? '' },
    createdAt: summary.fechaCreacion,
    receivedAt: summary.receivedAt,
    updatedAt: summary.lastUpdate,
    author: { name: `${summary.firstName} ${summary.lastName}`.trim(), login: summary.creadoPor },
    recipient: summary.destinatario,
    location:
      ubicacion === undefined
        ? null
        : {
            address: ubicacion.direccion,
            latitude: ubicacion.latlng?.latitude ?? null,
            longitude: ubicacion.latlng?.longitude ?? null,
          },
  }
}

/** Published answer. @param line line of the same answer */
export function toPublishedAnswer(answer: Answer, line: PublishedAnswerSummary): PublishedAnswer {
  return {
    ...line,
    version: answer.version,
    formTitle: answer.formTitle,
    formVersion: answer.templateVersion,
    area: toPublishedArea(answer.areaInfo, getFirstArea(answer)),
    person: toPublishedPerson(answer),
    incident: answer.muniCore?.idIncidente ?? '',
    openConflicts: answer.conflicts.filter(({ resolved }) => resolved === undefined).length,
    values: publishValues(answer),
    signatures: answer.signatures.map(({ title, names, imgID }) => ({
      title,
      name: `${names?.firstName ?? ''} ${names?.lastName ?? ''}`.trim(),
      file: imgID ?? null,
    })),
    files: answer.files.map(({ sha256, name, type, bytes }) => ({
      sha256,
      name,
      type,
      bytes,
      path: `/api/v1/answers/${answer.id}/files/${sha256}`,
    })),
  }
}

function toPublishedArea({ nombre, id }: AreaInfo, path: AreaPath) {
  return { id: id ?? getLastPathSegment(path), name: nombre }
}

function getLastPathSegment(path: AreaPath): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function toPublishedPerson({ datosCiudadano, persona }: Answer): PublishedAnswer['person'] {
  if (datosCiudadano === undefined)
    return persona === undefined
      ? null
      : { name: persona.nombre, idNumber: '', taxNumber: '', email: '', phone: '', address: persona.direccion }
  const { dni, cuit, email, telefono, calle } = datosCiudadano
  const name = formatRecipientName({ datosCiudadano, persona: undefined })
  return { name, idNumber: dni, taxNumber: cuit, email, phone: telefono, address: calle }
}

function publishValues(answer: Answer): PublishedAnswer['values'] {
  const content = decomposeAnswer(answer)
  return answer.secciones.flatMap((section) =>
    listAskedQuestionsInSection(section, content).flatMap((place) => {
      const value = content.values[place.address]
      if (value === undefined) return []
      const files = listAcceptedAttachments(place.question).flatMap((field) => value[field] ?? [])
      return [
        { ...toPublishedPlace(place), row: place.index, rowId: place.row, value: publishValue(place, value), files },
      ]
    }),
  )
}

function publishValue({ question }: PlacedQuestion, value: QuestionValue): PublishedAnswer['values'][number]['value'] {
  if (question.tipoPregunta !== QUESTION_TYPE.COMBINED)
    return toPlainValue(question, value, () => formatQuestionCell(question, value, YES_NO_PLACEHOLDERS))
  const fields = listCombinedInputs(question).flatMap((input: CombinedInput) => {
    const inner = value.combined?.[String(input.orden)]
    const given =
      inner === undefined ? null : toPlainValue(input, inner, () => formatInputCell(input, value, YES_NO_PLACEHOLDERS))
    return given === null ? [] : [[input.name, given] as const]
  })
  return fields.length === 0 ? null : Object.fromEntries(fields)
}

/** Converts a value to its published form. TypeScript requires a case for each kind. */
function toPlainValue(question: Answerable, value: QuestionValue, cell: () => Cell): Value | null {
  const kind = toPublishedKind(question)
  switch (kind) {
    case 'text':
    case 'number':
    case 'date':
    case 'time': {
      const cellValue = cell()
      return typeof cellValue === 'object' && cellValue !== null ? cellValue.at : cellValue
    }
    case 'choice': {
      const chosen = listChosenTexts(question, value)
      return chosen.length === 0 ? null : chosen
    }
    case 'one-choice':
      return listChosenTexts(question, value)[0] ?? null
    case 'yes-no':
      return typeof value.respuesta === 'boolean' ? value.respuesta : null
    // Not reached by combined questions: `publishValue` converts each field and publishes an object of them.
    case 'block':
    case 'none':
      return null
    default:
      return unreachable(kind)
  }
}

function listChosenTexts(question: Answerable, value: QuestionValue): string[] {
  return listChosenOptions(value, question).map(({ texto }) => texto)
}
