import { Hono } from 'hono'
import { refuse, templateIdSchema, type Result } from '#domain/kernel/index.ts'
import type { PublicForm } from '#domain/pages/index.ts'
import type { Core } from '../../context.ts'
import { buildRetryAfterHeader, toHttpStatus } from '../../http/problems.ts'
import { allowFramingSites, buildSecurityHeaders, NO_STORE_HEADERS } from '../../http/security-headers.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import { createAddressRateLimit } from '../../limits/by-address.ts'
import { createMemoryRateLimit } from '../../limits/pace.ts'
import { findPublicForm, readPublicDesign } from '../find-public-form.ts'
import {
  addBranding,
  addFramingSites,
  renderPublicPage,
  type PublicDesign,
  type PublicFormReply,
  removeOtherLanguages,
} from '../public-page.ts'
import { negotiateLanguage } from '../reader-language.ts'

/** Compressed replies by the object from `findPublicForm`, which is the same until the form is written. */
const packed = new WeakMap<PublicForm, Map<string, Promise<Uint8Array<ArrayBuffer>>>>()
/**
 * Maximum cached replies per form: its data, and its page per language and design. Above the limit, all are dropped.
 */
const MAX_KEPT = 24

/** Reply with a compressed public form, from a cache. Undefined for clients that do not accept gzip. */
async function gzipForm(formData: PublicFormReply, request: Request): Promise<Response | undefined> {
  const { form, codeHidden, timeZone } = formData
  const bytes = await getGzipped(form, request, `form ${codeHidden} ${timeZone}`, () => JSON.stringify(formData))
  return bytes === undefined
    ? undefined
    : new Response(bytes, { headers: { 'content-type': 'application/json', ...GZIP_HEADERS, ...NO_STORE_HEADERS } })
}

const GZIP_HEADERS = { 'content-encoding': 'gzip', vary: 'accept-encoding' }

/**
 * Compresses a text of a form, and caches it until the form is written.
 * @param name cache key, besides the form
 * @returns undefined when the client does not accept gzip
 */
async function getGzipped(
  form: PublicForm,
  request: Request,
  name: string,
  make: () => string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) return undefined
  const kept = packed.get(form) ?? new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  packed.set(form, kept)
  const bytes = kept.get(name) ?? gzipText(make())
  if (!kept.has(name) && kept.size >= MAX_KEPT) kept.clear()
  kept.set(name, bytes)
  return bytes
}

async function gzipText(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = new Response(text)
  return new Uint8Array(await new Response(body?.pipeThrough(new CompressionStream('gzip'))).arrayBuffer())
}

/**
 * Rate limit of public forms and their pages. Refuses with request.too-many for one address, and with server.busy for
 * all visitors together.
 */
export type PublicPagesRateLimit = (address: string | undefined) => Result<true>

export function createPublicPagesRateLimit({ ports: { clock }, tuning }: Core): PublicPagesRateLimit {
  const from = createAddressRateLimit(clock, { burst: tuning.publicPagesBurst, interval: tuning.publicPagesInterval })
  const ofAll = createMemoryRateLimit(clock, tuning.publicPagesBurstInTotal, tuning.publicPagesIntervalInTotal)
  return (address) => {
    const result = from(address)
    if (!result.ok) return result
    return ofAll('all').ok ? result : refuse('server.busy', { seconds: 5 })
  }
}

/** Handlers of public endpoints. */
export function createPublicHandlers({ ports: { store } }: Core, pace: PublicPagesRateLimit) {
  return {
    async readPublicForm({ params, request, address }) {
      const limitResult = pace(address)
      if (!limitResult.ok) return limitResult
      const result = await findPublicForm(store, params.id)
      return result.ok ? ((await gzipForm(result.value, request)) ?? result) : result
    },
  } satisfies PartialHandlers
}

/** Keeps a form out of search engines, because only people with its link should find it. */
const NOT_INDEXED = { 'x-robots-tag': 'noindex' }

/** Confirmation URLs of the specification that contain a citizen id (part 3, points 2 and 7). */
const CITIZEN_SAVED = [
  '/ciudadano/guardado/:id/:code/:citizenId',
  '/ciudadano/guardado/:id/:code/:citizenId/:useAWS{true|false}',
]

/** The public pages at the specification's URLs. Sessions are ignored. */
export function createPublicPages({ ports: { store }, options }: Core, pace: PublicPagesRateLimit): Hono {
  const pages = new Hono()
  const secure = buildSecurityHeaders(options.secureCookies)
  const always = {
    'content-type': 'text/html; charset=utf-8',
    // The form may close at any time. The service worker caches only the page without a form.
    ...NO_STORE_HEADERS,
  }

  const page = async (
    request: Request,
    formData: Result<PublicFormReply> | undefined,
    looks: PublicDesign | undefined,
  ): Promise<Response> => {
    const shell = await options.publicShell?.()
    if (shell === undefined) return new Response('The app has not been built yet: npm run build\n', { status: 503 })
    const refused = formData?.ok === false ? formData.problem : undefined
    const status = refused === undefined ? 200 : toHttpStatus(refused.code)
    const wait = refused === undefined ? {} : buildRetryAfterHeader(refused)
    const robots = formData?.ok === true && formData.value.form.opcionales.linkOnly ? NOT_INDEXED : {}
    const headers = { ...allowFramingSites(secure, looks?.framers ?? []), ...always, ...wait, ...robots }
    const language = negotiateLanguage(request.headers.get('accept-language') ?? '')
    const make = (): string => {
      const written =
        formData === undefined ? removeOtherLanguages(shell, language) : renderPublicPage(shell, formData, language)
      return addFramingSites(addBranding(written, looks), looks?.framers ?? [])
    }
    if (formData?.ok !== true) return new Response(make(), { status, headers })
    const { form, codeHidden, timeZone } = formData.value
    const packed = await getGzipped(form, request, JSON.stringify([language, codeHidden, timeZone, looks, shell]), make)
    return packed === undefined
      ? new Response(make(), { headers })
      : new Response(packed, { headers: { ...headers, ...GZIP_HEADERS, vary: 'accept-encoding, accept-language' } })
  }

  pages.get('/publico/contestar/:id', async (c) => {
    const request = c.req.raw
    const id = templateIdSchema.safeParse(c.req.param('id'))
    if (!id.success) return page(request, refuse('template.missing'), undefined)
    const limitResult = pace(options.addressOf?.(request, c.env))
    if (!limitResult.ok) return page(request, limitResult, undefined)
    return page(request, ...(await Promise.all([findPublicForm(store, id.data), readPublicDesign(store, id.data)])))
  })
  // The page has no facts about the answer; only the sending device has them.
  pages.get('/publico/guardado/:id/:code', async (c) => {
    const id = templateIdSchema.safeParse(c.req.param('id'))
    // Above the rate limit the page is sent without the municipality's design.
    const isDesignAllowed = id.success && pace(options.addressOf?.(c.req.raw, c.env)).ok
    return page(c.req.raw, undefined, isDesignAllowed ? await readPublicDesign(store, id.data) : undefined)
  })
  // Removes citizen and cloud from the URL, because an id in a URL proves nothing and would remain in the history of a
  // shared device.
  for (const path of CITIZEN_SAVED)
    pages.get(path, async (c) => {
      const id = templateIdSchema.safeParse(c.req.param('id'))
      if (!id.success) return page(c.req.raw, refuse('template.missing'), undefined)
      const location = `/ciudadano/guardado/${encodeURIComponent(id.data)}/${encodeURIComponent(c.req.param('code') ?? '')}`
      const headers = { ...secure, ...NO_STORE_HEADERS, 'referrer-policy': 'no-referrer', location }
      return new Response(null, { status: 302, headers })
    })
  return pages
}
