import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { MapLayer } from '#domain/maps/index.ts'
import { createBookingPage, createBookingStandIn } from './booking.ts'
import { createCitizenPortalStandIn, createPortalPage, type PortalInbox } from './citizen-portal.ts'
import { createCitizenRegistryStandIn } from './citizen-registry.ts'
import { createHostPage } from './host-page.ts'
import { createMailboxPage, type MailFolder, startMailServer } from './mailbox.ts'
import { createGoogleGeocoderStandIn, createNominatimStandIn, SANDBOX_ATTRIBUTION, createTilesStandIn } from './maps.ts'
import { misbehave, type Misbehaviour } from './misbehaviour.ts'
import { createPaymentPage } from './payment-page.ts'
import { type MercadoPagoStandIn, createMercadoPagoStandIn } from './mercado-pago.ts'
import { createStripeStandIn, type StripeStandIn } from './stripe.ts'
import { createMunicipalSystemStandIn, type SandboxIncident } from './municipal-system.ts'

const TOKEN = 'sandbox'

type Address = { readonly name: string; readonly url: string; readonly token: string }

export type Sandbox = {
  /** addresses for `connectSystems` of functions/src/connectors */
  readonly addresses: {
    readonly municipalSystem: Address
    readonly municipalSystemAws: Address
    readonly booking: Address
    readonly bookingPage: string
    readonly mapSearch: Address
    readonly addressService: Address
    readonly tiles: {
      readonly [Layer in MapLayer]: {
        readonly template: string
        readonly attribution: string
        readonly token: string
        readonly downloads: true
      }
    }
    readonly citizenPortal: Address
    readonly citizens: Address
    /** for `createPaymentProviders` */
    readonly stripe: string
    readonly mercadoPago: string
    /** URL of a mail server, which stores e-mails in the folder */
    readonly mail?: string
  }
  /** everything that the citizen portal has received */
  readonly portal: PortalInbox
  /** URL for webhooks, and the received webhooks */
  readonly receiver: WebhookReceiver & { readonly url: string }
  /** the payment providers */
  readonly stripe: StripeStandIn
  readonly mercadoPago: MercadoPagoStandIn
  /** the incidents created in each cloud */
  readonly incidents: { readonly main: readonly SandboxIncident[]; readonly aws: readonly SandboxIncident[] }
  /** URL of the page of e-mails */
  readonly mailbox?: string
  /** pages for trials: the portal as a citizen sees it, and a site that embeds forms */
  readonly pages?: { readonly portal: string; readonly host: string }
  /** makes every request from now on fail this way; undefined: normal again */
  misbehave(how: Misbehaviour | undefined): void
  /** from now on requests are handled, but their replies are held back until `letGo` */
  hold(): void
  letGo(): void
  /** number of requests received */
  asked(): number
  close(): Promise<void>
}

/**
 * Starts the simulated outside systems, with real HTTP and SMTP on free ports of this machine.
 * @param mails folder of e-mails; without it there is no mail server
 * @param home URL of the product; without it there are no pages that link to it
 */
export async function startSandbox(mails?: MailFolder, home?: () => string): Promise<Sandbox> {
  const mailServer = mails === undefined ? undefined : await startMailServer(mails)
  let how: Misbehaviour | undefined
  let requested = 0
  let heldResolvers = Promise.withResolvers<void>()
  heldResolvers.resolve()
  const app = new Hono<{ Bindings: HttpBindings }>()
  const portal = createCitizenPortalStandIn((c) => void (c.env as HttpBindings).incoming.socket.destroy())
  const standIn = createWebhookReceiverStandIn((env) => void (env as HttpBindings).incoming.socket.destroy())
  let origin = ''
  const stripe = createStripeStandIn(() => `${origin}/pagar`)
  const mercadoPago = createMercadoPagoStandIn(() => `${origin}/pagar-mp`)
  const incidents = { main: [] as SandboxIncident[], aws: [] as SandboxIncident[] }
  // Pages for people, without a token.
  app.route('/turnos', createBookingPage())
  app.route('/pagar', createPaymentPage(stripe)).route('/pagar-mp', createPaymentPage(mercadoPago))
  if (mails !== undefined) app.route('/mailbox', createMailboxPage(mails))
  if (home !== undefined)
    app.route('/vecino', createPortalPage(portal.post, home)).route('/sitio', createHostPage(home))
  app.use('*', async (_, next) => {
    requested += 1
    await next()
    await heldResolvers.promise
  })
  app.use('*', async (c, next) => {
    const hasOwnAuthentication = /^\/(?:direcciones|receptor|stripe|mercado-pago)(?:\/|$)/.test(c.req.path)
    if (!hasOwnAuthentication && c.req.header('authorization') !== `Bearer ${TOKEN}`)
      return c.json({ error: 'sin autorización' }, 401)
    const elsewhere = new URL(c.req.url)
    elsewhere.searchParams.set('redirected', '1')
    const line = {
      signal: c.req.raw.signal,
      cut: () => void c.env.incoming.socket.destroy(),
      elsewhere: elsewhere.href,
    }
    if (how !== undefined && c.req.query('redirected') === undefined) return misbehave(how, line)
    return next()
  })
  app.route('/municore', createMunicipalSystemStandIn(incidents.main))
  app.route('/municore-aws', createMunicipalSystemStandIn(incidents.aws))
  app.route('/turnero', createBookingStandIn())
  app.route('/nominatim', createNominatimStandIn())
  app.route('/direcciones', createGoogleGeocoderStandIn(TOKEN))
  app.route('/mosaicos', createTilesStandIn())
  app.route('/receptor', standIn.app)
  app.route('/stripe', stripe.app).route('/mercado-pago', mercadoPago.app)
  app.route('/portal', portal.app)
  app.route('/ciudadanos', createCitizenRegistryStandIn())

  const server = createAdaptorServer({
    fetch: (request, env) => app.fetch(request, env as HttpBindings),
    overrideGlobalObjects: false,
  }) as Server
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  origin = `http://localhost:${port}`
  const at = (name: string): Address => ({ name, url: `http://127.0.0.1:${port}/${name}`, token: TOKEN })
  const drawn = (layer: MapLayer) => ({
    template: `http://127.0.0.1:${port}/mosaicos/${layer}/{z}/{x}/{y}.png`,
    attribution: SANDBOX_ATTRIBUTION,
    token: TOKEN,
    downloads: true as const,
  })
  return {
    addresses: {
      municipalSystem: at('municore'),
      municipalSystemAws: at('municore-aws'),
      booking: at('turnero'),
      bookingPage: `http://localhost:${port}/turnos`,
      mapSearch: at('nominatim'),
      addressService: at('direcciones'),
      tiles: { default: drawn('default'), satellite: drawn('satellite') },
      citizenPortal: at('portal'),
      citizens: at('ciudadanos'),
      stripe: `http://127.0.0.1:${port}/stripe`,
      mercadoPago: `http://127.0.0.1:${port}/mercado-pago`,
      ...(mailServer === undefined ? {} : { mail: mailServer.url }),
    },
    portal: portal.post,
    stripe,
    mercadoPago,
    receiver: { ...standIn.receiver, url: `http://127.0.0.1:${port}/receptor` },
    incidents,
    ...(mailServer === undefined ? {} : { mailbox: `http://localhost:${port}/mailbox` }),
    ...(home === undefined
      ? {}
      : { pages: { portal: `http://localhost:${port}/vecino`, host: `http://localhost:${port}/sitio` } }),
    misbehave: (next) => {
      how = next
    },
    hold: () => {
      heldResolvers = Promise.withResolvers()
    },
    letGo: () => heldResolvers.resolve(),
    asked: () => requested,
    close: async () => {
      await mailServer?.close()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

/** A received webhook. */
type ReceivedPost = {
  readonly id: string
  readonly timestamp: string
  readonly signature: string
  readonly body: string
}

type WebhookReceiver = {
  /** in order of arrival */
  readonly posts: readonly ReceivedPost[]
  /** the next webhook is accepted, but its reply is lost */
  loseReply(): void
  /** from now on every webhook gets this status */
  answerWith(status: number): void
}

/**
 * Simulates a receiver, by the contract in functions/src/connectors/webhooks/post.ts. It accepts everything; the sender
 * shows a signature, not a token.
 */
function createWebhookReceiverStandIn(cut: (env: unknown) => void): {
  readonly app: Hono
  readonly receiver: WebhookReceiver
} {
  const posts: ReceivedPost[] = []
  let dropsReply = false
  let status = 204
  const app = new Hono()
  app.post('/', async (c) => {
    const header = (name: string) => c.req.header(name) ?? ''
    posts.push({
      id: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      signature: header('webhook-signature'),
      body: await c.req.text(),
    })
    if (dropsReply) {
      dropsReply = false
      cut(c.env)
    }
    return new Response(null, { status })
  })
  return {
    app,
    receiver: {
      posts,
      loseReply: () => {
        dropsReply = true
      },
      answerWith: (next) => {
        status = next
      },
    },
  }
}
