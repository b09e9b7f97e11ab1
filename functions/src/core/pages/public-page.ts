import type { FormTemplate } from '#domain/documents/index.ts'
import type { ProblemCode, Result } from '#domain/kernel/index.ts'

/** Where the built page of the public takes what the server knows of a form; the built file has each of them once. */
const ROOM_OF_TITLE = /<title>[^<]*<\/title>/
const ROOM_OF_FORM = '<div id="root"></div>'
const START_OF_APP = '<div id="root">'

/**
 * What the server says of itself where no script runs, in both languages of the product: nobody knows yet which one is read. The app says the rest, in the
 * reader's own.
 */
const WITHOUT_SCRIPT =
  'Para contestar este formulario, active JavaScript en su navegador. To answer this form, switch JavaScript on in your browser.'
const REFUSALS: Partial<Readonly<Record<ProblemCode, string>>> = {
  'template.missing': 'El formulario a contestar no existe.',
  'template.deleted': 'El formulario que desea contestar no existe o ha sido eliminado.',
  'municipality.blocked': 'Acceso denegado. Municipio bloqueado',
  'country.blocked': 'Acceso denegado. País bloqueado',
  'answer.limit-reached': 'limit responses reached',
  'request.too-many': 'Demasiadas visitas. Vuelva a intentar en un minuto. Too many visits: try again in a minute.',
}

/** What such a page says of a form. */
export type AboutForm = Pick<FormTemplate, 'titulo' | 'descripcion' | 'municipioInfo'>

/**
 * The page of the public with what the form is about in it, so that somebody on a bad line, a search engine or a chat that shows a link can read it before
 * any script has run. Everything that people wrote is escaped.
 * @param shell the built page
 */
export function publicPage(shell: string, form: Result<AboutForm>): string {
  const title = form.ok ? form.value.titulo : (REFUSALS[form.problem.code] ?? '')
  const parts = form.ok
    ? [
        `<p>${escaped(form.value.municipioInfo.nombre)}</p>`,
        `<h1>${escaped(title)}</h1>`,
        `<p class="about">${escaped(form.value.descripcion)}</p>`,
        `<noscript><p>${WITHOUT_SCRIPT}</p></noscript>`,
      ]
    : [`<h1>${escaped(title)}</h1>`]
  return shell
    .replace(ROOM_OF_TITLE, () => `<title>${escaped(title)}</title>`)
    .replace(ROOM_OF_FORM, () => `<div id="root"><main id="main" class="first">${parts.join('')}</main></div>`)
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

/** The page with the sites that may frame it written into it: it tells what it has to tell to these and nobody else. */
export function namingFramers(page: string, framers: readonly string[]): string {
  const meta = `<meta name="relevo-framers" content="${escaped(framers.join(' '))}" />`
  return framers.length === 0 ? page : page.replace('</head>', (end) => `${meta}${end}`)
}

/** The page with the logo and the colour of the municipality above it, where it has any. The app leaves what stands there alone, so it weighs nothing in its script. */
export function branded(page: string, looks: PublicLooks | undefined): string {
  if (looks?.logo === undefined && looks?.colour === undefined) return page
  const { name, logo, colour } = looks
  const line = colour === undefined ? '' : ` style="border-color: ${escaped(colour)}"`
  const fill = colour === undefined ? '' : `<style>${filledWith(escaped(colour))}</style>`
  const content =
    logo === undefined ? escaped(name) : `<img src="${escaped(logo)}" alt="${escaped(name)}" height="40" />`
  return page.replace(
    START_OF_APP,
    (start) => `${fill}<section class="brand" aria-label="${escaped(name)}"${line}>${content}</section>${start}`,
  )
}

/** Buttons by day: white is readable on the colour. By night the app's own accent is light, and stays. */
function filledWith(colour: string): string {
  const hover = `color-mix(in srgb, ${colour}, black 12%)`
  return `html:root[data-mantine-color-scheme='light']{--mantine-primary-color-filled:${colour};--mantine-color-teal-filled:${colour};--mantine-primary-color-filled-hover:${hover};--mantine-color-teal-filled-hover:${hover}}`
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as text, whatever is in it. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)
}
