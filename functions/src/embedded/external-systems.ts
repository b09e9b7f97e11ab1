import { buildCitizenPageLinks } from '#connectors/citizen-pages.ts'
import { connectSystems, type ExternalSystemAddresses } from '#connectors/connect.ts'
import { createIdentityProviderClient, type IdentitySettings } from '#connectors/identity.ts'
import { createFolderMailSender, type MailSettings, createSmtpSender } from '#connectors/mail.ts'
import { createPaymentProviders } from '#connectors/payments/index.ts'
import { createImageFetcher } from '#connectors/webhooks/fetch-image.ts'
import { createWebhookSender } from '#connectors/webhooks/post.ts'
import type { PublicAddressSettings } from '#connectors/webhooks/public-only.ts'
import { cacheImages, cacheMaps } from '#core/index.ts'
import type { Clock, Connectors, Log, ReplyCache } from '#core/ports.ts'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import { createMailFolderWriter } from './disk/mail-folder.ts'

export type ExternalSystemOptions = {
  readonly addresses: ExternalSystemAddresses
  readonly mail: MailSettings
  /** undefined: no single sign-on */
  readonly identity?: IdentitySettings | undefined
  readonly webhooks: PublicAddressSettings
  /** folder for e-mails when there is no mail server */
  readonly mailFolder: string
  /** base URL of links in e-mails */
  readonly home: () => string
  /** true with demonstration data: systems without an address are simulated on this machine */
  readonly isDemo: boolean
  /** cache for replies of map providers; undefined: no cache */
  readonly replies?: { readonly cache: ReplyCache; readonly publicCache: ReplyCache; readonly clock: Clock }
  readonly log: Log
}

export type ConnectedExternalSystems = {
  readonly connectors: Connectors
  /** the demonstration's page of e-mails; undefined when there is none */
  readonly mailbox: string | undefined
  /** the demonstration's pages of a citizen portal and of a site that embeds forms */
  readonly pages: Sandbox['pages']
  close(): Promise<void>
}

/** Connects the outside systems. Simulated systems accept everything, so they are never used with real data. */
export async function connectExternalSystems(options: ExternalSystemOptions): Promise<ConnectedExternalSystems> {
  const { addresses, mail, mailFolder, identity, home, isDemo, replies, webhooks, log } = options
  const keep = createMailFolderWriter(mailFolder)
  const sandbox = isDemo ? await startSandbox({ folder: mailFolder, keep }, home) : undefined
  if (sandbox !== undefined) await connectDemoWebhooks(sandbox, home)
  const deps = {
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    timeout: (milliseconds: number) => AbortSignal.timeout(milliseconds),
    failed: (facts: { readonly system: string; readonly why: string }) => log.error('connector.failed', facts),
  }
  const url = mail.url ?? sandbox?.addresses.mail
  const send = url === undefined ? createFolderMailSender(mail.from, keep) : createSmtpSender(deps, { ...mail, url })
  const images = createImageFetcher(deps, webhooks)
  const connected = connectSystems(deps, { ...sandbox?.addresses, ...addresses })
  return {
    connectors: {
      ...connected,
      ...(replies === undefined ? {} : cacheMaps(connected, replies)),
      home,
      ...buildCitizenPageLinks(home),
      mail: { home, send, isKept: url === undefined },
      webhooks: createWebhookSender(deps, webhooks),
      payments: createPaymentProviders(deps, sandbox === undefined ? {} : sandbox.addresses),
      images: replies === undefined ? images : cacheImages(images, replies.cache, replies.clock),
      ...(identity === undefined ? {} : { identity: createIdentityProviderClient(deps, identity, home) }),
    },
    mailbox: mail.url === undefined ? sandbox?.mailbox : undefined,
    pages: sandbox?.pages,
    close: async () => sandbox?.close(),
  }
}

/** Makes the simulated payment providers post to this server, for the demonstration's municipality with payments. */
async function connectDemoWebhooks({ stripe, mercadoPago }: Sandbox, home: () => string): Promise<void> {
  const { CITY_WITH_PAYMENTS } = await import('./demo/index.ts')
  const query = `municipality=${encodeURIComponent(CITY_WITH_PAYMENTS)}`
  stripe.setWebhookUrl(() => `${home()}/api/payments/webhooks/stripe?${query}`)
  mercadoPago.setWebhookUrl(() => `${home()}/api/payments/webhooks/mercado-pago?${query}`)
}
