import { foreignTag, translateField, originalLanguage } from '#domain/templates/index.ts'
import type { PublicForm } from '#domain/pages/index.ts'
import type { Result } from '#domain/kernel/index.ts'
import { escapeHtml } from './escaped.ts'
import { firstSection, langAttribute } from './first-section.ts'
import { firstMessages, publicRefusal } from './messages.ts'
import type { ReaderLanguage } from './reader-language.ts'

/** Patterns in the built public page that the server replaces. Each occurs once. */
const TITLE_PLACEHOLDER = /<title>[^<]*<\/title>/
const FORM_PLACEHOLDER = '<div id="root"></div>'
const APP_PLACEHOLDER = '<div id="root">'

/** A public form as `readPublicForm` replies. */
export type PublicFormReply = { readonly form: PublicForm; readonly codeHidden: boolean }

/** Maximum length of a description. */
const MAX_DESCRIBED = 300

/**
 * Maximum characters of a form that is embedded as data. The app requests larger forms, so that they do not delay the
 * page.
 */
const MAX_LISTED_FAULTS = 100_000

/**
 * The public page with the form's title and first questions, so that visitors with a slow connection, search engines
 * and previews can read it before any script runs. The form is also embedded as data, which saves the app a request.
 * User-supplied text is escaped.
 * @param shell the built page
 */
export function renderPublicPage(shell: string, formData: Result<PublicFormReply>, language: ReaderLanguage): string {
  const title = formData.ok ? formData.value.form.titulo : publicRefusal(formData.problem.code, language)
  const content = formData.ok ? openForm(formData.value, language) : `<h1>${escapeHtml(title)}</h1>`
  return keepOneLanguage(shell, language)
    .replace(
      TITLE_PLACEHOLDER,
      () => `<title>${escapeHtml(title)}</title>${formData.ok ? pageDescription(formData.value.form, language) : ''}`,
    )
    .replace(
      FORM_PLACEHOLDER,
      () =>
        `<div id="root"><main id="main" class="first">${content}</main></div>${formData.ok ? escapeFormData(formData.value) : ''}`,
    )
}

/** Description for search engines and link previews. */
function pageDescription(form: PublicForm, language: ReaderLanguage): string {
  const text = translateField(form, 'descripcion', language).trim() || translateField(form, 'titulo', language)
  return `<meta name="description" content="${escapeHtml(text.slice(0, MAX_DESCRIBED))}" />`
}

function openForm({ form }: PublicFormReply, language: ReaderLanguage): string {
  const messages = firstMessages(language)
  const own = originalLanguage(form)
  const isForeign = foreignTag(form, 'titulo', language, own) !== undefined
  return [
    `<h1${langAttribute(form, 'titulo', language, own)}>${escapeHtml(translateField(form, 'titulo', language))}</h1>`,
    `<p class="about"${langAttribute(form, 'descripcion', language, own)}>${escapeHtml(translateField(form, 'descripcion', language))}</p>`,
    isForeign ? `<p class="help">${escapeHtml(messages.untranslated)}</p>` : '',
    // Reserves space for elements that the app adds above the questions (reference, location, section list), so that
    // the questions do not move.
    '<div class="reference"></div>',
    form.opcionales.geolocalizacion ? '<div class="place"></div>' : '',
    form.secciones.length > 1 ? '<div class="folds"></div>' : '',
    `<noscript><style>.fill,.place{display:none}</style><p>${escapeHtml(messages.withoutScript)}</p></noscript>`,
    firstSection(form, language, messages),
  ].join('')
}

/**
 * The form as data for src/features/answering/public/open-public.ts. Escapes `<`, so that the data cannot contain a
 * tag.
 */
function escapeFormData(formData: PublicFormReply): string {
  const text = JSON.stringify(formData).replaceAll('<', String.raw`\u003c`)
  return text.length > MAX_LISTED_FAULTS ? '' : `<script type="application/json" id="relevo-form">${text}</script>`
}

/**
 * Removes the translations of all other languages. In the built page each language is on its own line
 * (build-plugins/public-page.ts).
 */
export function keepOneLanguage(shell: string, language: ReaderLanguage): string {
  return shell
    .replace('<html lang="es">', () => `<html lang="${language}">`)
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
export function addFramers(page: string, framers: readonly string[]): string {
  const meta = `<meta name="relevo-framers" content="${escapeHtml(framers.join(' '))}" />`
  return framers.length === 0 ? page : page.replace('</head>', (end) => `${meta}${end}`)
}

/**
 * Adds the municipality's name, logo and colour to the page. The app keeps them, so its script needs no code for them.
 */
export function addBranding(page: string, looks: PublicDesign | undefined): string {
  if (looks === undefined) return page
  const { logo, colour } = looks
  const name = escapeHtml(looks.name)
  const line = colour === undefined ? '' : ` style="border-color: ${escapeHtml(colour)}"`
  const fill = colour === undefined ? '' : `<style>${buttonColourCss(escapeHtml(colour))}</style>`
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
function buttonColourCss(colour: string): string {
  const hover = `color-mix(in srgb, ${colour}, black 12%)`
  return `html:root[data-mantine-color-scheme='light']{--mantine-primary-color-filled:${colour};--mantine-color-teal-filled:${colour};--mantine-primary-color-filled-hover:${hover};--mantine-color-teal-filled-hover:${hover}}`
}
