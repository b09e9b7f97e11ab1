import { foreignTag, inLanguage, writtenIn } from '#domain/templates/index.ts'
import type { PublicForm } from '#domain/pages/index.ts'
import type { Result } from '#domain/kernel/index.ts'
import { escaped } from './escaped.ts'
import { firstSection, langOf } from './first-section.ts'
import { firstMessages, publicRefusal } from './messages.ts'
import type { ReaderLanguage } from './reader-language.ts'

/** Places in the built public page where the server inserts a form; each occurs once. */
const ROOM_OF_TITLE = /<title>[^<]*<\/title>/
const ROOM_OF_FORM = '<div id="root"></div>'
const START_OF_APP = '<div id="root">'

/** A public form as `readPublicForm` replies. */
export type PublicFormData = { readonly form: PublicForm; readonly codeHidden: boolean }

/** Maximum length of a description. */
const MAX_DESCRIBED = 300

/** Maximum characters of an embedded form; the app requests larger ones, so that readers need not wait. */
const MAX_LISTED_FAULTS = 100_000

/**
 * The public page with the form's title and first questions in it, so that people on a slow connection can read and
 * answer, and search engines and previews can read it, before any script runs; and with the form as data, which saves
 * the app a request. User-supplied text is escaped.
 * @param shell the built page
 */
export function publicPage(shell: string, formData: Result<PublicFormData>, language: ReaderLanguage): string {
  const title = formData.ok ? formData.value.form.titulo : publicRefusal(formData.problem.code, language)
  const content = formData.ok ? openForm(formData.value, language) : `<h1>${escaped(title)}</h1>`
  return withWordsOf(shell, language)
    .replace(
      ROOM_OF_TITLE,
      () => `<title>${escaped(title)}</title>${formData.ok ? described(formData.value.form, language) : ''}`,
    )
    .replace(
      ROOM_OF_FORM,
      () =>
        `<div id="root"><main id="main" class="first">${content}</main></div>${formData.ok ? dataOf(formData.value) : ''}`,
    )
}

/** Description for search engines and link previews. */
function described(form: PublicForm, language: ReaderLanguage): string {
  const text = inLanguage(form, 'descripcion', language).trim() || inLanguage(form, 'titulo', language)
  return `<meta name="description" content="${escaped(text.slice(0, MAX_DESCRIBED))}" />`
}

function openForm({ form }: PublicFormData, language: ReaderLanguage): string {
  const messages = firstMessages(language)
  const own = writtenIn(form)
  const isForeign = foreignTag(form, 'titulo', language, own) !== undefined
  return [
    `<h1${langOf(form, 'titulo', language, own)}>${escaped(inLanguage(form, 'titulo', language))}</h1>`,
    `<p class="about"${langOf(form, 'descripcion', language, own)}>${escaped(inLanguage(form, 'descripcion', language))}</p>`,
    isForeign ? `<p class="help">${escaped(messages.untranslated)}</p>` : '',
    // Reserves space for what the app adds above the questions (reference, place, folds of sections), so that they do
    // not move.
    '<div class="reference"></div>',
    form.opcionales.geolocalizacion ? '<div class="place"></div>' : '',
    form.secciones.length > 1 ? '<div class="folds"></div>' : '',
    `<noscript><style>.fill,.place{display:none}</style><p>${escaped(messages.withoutScript)}</p></noscript>`,
    firstSection(form, language, messages),
  ].join('')
}

/** Data for src/features/answering/public/open-public.ts. Escapes `<`, so that no tag can begin in it. */
function dataOf(formData: PublicFormData): string {
  const text = JSON.stringify(formData).replaceAll('<', String.raw`\u003c`)
  return text.length > MAX_LISTED_FAULTS ? '' : `<script type="application/json" id="relevo-form">${text}</script>`
}

/**
 * Keeps the translations of the reader's language only; the built page has each on its own line
 * (build-plugins/public-page.ts).
 */
export function withWordsOf(shell: string, language: ReaderLanguage): string {
  return shell
    .replace('<html lang="es">', () => `<html lang="${language}">`)
    .split('\n')
    .filter((line) => !line.includes('data-words=') || line.includes(`data-words="${language}"`))
    .join('\n')
}

/** A municipality's design of the pages about its public forms. */
export type PublicLooks = {
  readonly name: string
  /** URL of its logo */
  readonly logo: string | undefined
  readonly colour: string | undefined
  /** sites that may frame the page, as `frame-ancestors` lists them */
  readonly framers: readonly string[]
}

/** Writes the sites that may frame the page into it: the page sends its messages only to these. */
export function namingFramers(page: string, framers: readonly string[]): string {
  const meta = `<meta name="relevo-framers" content="${escaped(framers.join(' '))}" />`
  return framers.length === 0 ? page : page.replace('</head>', (end) => `${meta}${end}`)
}

/**
 * Adds the municipality's name, logo and colour to the page. The app leaves them alone, so they add nothing to its
 * script.
 */
export function branded(page: string, looks: PublicLooks | undefined): string {
  if (looks === undefined) return page
  const { logo, colour } = looks
  const name = escaped(looks.name)
  const line = colour === undefined ? '' : ` style="border-color: ${escaped(colour)}"`
  const fill = colour === undefined ? '' : `<style>${filledWith(escaped(colour))}</style>`
  const image = logo === undefined ? '' : `<img src="${escaped(logo)}" alt="" height="40" />`
  return page.replace(
    START_OF_APP,
    (start) =>
      `${fill}<section class="brand" aria-label="${name}"${line}>${image}<span>${name}</span></section>${start}`,
  )
}

/**
 * Colours buttons in the light scheme, where white is readable on them. The dark scheme keeps the app's own light
 * accent.
 */
function filledWith(colour: string): string {
  const hover = `color-mix(in srgb, ${colour}, black 12%)`
  return `html:root[data-mantine-color-scheme='light']{--mantine-primary-color-filled:${colour};--mantine-color-teal-filled:${colour};--mantine-primary-color-filled-hover:${hover};--mantine-color-teal-filled-hover:${hover}}`
}
