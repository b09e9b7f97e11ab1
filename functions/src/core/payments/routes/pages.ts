import { Hono, type Context } from 'hono'
import { z } from 'zod'
import {
  ok,
  PAID_STATUS,
  problemSchema,
  refuse,
  toInstant,
  unreachable,
  type Problem,
  type Result,
} from '#domain/kernel/index.ts'
import { orderReferenceSchema } from '#domain/payments/index.ts'
import type { Core } from '../../context.ts'
import { readBodyBytes } from '../../http/body.ts'
import { buildRetryAfterHeader, toHttpStatus } from '../../http/problems.ts'
import { isSameSite } from '../../http/same-site.ts'
import { allowFramingSites, buildSecurityHeaders } from '../../http/security-headers.ts'
import { NO_STORE_HEADERS } from '../../http/security-headers.ts'
import type { Handlers } from '../../endpoints/serve.ts'
import { toErrorProblem } from '../../endpoints/unexpected.ts'
import { formatFailureReference } from '../../pages/failed-page.ts'
import { findTranslatedLanguage, negotiateLanguage, type ReaderLanguage } from '../../pages/reader-language.ts'
import {
  runCheckout,
  type CheckoutResult,
  type CountDiscountCodeAttempt,
  type PostedFields,
  type PlaceOrder,
} from '../payer/checkout.ts'
import { renderCheckoutPage, renderRedirectPage, formatPayerRefusal } from '../payer/checkout-page.ts'
import { readOrderView } from '../payer/find-order.ts'
import {
  renderOrderDeniedPage,
  renderOrderMissingPage,
  renderPaymentErrorPage,
  renderOrderPaidPage,
  type OrderView,
} from '../payer/order-page.ts'
import { countDiscountCodeAttempt } from '../../limits/order-limits.ts'
import { decryptFromUrl, encryptForUrl } from '../../signed-text.ts'
import { admitRequest } from '../../capacity/gate.ts'
import type { PublicPagesRateLimit } from '../../pages/routes/public.ts'

/** Maximum bytes of a form's fields: a few names, numbers and URLs, with up to nine characters per encoded letter. */
const MAX_BYTES = 16 * 1024
/** Milliseconds for which the URL of a step stays valid. The URL contains the payer's data, encrypted. */
const POSTING_MS = 60 * 60_000
const postingSchema = z.object({
  until: z.number(),
  fields: z.record(z.string(), z.string()),
  /** why the last step was refused */
  problem: problemSchema.optional(),
  /** the provider's page */
  url: z.string().optional(),
})
/** Used when a posted step is shown again: its code was already counted, and showing it must not create an order. */
const countNothing: CountDiscountCodeAttempt = async () => ok({ giveBack: async () => undefined })
const orderNothing: PlaceOrder = async () => refuse('payment.failed')
const ORDER_PATH = ':orderId/:id'
type Page = 'exitoso' | 'denegado'
type Reference = { readonly orderId: string; readonly id: string }

/**
 * A payer's pages (part 3, points 2 and 4), which work without script and call the API's handlers. They cannot be
 * framed and are not cached.
 */
export function createPaymentPages(
  core: Core,
  pace: PublicPagesRateLimit,
  api: Handlers<'createOrder' | 'lookPayment'>,
): Hono {
  const { options, bodies, disk, ports } = core
  const pages = new Hono()
  const always = {
    ...allowFramingSites(buildSecurityHeaders(options.secureCookies), []),
    ...NO_STORE_HEADERS,
    'x-robots-tag': 'noindex',
  }
  const html = (text: string, problem?: Problem): Response => {
    const headers = { ...always, 'content-type': 'text/html; charset=utf-8' }
    return problem === undefined
      ? new Response(text, { headers })
      : new Response(text, {
          status: toHttpStatus(problem.code),
          headers: { ...headers, ...buildRetryAfterHeader(problem) },
        })
  }
  const redirectToPage = (
    status: 302 | 303,
    page: Page,
    { orderId, id }: Reference,
    lang?: ReaderLanguage,
  ): Response => {
    const query = lang === undefined ? '' : `?lang=${lang}`
    const location = `/pago-${page}/${encodeURIComponent(orderId)}/${encodeURIComponent(id)}${query}`
    return new Response(null, { status, headers: { ...always, location } })
  }
  const refused = (c: Context, problem: Problem, language = readLanguage(c)): Response => {
    const path = new URL(c.req.url).pathname
    const reference = formatFailureReference(problem, language)
    const text = [formatPayerRefusal(problem, language), reference].join(' ').trimEnd()
    const again = path.startsWith('/pago-') ? path : undefined
    const page = { notice: text, again, isReply: c.req.method !== 'GET' }
    return html(
      problem.code === 'payment.missing'
        ? renderOrderMissingPage(language, page)
        : renderPaymentErrorPage(language, page),
      problem,
    )
  }
  const getClientAddress = (c: Context) => options.addressOf?.(c.req.raw, c.env)

  /** Shows a page about an order, or redirects to another page if the order's state requires it. */
  const shown =
    (show: typeof renderOrderPaidPage, elsewhere: (view: OrderView | undefined) => Page | undefined) =>
    async (c: Context): Promise<Response> => {
      const limitResult = pace(getClientAddress(c))
      if (!limitResult.ok) return refused(c, limitResult.problem)
      const view = await readOrderView(ports.store, readReference(c), readLanguage(c))
      const otherPage = elsewhere(view)
      const lang = readRequestedLanguage(c)
      const chosen = lang === undefined ? {} : { lang }
      if (otherPage !== undefined) return redirectToPage(302, otherPage, readReference(c), lang)
      return view === undefined
        ? refused(c, { code: 'payment.missing' })
        : html(show({ ...view, ...chosen }, readLanguage(c)))
    }

  /** Handles a POST from our own pages. Refuses with request.cross-site and request.too-many, and as `admitRequest`. */
  const posted = (take: (c: Context) => Promise<Response>) => async (c: Context) => {
    const request = c.req.raw
    if (!isSameSite(request, options.origins)) return refused(c, { code: 'request.cross-site' })
    const limitResult = pace(getClientAddress(c))
    if (!limitResult.ok) return refused(c, limitResult.problem)
    try {
      const result = await admitRequest(core, request)
      return result.ok ? await take(c) : refused(c, result.problem)
    } finally {
      bodies.release(request)
      disk.release(request)
    }
  }

  const step = posted(async (c) => {
    const request = c.req.raw
    const fields = await readFields(core, request)
    if (!fields.ok) return refused(c, fields.problem)
    const order: PlaceOrder = async (body) =>
      (await api.createOrder({ request, address: getClientAddress(c), body, params: {}, query: {} })) as Awaited<
        ReturnType<PlaceOrder>
      >
    // A language chosen in the page's header posts its step again.
    const lang = readRequestedLanguage(c) ?? findTranslatedLanguage(fields.value.get('lang'))
    const count: CountDiscountCodeAttempt = (tried) =>
      countDiscountCodeAttempt(core, tried, getClientAddress(c), request)
    const language = lang ?? readLanguage(c)
    const now = ports.clock()
    const deps = { store: ports.store, now: toInstant(now), order, countCode: count, language }
    const next = await runCheckout(deps, fields.value).catch((error: Error): CheckoutResult => {
      return { kind: 'refused', problem: toErrorProblem(core, error, request) }
    })
    if (next.kind !== 'step' && next.kind !== 'go') return said(c, next, lang)
    const sent: Record<string, string> = Object.fromEntries(fields.value)
    if (lang !== undefined) sent['lang'] = lang
    const isOrderRequested = sent['step'] === 'pay' || sent['step'] === 'again'
    const posting = {
      until: now + POSTING_MS,
      fields: next.kind === 'step' && isOrderRequested ? { ...sent, step: next.view.at } : sent,
      ...(next.kind === 'go' ? { url: next.url } : { problem: next.view.problem }),
    }
    const headers = { ...always, location: `/pago/${await encryptForUrl(ports, posting)}` }
    return new Response(null, { status: 303, headers })
  })

  /** Page of a step, at a URL that contains the posted fields (post/redirect/get): Back never resends a form. */
  const showStep = async (c: Context): Promise<Response> => {
    const limitResult = pace(getClientAddress(c))
    if (!limitResult.ok) return refused(c, limitResult.problem)
    const posting = await decryptFromUrl(ports, c.req.param('posting') ?? '', postingSchema)
    const now = ports.clock()
    if (posting === undefined || posting.until < now) return refused(c, { code: 'payment.missing' })
    const { url, problem } = posting
    const fields = new Map(Object.entries(posting.fields))
    const lang = readRequestedLanguage(c) ?? findTranslatedLanguage(fields.get('lang'))
    const language = lang ?? readLanguage(c)
    // The next steps continue in the language chosen in the page's header.
    if (lang !== undefined) fields.set('lang', lang)
    if (url !== undefined) return said(c, { kind: 'go', url }, lang)
    const deps = { store: ports.store, now: toInstant(now), order: orderNothing, countCode: countNothing, language }
    const next = await runCheckout(deps, fields)
    if (next.kind !== 'step') return said(c, next, lang)
    const view = { ...next.view, problem: next.view.problem ?? (problem && { ...problem }) }
    return html(renderCheckoutPage(view, language), view.problem)
  }

  const said = (
    c: Context,
    next: Exclude<CheckoutResult, { kind: 'step' }>,
    lang: ReaderLanguage | undefined,
  ): Response => {
    const language = lang ?? readLanguage(c)
    switch (next.kind) {
      case 'missing':
        return refused(c, { code: 'payment.missing' }, language)
      case 'refused':
        return refused(c, next.problem, language)
      case 'order':
        return redirectToPage(303, 'exitoso', next.order, lang)
      case 'go':
        return html(renderRedirectPage(next.url, language))
      default:
        return unreachable(next)
    }
  }

  // Errors are shown as a page for the payer, not as JSON.
  pages.onError((error, c) => refused(c, toErrorProblem(core, error, c.req.raw)))
  pages.get(
    `/pago-exitoso/${ORDER_PATH}`,
    shown(renderOrderPaidPage, (view) =>
      view === undefined || view.order.status === 'Rechazado' ? 'denegado' : undefined,
    ),
  )
  pages.get(
    `/pago-denegado/${ORDER_PATH}`,
    shown(renderOrderDeniedPage, (view) => (view?.order.status === PAID_STATUS ? 'exitoso' : undefined)),
  )
  // Refresh button for browsers without script.
  pages.post(
    `/pago-exitoso/${ORDER_PATH}`,
    posted(async (c) => {
      const params = orderReferenceSchema.safeParse(readReference(c))
      if (params.success)
        await api.lookPayment({
          request: c.req.raw,
          address: getClientAddress(c),
          params: params.data,
          query: {},
          body: undefined,
        })
      return redirectToPage(303, 'exitoso', readReference(c), readRequestedLanguage(c))
    }),
  )
  // Opened by hand or from the history. This URL does not name an order, so there is nothing to show.
  pages.get('/pago', (c) => refused(c, { code: 'payment.missing' }))
  pages.get('/pago/:posting', showStep)
  pages.post('/pago', step)
  // The button "Volver a intentarlo" posts to the form's URL (part 3, point 2) and continues the same order.
  pages.post('/publico/contestar/:id', step)
  return pages
}

/** The payer's chosen language, from the URL. */
function readRequestedLanguage(c: Context): ReaderLanguage | undefined {
  return findTranslatedLanguage(c.req.query('lang'))
}

function readLanguage(c: Context): ReaderLanguage {
  return readRequestedLanguage(c) ?? negotiateLanguage(c.req.header('accept-language') ?? '')
}

function readReference(c: Context): Reference {
  return { orderId: c.req.param('orderId') ?? '', id: c.req.param('id') ?? '' }
}

/** Refuses as `readBodyBytes`, and with request.malformed when there are no fields. */
async function readFields(core: Core, request: Request): Promise<Result<PostedFields>> {
  const body = await readBodyBytes(core, request, MAX_BYTES)
  if (!body.ok) return body
  const fields = new Map(new URLSearchParams(new TextDecoder().decode(body.value)))
  return fields.size > 0 ? ok(fields) : refuse('request.malformed')
}
