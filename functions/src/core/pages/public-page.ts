import {
  pickRequiredMark,
  marksOptionalQuestions,
  listQuestionsInRow,
  type PlacedQuestion,
} from '#domain/answering/index.ts'
import {
  DATA_TYPE,
  QUESTION_TYPE,
  doOptionsFitInOneLine,
  getDataCodec,
  isPhotoWithNote,
  pickKeyboard,
  findOptionText,
  acceptsAnswerValue,
  type Question,
} from '#domain/questions/index.ts'
import { getForeignLanguageTag, translateField, getOriginalLanguage } from '#domain/templates/index.ts'
import type { PublicForm } from '#domain/pages/index.ts'
import {
  MAX_TEXT_LENGTH,
  NAMED_LANGUAGES,
  QUESTIONS_PER_BATCH,
  type Result,
  getVisibleText,
} from '#domain/kernel/index.ts'
import { escapeHtml } from './escaped.ts'
import { buildInitialFormMessages, formatPublicRefusal, type InitialFormMessages } from './messages.ts'
import type { ReaderLanguage } from './reader-language.ts'

/** Maximum options rendered here. Longer lists are searchable and are rendered by the app. */
const MAX_OPTIONS = 20

/**
 * A form's first questions as HTML that can be filled in before any script runs. Fields have their position in
 * `data-at`, options their number as value, and yes and no are `true` and `false`; the app reads them
 * (src/features/answering/public/typed-state.ts). Labels have the app's ids. Questions without an HTML field (photos,
 * signatures) only have their title. User-supplied text is escaped.
 * @returns empty when the first section is conditional, or missing
 */
export function renderFirstSection(form: PublicForm, language: ReaderLanguage, messages: InitialFormMessages): string {
  const [section] = form.secciones
  if (section === undefined || section.conditionalSection) return ''
  const title = translateField(section, 'titulo', language) || messages.section
  const description = translateField(section, 'descripcion', language)
  const optionalMarked = marksOptionalQuestions(form)
  const read = { language, own: getOriginalLanguage(form), messages }
  const cards = listQuestionsInRow(section, null)
    .slice(0, QUESTIONS_PER_BATCH)
    .map((place) => renderQuestionCard(place, pickRequiredMark(place.question, optionalMarked), read))
  const about =
    description === ''
      ? ''
      : `<p class="help"${formatLang(section, 'descripcion', language, read.own)}>${escapeHtml(description)}</p>`
  return `<section class="fill" aria-labelledby="first-title"><h2 id="first-title"${formatLang(section, 'titulo', language, read.own)}>${escapeHtml(title)}</h2>${about}${cards.join('')}<p class="help" role="status">${escapeHtml(messages.coming)}</p></section>`
}

type Read = {
  readonly language: ReaderLanguage
  /** language of the form's own texts */
  readonly own: ReturnType<typeof getOriginalLanguage>
  readonly messages: InitialFormMessages
}

/** The `lang` attribute of a text that is not in the reader's language (`getForeignLanguageTag`). */
export function formatLang(document: object, field: string, language: ReaderLanguage, own: Read['own']): string {
  const tag = getForeignLanguageTag(document as Readonly<Record<string, unknown>>, field, language, own)
  return tag === undefined ? '' : ` lang="${tag}"`
}

function renderQuestionCard(
  { address, question }: PlacedQuestion,
  mark: ReturnType<typeof pickRequiredMark>,
  read: Read,
): string {
  const { language, own, messages } = read
  const id = `first-${address.replaceAll('/', '-')}`
  const isText =
    question.tipoPregunta === QUESTION_TYPE.OPEN && acceptsAnswerValue(question) && !isPhotoWithNote(question)
  const title = escapeHtml(translateField(question, 'titulo', language))
  const lang = formatLang(question, 'titulo', language, own)
  const name = isText
    ? `<label for="${id}" class="title"${lang}>${title}</label>`
    : `<span id="${id}-title" class="title"${lang}>${title}</span>`
  const note = mark === undefined ? '' : ` <span class="note">${escapeHtml(messages[mark])}</span>`
  const help = translateField(question, 'ayuda', language)
  return `<div class="card"><div>${name}${note}</div>${help === '' ? '' : `<span class="help"${formatLang(question, 'ayuda', language, own)}>${escapeHtml(help)}</span>`}${renderQuestionField(question, { ...read, at: address, id })}</div>`
}

type FieldContext = Read & { readonly at: string; readonly id: string }

function renderQuestionField(question: Question, at: FieldContext): string {
  switch (question.tipoPregunta) {
    case QUESTION_TYPE.OPEN:
      return renderTextField(question, at)
    case QUESTION_TYPE.BOOLEAN:
      return renderOptions(
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
            findOptionText(option, at.language),
            formatLang(option, 'texto', at.language, at.own),
          ] as const,
      )
      return offered.length > MAX_OPTIONS ? '' : renderOptions(type, offered, at, doOptionsFitInOneLine(question))
    }
    default:
      return ''
  }
}

function renderTextField(question: Question, { at, id, messages }: FieldContext): string {
  if (isPhotoWithNote(question)) return ''
  const keyboard = pickKeyboard(question)
  const text = (mode: string, width = 'short', hint = ''): string =>
    `<input id="${id}" data-at="${at}" class="field ${width}" type="text" inputmode="${mode}" autocomplete="off"${hint === '' ? '' : ` placeholder="${hint}"`} />`
  switch (getDataCodec(question).holds) {
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

function renderOptions(
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

/** Patterns in the built public page that the server replaces. Each occurs once. */
const TITLE_PLACEHOLDER = /<title>[^<]*<\/title>/
const FORM_PLACEHOLDER = '<div id="root"></div>'
const APP_PLACEHOLDER = '<div id="root">'

/** A public form as `readPublicForm` replies. */
export type PublicFormReply = { readonly form: PublicForm; readonly codeHidden: boolean; readonly timeZone: string }

/** Maximum length of a description. */
const MAX_DESCRIBED = 300

/**
 * Maximum characters of a form that is embedded as data. The app requests larger forms, so that they do not delay the
 * page.
 */
const MAX_EMBEDDED_CHARACTERS = 100_000

/**
 * The public page with the form's title and first questions, so that visitors with a slow connection, search engines
 * and previews can read it before any script runs. The form is also embedded as data, which saves the app a request.
 * User-supplied text is escaped.
 * @param shell the built page
 */
export function renderPublicPage(shell: string, formData: Result<PublicFormReply>, language: ReaderLanguage): string {
  const title = formData.ok ? formData.value.form.titulo : formatPublicRefusal(formData.problem.code, language)
  const content = formData.ok ? openForm(formData.value, language) : `<h1>${escapeHtml(title)}</h1>`
  return removeOtherLanguages(shell, language)
    .replace(
      TITLE_PLACEHOLDER,
      () =>
        `<title>${escapeHtml(title)}</title>${formData.ok ? buildPageDescription(formData.value.form, language) : ''}`,
    )
    .replace(
      FORM_PLACEHOLDER,
      () =>
        `<div id="root"><main id="main" class="first">${content}</main></div>${formData.ok ? escapeFormData(formData.value) : ''}`,
    )
}

/** Description for search engines and link previews. */
function buildPageDescription(form: PublicForm, language: ReaderLanguage): string {
  const text = translateField(form, 'descripcion', language).trim() || translateField(form, 'titulo', language)
  return `<meta name="description" content="${escapeHtml(text.slice(0, MAX_DESCRIBED))}" />`
}

function openForm({ form }: PublicFormReply, language: ReaderLanguage): string {
  const messages = buildInitialFormMessages(language)
  const own = getOriginalLanguage(form)
  const isForeign = getForeignLanguageTag(form, 'titulo', language, own) !== undefined
  return [
    `<h1${formatLang(form, 'titulo', language, own)}>${escapeHtml(translateField(form, 'titulo', language))}</h1>`,
    `<p class="about"${formatLang(form, 'descripcion', language, own)}>${escapeHtml(translateField(form, 'descripcion', language))}</p>`,
    isForeign ? `<p class="help">${escapeHtml(messages.untranslated)}</p>` : '',
    // Reserves space for elements that the app adds above the questions (reference, location, section list), so that
    // the questions do not move.
    '<div class="reference"></div>',
    renderEmergencyText(form, language),
    form.opcionales.geolocalizacion ? '<div class="place"></div>' : '',
    form.secciones.length > 1 ? '<div class="folds"></div>' : '',
    `<noscript><style>.fill,.place{display:none}</style><p>${escapeHtml(messages.withoutScript)}</p></noscript>`,
    renderFirstSection(form, language, messages),
  ].join('')
}

/** The form's emergency text; empty: none. */
function renderEmergencyText(form: PublicForm, language: ReaderLanguage): string {
  const text = translateField(form, 'textoEmergencia', language)
  if (getVisibleText(text) === '') return ''
  const lang = formatLang(form, 'textoEmergencia', language, getOriginalLanguage(form))
  return `<p class="emergency"${lang}>${escapeHtml(text)}</p>`
}

/**
 * The form as data for src/features/answering/public/open-public.ts. Escapes `<`, so that the data cannot contain a
 * tag. Empty for a form that is too large.
 */
function escapeFormData(formData: PublicFormReply): string {
  const text = JSON.stringify(formData).replaceAll('<', String.raw`\u003c`)
  return text.length > MAX_EMBEDDED_CHARACTERS
    ? ''
    : `<script type="application/json" id="relevo-form">${text}</script>`
}

/**
 * Removes the translations of all other languages. In the built page each language is on its own line
 * (build-plugins/public-page.ts).
 */
export function removeOtherLanguages(shell: string, language: ReaderLanguage): string {
  return shell
    .replace('<html lang="es">', () => `<html lang="${NAMED_LANGUAGES[language].tag}">`)
    .split('\n')
    .filter((line) => !line.includes('data-words=') || line.includes(`data-words="${language}"`))
    .join('\n')
}

/** A municipality's design of the pages about its public forms. */
export type PublicDesign = {
  readonly name: string
  /** URL of its logo */
  readonly logo: string | undefined
  readonly colour: string | undefined
  /** sites that may frame the page, in the format of `frame-ancestors` */
  readonly framers: readonly string[]
}

/** Adds a list of the sites that may frame the page. The page sends messages only to these sites. */
export function addFramingSites(page: string, framers: readonly string[]): string {
  const meta = `<meta name="relevo-framers" content="${escapeHtml(framers.join(' '))}" />`
  return framers.length === 0 ? page : page.replace('</head>', (end) => `${meta}${end}`)
}

/**
 * Adds the municipality's name, logo and colour to the page. The app keeps these elements, so its script needs no code
 * for them.
 */
export function addBranding(page: string, looks: PublicDesign | undefined): string {
  if (looks === undefined) return page
  const { logo, colour } = looks
  const name = escapeHtml(looks.name)
  const line = colour === undefined ? '' : ` style="border-color: ${escapeHtml(colour)}"`
  const fill = colour === undefined ? '' : `<style>${buildButtonColourCss(escapeHtml(colour))}</style>`
  const image = logo === undefined ? '' : `<img src="${escapeHtml(logo)}" alt="" height="40" />`
  return page.replace(
    APP_PLACEHOLDER,
    (start) =>
      `${fill}<section class="brand" aria-label="${name}"${line}>${image}<span>${name}</span></section>${start}`,
  )
}

/**
 * CSS for coloured buttons in the light scheme, where white text is readable on the colour. The dark scheme keeps the
 * app's own accent.
 */
function buildButtonColourCss(colour: string): string {
  const hover = `color-mix(in srgb, ${colour}, black 12%)`
  return `html:root[data-mantine-color-scheme='light']{--mantine-primary-color-filled:${colour};--mantine-color-teal-filled:${colour};--mantine-primary-color-filled-hover:${hover};--mantine-color-teal-filled-hover:${hover}}`
}
