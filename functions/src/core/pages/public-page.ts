import { foreignTag, inLanguage, writtenIn } from '#domain/templates/index.ts'
import type { PublicForm } from '#domain/pages/index.ts'
import type { ProblemCode, Result } from '#domain/kernel/index.ts'
import { escaped } from './escaped.ts'
import { firstSection, langOf } from './first-section.ts'
import { FIRST_WORDS } from './first-words.ts'
import type { ReaderLanguage } from './reader-language.ts'

/** Where the built page of the public takes what the server knows of a form; the built file has each of them once. */
const ROOM_OF_TITLE = /<title>[^<]*<\/title>/
const ROOM_OF_FORM = '<div id="root"></div>'
const START_OF_APP = '<div id="root">'

const REFUSALS: Partial<Readonly<Record<ProblemCode, string>>> = {
  'template.missing': 'El formulario a contestar no existe.',
  'template.deleted': 'El formulario que desea contestar no existe o ha sido eliminado.',
  'municipality.blocked': 'Acceso denegado. Municipio bloqueado',
  'country.blocked': 'Acceso denegado. País bloqueado',
  'answer.limit-reached': 'limit responses reached',
  'request.too-many': 'Demasiadas visitas. Vuelva a intentar en un minuto. Too many visits: try again in a minute.',
}

/** What the server knows of a public form, as `readPublicForm` tells it. */
export type Told = { readonly form: PublicForm; readonly codeHidden: boolean }

/** More is cut off wherever it is shown. */
const MOST_DESCRIBED = 300

/** A form that is larger in letters is asked for by the app: a reader does not wait for it. */
const MOST_TOLD = 100_000

/**
 * The public's page with the form's subject and first questions in it, so that people on a bad line can read it and
 * begin to answer, and a search engine or a chat's preview knows it, before any script runs; and with the form itself,
 * which saves the app a request. Everything that people wrote is escaped.
 * @param shell the built page
 */
export function publicPage(shell: string, told: Result<Told>, language: ReaderLanguage): string {
  const title = told.ok ? told.value.form.titulo : (REFUSALS[told.problem.code] ?? '')
  const content = told.ok ? openForm(told.value, language) : `<h1>${escaped(title)}</h1>`
  return withWordsOf(shell, language)
    .replace(
      ROOM_OF_TITLE,
      () => `<title>${escaped(title)}</title>${told.ok ? described(told.value.form, language) : ''}`,
    )
    .replace(
      ROOM_OF_FORM,
      () => `<div id="root"><main id="main" class="first">${content}</main></div>${told.ok ? dataOf(told.value) : ''}`,
    )
}

/** What a search engine, or a chat that shows a link, says of it. */
function described(form: PublicForm, language: ReaderLanguage): string {
  const text = inLanguage(form, 'descripcion', language).trim() || inLanguage(form, 'titulo', language)
  return `<meta name="description" content="${escaped(text.slice(0, MOST_DESCRIBED))}" />`
}

function openForm({ form }: Told, language: ReaderLanguage): string {
  const words = FIRST_WORDS[language]
  const own = writtenIn(form)
  const isForeign = foreignTag(form, 'titulo', language, own) !== undefined
  return [
    `<h1${langOf(form, 'titulo', language, own)}>${escaped(inLanguage(form, 'titulo', language))}</h1>`,
    `<p class="about"${langOf(form, 'descripcion', language, own)}>${escaped(inLanguage(form, 'descripcion', language))}</p>`,
    isForeign ? `<p class="help">${escaped(words.untranslated)}</p>` : '',
    // Room for what the app adds above the questions (reference, place, folds of sections): they do not move.
    '<div class="reference"></div>',
    form.opcionales.geolocalizacion ? '<div class="place"></div>' : '',
    form.secciones.length > 1 ? '<div class="folds"></div>' : '',
    `<noscript><style>.fill,.place{display:none}</style><p>${escaped(words.withoutScript)}</p></noscript>`,
    firstSection(form, language, words),
  ].join('')
}

/** Read by src/features/answering/public/open-public.ts. No tag can begin in it. */
function dataOf(told: Told): string {
  const text = JSON.stringify(told).replaceAll('<', String.raw`\u003c`)
  return text.length > MOST_TOLD ? '' : `<script type="application/json" id="relevo-form">${text}</script>`
}

/** Of the words that come with the script, each on its own line, those read here (build-plugins/public-page.ts). */
export function withWordsOf(shell: string, language: ReaderLanguage): string {
  return shell
    .replace('<html lang="es">', () => `<html lang="${language}">`)
    .split('\n')
    .filter((line) => !line.includes('data-words=') || line.includes(`data-words="${language}"`))
    .join('\n')
}

/** How a municipality wants the pages about its public forms. */
export type PublicLooks = {
  readonly name: string
  /** address of its logo */
  readonly logo: string | undefined
  readonly colour: string | undefined
  /** sites that may show the page in a frame, as `frame-ancestors` names them */
  readonly framers: readonly string[]
}

/** The page with the sites that may frame it written into it: it sends its messages to these and no one else. */
export function namingFramers(page: string, framers: readonly string[]): string {
  const meta = `<meta name="relevo-framers" content="${escaped(framers.join(' '))}" />`
  return framers.length === 0 ? page : page.replace('</head>', (end) => `${meta}${end}`)
}

/**
 * The page below its municipality's name, and logo and colour where it has any. The app leaves them alone, so they
 * weigh nothing in its script.
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

/** Buttons by day: white is readable on the colour. By night the app's own accent is light, and stays. */
function filledWith(colour: string): string {
  const hover = `color-mix(in srgb, ${colour}, black 12%)`
  return `html:root[data-mantine-color-scheme='light']{--mantine-primary-color-filled:${colour};--mantine-color-teal-filled:${colour};--mantine-primary-color-filled-hover:${hover};--mantine-color-teal-filled-hover:${hover}}`
}
