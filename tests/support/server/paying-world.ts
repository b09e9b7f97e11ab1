import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { ExternalSystemDeps } from '#connectors/http.ts'
import { createPaymentProviders } from '#connectors/payments/index.ts'
import type { Connectors, Store } from '#core/ports.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Sandbox } from '#sandbox/start.ts'
import { MERCADO_PAGO_SANDBOX } from '#sandbox/mercado-pago.ts'
import { STRIPE_SANDBOX } from '#sandbox/stripe.ts'
import { buildAccount, buildTicketForm, OWNER } from '../builders/paying.ts'
import { buildWorld, type World } from './world.ts'

const deps: ExternalSystemDeps = {
  fetch: (url, init) => fetch(url, init),
  timeout: () => AbortSignal.timeout(5_000),
  failed: () => undefined,
}

/** Effects outside of a world. */
export type Sent = { readonly mails: string[]; readonly incidents: string[] }

/** The sandbox's providers: their setup, and a payer's actions there. */
export function standInsOf(sandbox: Sandbox) {
  return {
    stripe: { ...STRIPE_SANDBOX, standIn: sandbox.stripe },
    'mercado-pago': { ...MERCADO_PAGO_SANDBOX, standIn: sandbox.mercadoPago },
  } as const
}
export type StandInName = keyof ReturnType<typeof standInsOf>

/**
 * A municipality that sells tickets, with its account at a provider of the sandbox, whose webhooks reach it over HTTP.
 * Uses this machine's clock, like the sandbox.
 */
export async function buildPayingWorld(
  sandbox: Sandbox,
  { mails, incidents }: Sent,
  name: StandInName = 'stripe',
  store?: Store,
): Promise<{ readonly world: World; readonly server: Server }> {
  const done = (id: string) => ({ ok: true, value: { id } }) as const
  // External systems accept each key once: repeated calls have no further effect.
  const known = new Set<string>()
  const once = (list: string[], key: string, what: string): void => {
    if (!known.has(key)) list.push(what)
    known.add(key)
  }
  const home = () => 'https://relevo.example'
  const connectors = {
    home,
    payments: createPaymentProviders(deps, sandbox.addresses),
    mail: {
      home,
      send: async ({ subject }: { readonly subject: string }, key: string) => (once(mails, key, subject), done('')),
    },
    tells: {
      'incident.create': async ({ id }: { readonly id: string }, key: string) => (
        once(incidents, key, id),
        done('80001')
      ),
    },
  } as Connectors
  const world = await buildWorld({}, store, connectors)
  world.clock.now = Date.now()
  const form = { ...buildTicketForm(), timeStamp: toInstant(0) }
  await world.put(keys.template(form.id), form)
  await world.put(keys.templateVersion(form.id, form.version), form)
  const { key, secret, standIn } = standInsOf(sandbox)[name]
  await world.put(
    keys.paymentAccount(OWNER),
    buildAccount({ provider: name, mode: 'test', key, webhookSecrets: [secret] }),
  )
  const server = createAdaptorServer({ fetch: world.app.fetch, overrideGlobalObjects: false }) as Server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const query = `municipality=${encodeURIComponent(OWNER)}`
  standIn.setWebhookUrl(`http://127.0.0.1:${port}/api/payments/webhooks/${name}?${query}`)
  return { world, server }
}
