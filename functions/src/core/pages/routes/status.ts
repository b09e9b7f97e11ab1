import { Hono } from 'hono'
import { DEFAULT_CODE_KEY } from '#domain/codes/index.ts'
import { ok, refuse, type MunicipalityPath, type Result, type Problem } from '#domain/kernel/index.ts'
import { translateField } from '#domain/templates/index.ts'
import type { Core } from '../../context.ts'
import { readBodyBytes } from '../../http/body.ts'
import { buildRefusalResponseForCode, buildRetryAfterHeader, toHttpStatus } from '../../http/problems.ts'
import { isSameSite } from '../../http/same-site.ts'
import { allowFramingSites, buildSecurityHeaders, NO_STORE_HEADERS } from '../../http/security-headers.ts'
import { escapeHtml } from '../escaped.ts'
import { findAnswerStatus, type StatusQuery, type AnswerStatus } from '../find-status.ts'
import { buildStatusMessages, type StatusMessages } from '../messages.ts'
import { renderPlainPage } from '../plain-page.ts'
import { formatLang } from '../public-page.ts'
import { readPageLanguage, type ReaderLanguage } from '../reader-language.ts'
import type { PublicPagesRateLimit } from './public.ts'

/** Maximum length of a code or a second fact. */
const MAX_CODE_LENGTH = 64
const SECONDS_A_MINUTE = 60

/** Input and result of the page; both are empty at first. */
type StatusView = {
  readonly code: string
  readonly fact: string
  /** whether the request had a solved puzzle; the page then has no new puzzle */
  readonly solved: boolean
  readonly found: Result<AnswerStatus> | undefined
}

/**
 * Page `/publico/consultar-estado`: a form that works without script, and its result. User-supplied text is escaped.
 */
function renderStatusPage(language: ReaderLanguage, view: StatusView): string {
  const messages = buildStatusMessages(language)
  const { found } = view
  const problem = found?.ok === false ? found.problem : undefined
  const tooMany = problem?.code === 'request.too-many' ? problem : undefined
  const main = `<h1>${escapeHtml(messages.title)}</h1>
      <p>${escapeHtml(messages.about)}</p>
      <form method="post" action="/publico/consultar-estado?lang=${language}"${renderPuzzleAttributes(tooMany, view.solved)}>
        <label for="code">${escapeHtml(messages.code)}</label>
        <p id="code-help" class="help above">${escapeHtml(messages.codeHelp)}</p>
        <input id="code" name="code" required maxlength="${MAX_CODE_LENGTH}" value="${escapeHtml(view.code)}" aria-describedby="code-help" autocomplete="off" autocapitalize="characters" spellcheck="false" />
        ${tooMany === undefined && view.fact === '' ? '' : renderFactField(messages, view.fact)}
        <button>${escapeHtml(messages.search)}</button>
        <p role="status" id="solving" hidden>${escapeHtml(messages.solving)}</p>
      </form>
      ${found === undefined ? '' : renderStatus(messages, view.code, found, language)}
      <p><a href="/actas/consultar">${escapeHtml(messages.record)}</a></p>
      <p><a href="${PUBLIC_FORMS_PATH}?lang=${language}">${escapeHtml(messages.forms)}</a></p>`
  const { title, about: description } = messages
  const brand = found?.ok === true ? { name: found.value.place } : undefined
  return renderPlainPage({ language, title, description, script: '/consultar-estado.js', main, style: STYLE, brand })
}

/** Page for an unknown URL below `/publico`, with a link to the status page. */
export function renderUnknownUrlPage(language: ReaderLanguage): string {
  const messages = buildStatusMessages(language)
  const main = `<h1>${escapeHtml(messages.unknown)}</h1>
      <p>${escapeHtml(messages.unknownAbout)}</p>
      <p><a href="${PATH}?lang=${language}">${escapeHtml(messages.title)}</a></p>
      <p><a href="${PUBLIC_FORMS_PATH}?lang=${language}">${escapeHtml(messages.forms)}</a></p>
      <p><a href="/actas/consultar">${escapeHtml(messages.record)}</a></p>`
  return renderPlainPage({ language, title: messages.unknown, main })
}

/** Attributes with a puzzle for public/consultar-estado.js. */
function renderPuzzleAttributes(tooMany: Problem | undefined, solved: boolean): string {
  const { challenge, bits } = tooMany?.details ?? {}
  if (typeof challenge !== 'string' || typeof bits !== 'number' || solved) return ''
  return ` data-challenge="${escapeHtml(challenge)}" data-bits="${bits}"`
}

function renderFactField(messages: StatusMessages, fact: string): string {
  return `<div id="second-fact"><label for="fact">${escapeHtml(messages.fact)}</label>
        <p id="fact-help" class="help above">${escapeHtml(messages.factHelp)}</p>
        <input id="fact" name="fact" maxlength="${MAX_CODE_LENGTH}" value="${escapeHtml(fact)}" aria-describedby="fact-help" autocomplete="off" /></div>`
}

function renderStatus(
  messages: StatusMessages,
  code: string,
  result: Result<AnswerStatus>,
  language: ReaderLanguage,
): string {
  if (result.ok) {
    const { title, state, own, place, path } = result.value
    return `<div role="status" tabindex="-1" autofocus><dl><div><dt>${escapeHtml(messages.place)}</dt><dd><a href="${escapeHtml(buildPublicFormsPath(path))}">${escapeHtml(place)}</a></dd></div><div><dt>${escapeHtml(messages.form)}</dt><dd${formatLang(title, 'titulo', language, own)}>${escapeHtml(translateField(title, 'titulo', language))}</dd></div><div><dt>${escapeHtml(messages.state)}</dt><dd class="state"${formatLang(state, 'nombre', language, own)}>${escapeHtml(translateField(state, 'nombre', language))}</dd></div></dl></div>`
  }
  return `<p role="alert" class="problem">${escapeHtml(formatStatusRefusal(messages, code, result.problem))}</p>`
}

function formatStatusRefusal(messages: StatusMessages, code: string, { code: problem, details }: Problem): string {
  // Answers of all municipalities without a key of their own have this code.
  if (code.trim().toUpperCase() === DEFAULT_CODE_KEY && problem === 'answer.missing') return messages.shared
  if (problem === 'answer.missing') return messages.missing
  if (problem !== 'request.too-many') return messages.failed
  const seconds = Number(details?.['seconds'] ?? SECONDS_A_MINUTE)
  return `${messages.tooMany} ${messages.wait(Math.max(1, Math.ceil(seconds / SECONDS_A_MINUTE)))}`
}

const STYLE = `
      #code { font-family: ui-monospace, monospace; }
      .state { font-size: 1.25rem; font-weight: 650; }
    `

const PATH = '/publico/consultar-estado'
/** The lists of public forms (`forms.ts`). */
export const PUBLIC_FORMS_PATH = '/publico/formularios'
/** The list of a municipality: `/publico/formularios/AR/cordoba/villa-serena`. */
export function buildPublicFormsPath(municipality: MunicipalityPath): string {
  const [, country = '', , province = '', , name = ''] = municipality.split('/')
  return [PUBLIC_FORMS_PATH, country, province, name]
    .map((part, index) => (index === 0 ? part : encodeURIComponent(part)))
    .join('/')
}
/** Maximum bytes of a form with three short fields, with up to nine characters per encoded letter. */
const MAX_BYTES = 4 * 1024
const MAX_PROOF_LENGTH = 300
const NOTHING: StatusQuery = { code: '', fact: '', proof: '' }

/**
 * Page with the state of an answer (part 3, points 2 and 5), which works without script. Uses POST, so that no code is
 * in a URL, a history or a log.
 */
export function createStatusPages(core: Core, pace: PublicPagesRateLimit): Hono {
  const { options, bodies, disk } = core
  const pages = new Hono()
  const headers = {
    ...allowFramingSites(buildSecurityHeaders(options.secureCookies), []),
    'content-type': 'text/html; charset=utf-8',
    ...NO_STORE_HEADERS,
  }
  const page = (request: Request, requestedQuery: StatusQuery, result: StatusView['found']): Response => {
    const view = { ...requestedQuery, solved: requestedQuery.proof !== '', found: result }
    const refused = result?.ok === false ? result.problem : undefined
    return new Response(renderStatusPage(readPageLanguage(request), view), {
      status: refused === undefined ? 200 : toHttpStatus(refused.code),
      headers: { ...headers, ...(refused === undefined ? {} : buildRetryAfterHeader(refused)) },
    })
  }

  pages.get(PATH, (c) => {
    const limitResult = pace(options.addressOf?.(c.req.raw, c.env))
    return page(c.req.raw, NOTHING, limitResult.ok ? undefined : limitResult)
  })
  pages.post(PATH, async (c) => {
    const request = c.req.raw
    const address = options.addressOf?.(request, c.env)
    if (!isSameSite(request, options.origins)) return buildRefusalResponseForCode('request.cross-site')
    const limitResult = pace(address)
    if (!limitResult.ok) return page(request, NOTHING, limitResult)
    try {
      const result = await readStatusQuery(core, request)
      if (!result.ok) return page(request, NOTHING, result)
      return page(request, result.value, await findAnswerStatus(core, result.value, address))
    } finally {
      bodies.release(request)
      disk.release(request)
    }
  })
  for (const path of ['/publico', '/publico/*'])
    pages.get(path, (c) => new Response(renderUnknownUrlPage(readPageLanguage(c.req.raw)), { status: 404, headers }))
  return pages
}

/** Refuses as `readBodyBytes`, and with request.malformed for a field that is too long. */
async function readStatusQuery(core: Core, request: Request): Promise<Result<StatusQuery>> {
  const body = await readBodyBytes(core, request, MAX_BYTES)
  if (!body.ok) return body
  const fields = new URLSearchParams(new TextDecoder().decode(body.value))
  const read = (name: string): string => fields.get(name) ?? ''
  const input = { code: read('code'), fact: read('fact'), proof: read('proof') }
  const isShort = input.code.length <= MAX_CODE_LENGTH && input.fact.length <= MAX_CODE_LENGTH
  return isShort && input.proof.length <= MAX_PROOF_LENGTH ? ok(input) : refuse('request.malformed')
}
