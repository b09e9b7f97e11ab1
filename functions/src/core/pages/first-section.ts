import { pickRequiredMark, marksOptional, placesInRow, type Place } from '#domain/answering/index.ts'
import {
  DATA_TYPE,
  QUESTION_TYPE,
  type Question,
  fitSideBySide,
  dataCodecFor,
  isPhotoWithNote,
  pickKeyboard,
  optionText,
  takesAnswer,
} from '#domain/questions/index.ts'
import { foreignTag, translateField, originalLanguage } from '#domain/templates/index.ts'
import type { PublicForm } from '#domain/pages/index.ts'
import { MAX_TEXT_LENGTH, QUESTIONS_PER_BATCH } from '#domain/kernel/index.ts'
import { escapeHtml } from './escaped.ts'
import type { FirstMessages } from './messages.ts'
import type { ReaderLanguage } from './reader-language.ts'

/** Maximum options rendered here. Longer lists are searchable and are rendered by the app. */
const MAX_OPTIONS = 20

/**
 * A form's first questions as HTML that can be filled in before any script runs. Fields have their position in
 * `data-at`, options their number as value, and yes and no are `true` and `false`; the app reads them
 * (src/features/answering/public/taken-over.ts). Labels have the app's ids. Questions without an HTML field (photos,
 * signatures) only have their title. User-supplied text is escaped.
 * @returns empty when the form does not begin with plain questions
 */
export function firstSection(form: PublicForm, language: ReaderLanguage, messages: FirstMessages): string {
  const [section] = form.secciones
  if (section === undefined || section.conditionalSection) return ''
  const title = translateField(section, 'titulo', language) || messages.section
  const description = translateField(section, 'descripcion', language)
  const optionalMarked = marksOptional(form)
  const read = { language, own: originalLanguage(form), messages }
  const cards = placesInRow(section, null)
    .slice(0, QUESTIONS_PER_BATCH)
    .map((place) => questionCardHtml(place, pickRequiredMark(place.question, optionalMarked), read))
  const about =
    description === ''
      ? ''
      : `<p class="help"${langAttribute(section, 'descripcion', language, read.own)}>${escapeHtml(description)}</p>`
  return `<section class="fill" aria-labelledby="first-title"><h2 id="first-title"${langAttribute(section, 'titulo', language, read.own)}>${escapeHtml(title)}</h2>${about}${cards.join('')}<p class="help" role="status">${escapeHtml(messages.coming)}</p></section>`
}

type Read = {
  readonly language: ReaderLanguage
  /** language of the form's own texts */
  readonly own: ReturnType<typeof originalLanguage>
  readonly messages: FirstMessages
}

/** The `lang` attribute of a text that is not in the reader's language (`foreignTag`). */
export function langAttribute(document: object, field: string, language: ReaderLanguage, own: Read['own']): string {
  const tag = foreignTag(document as Readonly<Record<string, unknown>>, field, language, own)
  return tag === undefined ? '' : ` lang="${tag}"`
}

function questionCardHtml({ address, question }: Place, mark: ReturnType<typeof pickRequiredMark>, read: Read): string {
  const { language, own, messages } = read
  const id = `first-${address.replaceAll('/', '-')}`
  const isText = question.tipoPregunta === QUESTION_TYPE.OPEN && takesAnswer(question) && !isPhotoWithNote(question)
  const title = escapeHtml(translateField(question, 'titulo', language))
  const lang = langAttribute(question, 'titulo', language, own)
  const name = isText
    ? `<label for="${id}" class="title"${lang}>${title}</label>`
    : `<span id="${id}-title" class="title"${lang}>${title}</span>`
  const note = mark === undefined ? '' : ` <span class="note">${escapeHtml(messages[mark])}</span>`
  const help = translateField(question, 'ayuda', language)
  return `<div class="card"><div>${name}${note}</div>${help === '' ? '' : `<span class="help"${langAttribute(question, 'ayuda', language, own)}>${escapeHtml(help)}</span>`}${questionFieldHtml(question, { ...read, at: address, id })}</div>`
}

type FieldContext = Read & { readonly at: string; readonly id: string }

function questionFieldHtml(question: Question, at: FieldContext): string {
  switch (question.tipoPregunta) {
    case QUESTION_TYPE.OPEN:
      return openField(question, at)
    case QUESTION_TYPE.BOOLEAN:
      return optionsHtml(
        'radio',
        [
          ['true', at.messages.yes, ''],
          ['false', at.messages.no, ''],
        ],
        at,
        true,
      )
    case QUESTION_TYPE.RADIO:
    case QUESTION_TYPE.SELECT: {
      const type = question.tipoPregunta === QUESTION_TYPE.RADIO ? 'radio' : 'checkbox'
      const offered = question.opciones.map(
        (option) =>
          [
            String(option.orden),
            optionText(option, at.language),
            langAttribute(option, 'texto', at.language, at.own),
          ] as const,
      )
      return offered.length > MAX_OPTIONS ? '' : optionsHtml(type, offered, at, fitSideBySide(question))
    }
    default:
      return ''
  }
}

function openField(question: Question, { at, id, messages }: FieldContext): string {
  if (isPhotoWithNote(question)) return ''
  const keyboard = pickKeyboard(question)
  const text = (mode: string, width = 'short', hint = ''): string =>
    `<input id="${id}" data-at="${at}" class="field ${width}" type="text" inputmode="${mode}" autocomplete="off"${hint === '' ? '' : ` placeholder="${hint}"`} />`
  switch (dataCodecFor(question).holds) {
    case 'text':
      return `<textarea id="${id}" data-at="${at}" class="field" rows="1"${keyboard === undefined ? '' : ` inputmode="${keyboard}"`} autocomplete="off" maxlength="${MAX_TEXT_LENGTH}"></textarea>`
    case 'number':
      return text(numberKeyboard(question))
    case 'date':
      return text('numeric', 'date', messages.date)
    case 'time':
      return text('numeric', 'time', messages.time)
    default:
      return ''
  }
}

function numberKeyboard({ tipoDato, permiteNegativos = false }: Question): string {
  if (permiteNegativos) return 'text'
  return tipoDato === DATA_TYPE.DECIMAL ? 'decimal' : 'numeric'
}

function optionsHtml(
  type: 'radio' | 'checkbox',
  offered: readonly (readonly [value: string, text: string, lang: string])[],
  { at, id }: FieldContext,
  sideBySide: boolean,
): string {
  const each = offered.map(
    ([value, text, lang]) =>
      `<label class="option"><input type="${type}" name="${id}" data-at="${at}" value="${value}" autocomplete="off" /><span${lang}>${escapeHtml(text)}</span></label>`,
  )
  return `<div class="options${sideBySide ? ' beside' : ''}" role="${type === 'radio' ? 'radiogroup' : 'group'}" aria-labelledby="${id}-title">${each.join('')}</div>`
}
