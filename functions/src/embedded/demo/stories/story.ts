import { listAskedQuestionsInSection, type AnswerHeader, type FileClaim } from '#domain/answering/index.ts'
import type { AnswerValues, QuestionValue } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { DATA_TYPE, QUESTION_TYPE, type Question } from '#domain/questions/index.ts'
import { generateRowId, type RowId } from '#domain/kernel/index.ts'
import type { DemoFile } from '../photos/index.ts'
import { createRandom, type Random } from '../random.ts'

/** A person's value for one question: text, a number, yes or no, or the texts of options; null is no value. */
export type StoryValue = string | number | boolean | readonly string[] | null

/** Content of one visit, created before the form is filled in, so that its values fit together. */
export type Story = {
  /** values by title of the question; a function is called once per row */
  readonly values: Readonly<Record<string, StoryValue | ((row: number) => StoryValue)>>
  /** photos by title of the question; a function is called once per row */
  readonly photos: Readonly<Record<string, DemoFile | ((row: number) => DemoFile | null) | null>>
  /** texts of the conditions that are checked */
  readonly conditions: readonly string[]
  /** rows of repeatable sections beyond the main one */
  readonly rows: number
  readonly header: Omit<AnswerHeader, 'signatures'>
  readonly signed: readonly {
    readonly indexSignature: number
    readonly firstName: string
    readonly lastName: string
    readonly image: DemoFile
  }[]
  /** values of questions that the story does not mention */
  readonly otherwise: (question: Question) => StoryValue
}

export type FilledInForm = {
  readonly content: AnswerValues
  readonly header: AnswerHeader
  readonly files: readonly FileClaim[]
}

/** Fills in a form with a story, as a device would. */
export function fillInForm(template: FormTemplate, story: Story, random: Random): FilledInForm {
  const conditions: Record<string, number[]> = {}
  const rows: Record<string, readonly RowId[]> = {}
  const values: Record<string, QuestionValue> = {}
  const files = new Map<string, FileClaim>()
  const attach = (file: DemoFile): DemoFile['sha256'] => {
    files.set(file.sha256, {
      sha256: file.sha256,
      bytes: file.content.length,
      type: file.type,
      name: nameOnDevice(file, random),
    })
    return file.sha256
  }
  for (const { orden, conditionalSection, conditions: offered, repetible } of template.secciones) {
    const checked = offered.filter((item) => story.conditions.includes(item.condition)).map((item) => item.order)
    if (conditionalSection && checked.length > 0) conditions[String(orden)] = checked
    if (repetible && story.rows > 0) rows[String(orden)] = generateRows(story.rows, orden)
  }
  const shape: AnswerValues = { values: {}, conditions, rows }
  for (const section of template.secciones) {
    for (const { address, question, index } of listAskedQuestionsInSection(section, shape)) {
      const at = index === null ? 0 : index + 1
      const value = toQuestionValue(question, valueAt(story, question, at))
      const photo = findPhotoOfStory(story, question, at)
      const valueWithPhoto = photo === null || !question.adjuntar ? value : { ...value, imagen: attach(photo) }
      if (Object.keys(valueWithPhoto).length > 0) values[address] = valueWithPhoto
    }
  }
  const signatures = story.signed.map(({ image, ...rest }) => ({
    ...rest,
    title: getSignatureTitle(template, rest.indexSignature),
    image: attach(image),
  }))
  return { content: { values, conditions, rows }, header: { ...story.header, signatures }, files: [...files.values()] }
}

/** Generates row ids. Uses its own random generator, so that the rest of the demonstration does not depend on them. */
function generateRows(count: number, section: number): readonly RowId[] {
  const random = createRandom(section)
  const rows: RowId[] = []
  while (rows.length < count) rows.push(generateRowId(random.bytes(10), rows))
  return rows
}

function valueAt(story: Story, question: Question, row: number): StoryValue {
  const value = story.values[question.titulo]
  if (value === undefined) return story.otherwise(question)
  return typeof value === 'function' ? value(row) : value
}

function findPhotoOfStory(story: Story, question: Question, row: number): DemoFile | null {
  const photo = story.photos[question.titulo]
  return (typeof photo === 'function' ? photo(row) : photo) ?? null
}

/** The value in the format of the question's type. Throws when the story does not fit the form. */
function toQuestionValue(question: Question, value: StoryValue): QuestionValue {
  if (value === null) return {}
  switch (question.tipoPregunta) {
    case QUESTION_TYPE.OPEN: {
      if (question.tipoDato === DATA_TYPE.LINK || question.tipoDato === DATA_TYPE.TITLE) return {}
      const text =
        typeof value === 'number'
          ? formatCanonicalNumber(value, question.tipoDato === DATA_TYPE.DECIMAL)
          : String(value)
      return text === '' ? {} : { respuesta: text }
    }
    case QUESTION_TYPE.BOOLEAN:
      return { respuesta: value === true }
    case QUESTION_TYPE.RADIO:
    case QUESTION_TYPE.SELECT: {
      const texts = Array.isArray(value) ? value : [value]
      const chosen = texts.map((text) => {
        // Imported lists may offer the same text twice.
        const option = question.opciones.find((each) => each.texto === text)
        if (option === undefined) throw new Error(`«${question.titulo}» does not offer ${JSON.stringify(text)}`)
        return option.orden
      })
      return chosen.length === 0 ? {} : { chosen: chosen.toSorted((a, b) => a - b) }
    }
    case QUESTION_TYPE.COMBINED:
      return {}
  }
}

/** Canonical number: digits, a comma, up to two decimals. */
function formatCanonicalNumber(value: number, decimal: boolean): string {
  return decimal ? String(Math.round(value * 100) / 100).replace('.', ',') : String(Math.round(value))
}

function getSignatureTitle(template: FormTemplate, index: number): string {
  return template.signatures.find((signature) => signature.indexSignature === index)?.title ?? ''
}

function nameOnDevice(file: DemoFile, random: Random): string {
  return file.type === 'image/png' ? 'firma.png' : `IMG_${random.int(1000, 9999)}.jpg`
}

/** A plausible value for a question that the story does not mention. */
export function inventValue(
  random: Random,
  question: Question,
  quality: number,
  comments: readonly string[],
): StoryValue {
  // Optional questions get no text beside a photo, and no tick if they are only explanations, as in imported forms.
  const silent = question.adjuntar || question.titulo.length > 200
  if (!question.required && (silent || !random.chance(0.7))) return null
  switch (question.tipoPregunta) {
    case QUESTION_TYPE.BOOLEAN:
      return random.chance(quality)
    case QUESTION_TYPE.RADIO:
      return random.pick(question.opciones.map((option) => option.texto))
    case QUESTION_TYPE.SELECT:
      return random.some(
        question.opciones.map((option) => option.texto),
        random.int(1, 2),
      )
    case QUESTION_TYPE.COMBINED:
      return null
    case QUESTION_TYPE.OPEN:
      break
  }
  switch (question.tipoDato) {
    case DATA_TYPE.NUMBER:
      return random.int(1, 40)
    case DATA_TYPE.DECIMAL:
      return random.int(10, 400) / 10
    default:
      return question.required || random.chance(0.35) ? random.pick(comments) : null
  }
}
