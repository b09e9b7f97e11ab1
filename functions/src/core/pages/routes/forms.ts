import { Hono } from 'hono'
import { decidePublicOffer } from '#domain/answers/judge/index.ts'
import {
  getCountry,
  getMunicipality,
  municipalityPathSchema,
  ok,
  refuse,
  toInstant,
  type Instant,
  type MunicipalityPath,
  type Result,
} from '#domain/kernel/index.ts'
import { resolveSettings, type Country } from '#domain/places/index.ts'
import { keys } from '#domain/store/index.ts'
import {
  getForeignLanguageTag,
  getOriginalLanguage,
  translateField,
  type FormTemplate,
} from '#domain/templates/index.ts'
import { countAnswersInDocuments } from '#domain/templates/judge/index.ts'
import type { Core } from '../../context.ts'
import { buildRetryAfterHeader, toHttpStatus } from '../../http/problems.ts'
import { allowFramingSites, NO_STORE_HEADERS, buildSecurityHeaders } from '../../http/security-headers.ts'
import { readAreaPaths } from '../../places/all-places.ts'
import type { Store } from '../../ports.ts'
import { escapeHtml } from '../escaped.ts'
import { toPublicDesign } from '../find-public-form.ts'
import { buildFormsListMessages, formatPublicRefusal } from '../messages.ts'
import { renderPlainPage, type PageBrand } from '../plain-page.ts'
import { readPageLanguage, type ReaderLanguage } from '../reader-language.ts'
import type { PublicPagesRateLimit } from './public.ts'
import { PUBLIC_FORMS_PATH, buildPublicFormsPath, renderUnknownUrlPage } from './status.ts'

/** Maximum forms on a page, and forms read per batch; few, because a form may be megabytes. */
const MAX_LISTED = 300
const FORMS_PER_READ = 50
/** Maximum forms whose municipalities are listed. */
const MAX_SUMMARIES = 5_000
/** Maximum characters of a description. */
const MAX_DESCRIPTION_CHARACTERS = 200
/** Milliseconds for which a list of forms is cached. Counts are read for each request. */
const CACHE_MS = 10_000
const MAX_KEPT = 200

type Listed = Pick<
  FormTemplate,
  'id' | 'titulo' | 'descripcion' | 'areas' | 'opcionales' | 'responsesCount' | 'ticketSale' | 'deleted'
>

/**
 * Pages `/publico/formularios` with the municipalities that have public forms, and
 * `/publico/formularios/{country}/{province}/{municipality}` with the forms that accept answers now or whose sale
 * starts later. They work without script. An unknown and a blocked municipality give the same reply as an unknown
 * address.
 */
export function createPublicFormsPages(core: Core, pace: PublicPagesRateLimit): Hono {
  const { store, clock } = core.ports
  const pages = new Hono()
  const headers = {
    ...allowFramingSites(buildSecurityHeaders(core.options.secureCookies), []),
    'content-type': 'text/html; charset=utf-8',
    ...NO_STORE_HEADERS,
  }
  const kept = new Map<MunicipalityPath, { readonly at: number; readonly forms: Promise<readonly Listed[]> }>()
  const readForms = (path: MunicipalityPath): Promise<readonly Listed[]> => {
    const now = clock()
    const found = kept.get(path)
    if (found !== undefined && now - found.at < CACHE_MS && now >= found.at) return found.forms
    if (kept.size >= MAX_KEPT) kept.clear()
    const forms = findPublicForms(store, path)
    kept.set(path, { at: now, forms })
    forms.catch(() => kept.delete(path))
    return forms
  }
  const reply = async (request: Request, env: unknown, write: (to: ReaderLanguage) => Promise<Result<string>>) => {
    const language = readPageLanguage(request)
    const limitResult = pace(core.options.addressOf?.(request, env))
    const page = limitResult.ok ? await write(language) : limitResult
    if (page.ok) return new Response(page.value, { headers })
    const { code } = page.problem
    const html = limitResult.ok
      ? renderUnknownUrlPage(language)
      : renderRefusedPage(language, formatPublicRefusal('request.too-many', language))
    return new Response(html, {
      status: toHttpStatus(code),
      headers: { ...headers, ...buildRetryAfterHeader(page.problem) },
    })
  }

  pages.get(PUBLIC_FORMS_PATH, (c) =>
    reply(c.req.raw, c.env, async (language) => ok(renderPlacesPage(language, await findMunicipalities(store)))),
  )
  pages.get(`${PUBLIC_FORMS_PATH}/:country/:province/:name`, (c) =>
    reply(c.req.raw, c.env, async (language) => {
      const { country, province, name } = c.req.param()
      const path = municipalityPathSchema.safeParse(`paises/${country}/provincias/${province}/municipios/${name}`)
      const place = path.success ? await findOpenPlace(store, path.data) : undefined
      if (!path.success || place === undefined) return refuse('template.missing')
      const forms = await readForms(path.data)
      const counts = await store.getMany(forms.map(({ id }) => keys.templateCounter(id)))
      const now = toInstant(clock())
      const offered = forms.flatMap((form) => {
        const offer = decidePublicOffer(form, countAnswersInDocuments(counts, form.id), now)
        return offer === 'closed' ? [] : [{ form, from: offer === 'upcoming' ? form.ticketSale?.saleFrom : undefined }]
      })
      return ok(renderFormsPage(language, place, offered))
    }),
  )
  return pages
}

type OpenPlace = PageBrand & { readonly timeZone: string }

/** Design and time zone of a municipality; undefined when it or its country is missing or blocked. */
async function findOpenPlace(store: Store, path: MunicipalityPath): Promise<OpenPlace | undefined> {
  const places = await store.getMany([path, getCountry(path)])
  const municipality = places.get(keys.municipality(path))
  const country = places.get(getCountry(path)) as Country | undefined
  if (municipality?.inhabilitado !== false || country?.inhabilitado !== false) return undefined
  return { ...toPublicDesign(municipality), timeZone: resolveSettings(municipality).timeZone }
}

/** The public forms of a municipality, by title. */
async function findPublicForms(store: Store, path: MunicipalityPath): Promise<readonly Listed[]> {
  const values = await readAreaPaths(store, [path])
  const forms: FormTemplate[] = []
  for (let isLast = values.length === 0; !isLast;) {
    const entries = await store.query({
      collection: 'formularios',
      where: { deleted: false, 'opcionales.publico': true },
      containsAny: { field: 'areas', values },
      order: { field: 'titulo', descending: false },
      limit: FORMS_PER_READ,
      offset: forms.length,
    })
    forms.push(...entries.map(({ document }) => document))
    isLast = entries.length < FORMS_PER_READ || forms.length >= MAX_LISTED
  }
  // Leaves out the questions, so that cached lists stay small.
  return forms.map(({ secciones: _, ...form }) => form)
}

type NamedPlace = { readonly path: MunicipalityPath; readonly name: string }

/** The open municipalities with public forms, by name. */
async function findMunicipalities(store: Store): Promise<readonly NamedPlace[]> {
  const entries = await store.query({
    collection: 'formularios',
    where: { deleted: false, 'opcionales.publico': true },
    order: { field: 'titulo', descending: false },
    limit: MAX_SUMMARIES,
    summaries: true,
  })
  const listed = entries.filter(({ document }) => document.linkOnly !== true)
  const paths = [...new Set(listed.flatMap(({ document }) => document.areas.map(getMunicipality)))]
  const places = await Promise.all(
    paths.map(async (path) => ({ path, name: (await findOpenPlace(store, path))?.name })),
  )
  return places
    .flatMap(({ path, name }) => (name === undefined ? [] : [{ path, name }]))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

function renderPlacesPage(language: ReaderLanguage, places: readonly NamedPlace[]): string {
  const messages = buildFormsListMessages(language)
  const items = places.map(
    ({ path, name }) =>
      `<li><a href="${escapeHtml(buildPublicFormsPath(path))}?lang=${language}"><strong>${escapeHtml(name)}</strong></a></li>`,
  )
  const main = `<h1>${escapeHtml(messages.title)}</h1>
      ${items.length === 0 ? nothing(language) : `<p>${escapeHtml(messages.choose)}</p><ul class="forms">${items.join('')}</ul>`}
      ${links(language)}`
  return renderPlainPage({ language, title: messages.title, description: messages.title, main, style: STYLE })
}

type Offered = { readonly form: Listed; readonly from: Instant | undefined }

function renderFormsPage(language: ReaderLanguage, place: OpenPlace, offered: readonly Offered[]): string {
  const messages = buildFormsListMessages(language)
  const days = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: place.timeZone,
  })
  const items = offered.map(({ form, from }) => {
    const own = getOriginalLanguage(form)
    const text = (field: 'titulo' | 'descripcion'): string => {
      const tag = getForeignLanguageTag(form, field, language, own)
      const shown = translateField(form, field, language).trim()
      const cut =
        shown.length > MAX_DESCRIPTION_CHARACTERS ? `${shown.slice(0, MAX_DESCRIPTION_CHARACTERS).trimEnd()}…` : shown
      return `<span${tag === undefined ? '' : ` lang="${tag}"`}>${escapeHtml(cut)}</span>`
    }
    const sale =
      from === undefined ? '' : `<p class="help">${escapeHtml(messages.from(days.format(new Date(from))))}</p>`
    return `<li><a href="/publico/contestar/${encodeURIComponent(form.id)}"><strong>${text('titulo')}</strong>${text('descripcion')}</a>${sale}</li>`
  })
  const main = `<h1>${escapeHtml(messages.title)}</h1>
      ${items.length === 0 ? nothing(language) : `<p>${escapeHtml(messages.about)}</p><ul class="forms">${items.join('')}</ul>`}
      <p><a href="${PUBLIC_FORMS_PATH}?lang=${language}">${escapeHtml(messages.others)}</a></p>
      ${links(language)}`
  const title = `${messages.title} · ${place.name}`
  return renderPlainPage({ language, title, description: title, main, style: STYLE, brand: place })
}

function nothing(language: ReaderLanguage): string {
  const { none, noneAbout } = buildFormsListMessages(language)
  return `<p><strong>${escapeHtml(none)}</strong></p><p>${escapeHtml(noneAbout)}</p>`
}

function links(language: ReaderLanguage): string {
  const messages = buildFormsListMessages(language)
  return `<p><a href="/publico/consultar-estado?lang=${language}">${escapeHtml(messages.status)}</a></p>`
}

function renderRefusedPage(language: ReaderLanguage, text: string): string {
  return renderPlainPage({ language, title: text, main: `<h1>${escapeHtml(text)}</h1>` })
}

const STYLE = `
      .forms { margin: 24px 0; padding: 0 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); list-style: none; }
      .forms li + li { border-block-start: 1px solid var(--line); }
      .forms a { display: flex; flex-direction: column; justify-content: center; min-height: 48px; padding: 12px 0; overflow-wrap: anywhere; text-decoration: none; }
      .forms strong { color: var(--fill); font-weight: 500; text-decoration: underline; }
      .forms .help { margin: -8px 0 12px; }
    `
