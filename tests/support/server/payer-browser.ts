import type { Server } from 'node:http'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { runDueJobs } from '#core/jobs/run-due.ts'
import { keys } from '#domain/store/index.ts'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import { buildTicketForm } from '../builders/paying.ts'
import { buildPlainSubmit, DEVICE } from '../builders/submit.ts'
import { there } from '../there.ts'
import { buildPayingWorld } from './paying-world.ts'
import type { World } from './world.ts'

/** A received page, with plain spaces; `path`: its address. */
export type Shown = {
  readonly status: number
  readonly text: string
  readonly location: string | undefined
  readonly path: string
  readonly headers: Headers
}

export const PAYER = { fullName: 'Ana <Paz>', dni: '30111222', email: 'ana@relevo.example', phone: '' }

export function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** The fields of the page's form, as a browser would send them. */
export function fieldsOf(text: string): Readonly<Record<string, string>> {
  const inputs = [...text.matchAll(/<input ([^>]*)>/g)].map(([, html = '']) => html)
  return Object.fromEntries(
    inputs.flatMap((html) => {
      const of = (name: string): string => unescaped(new RegExp(`(?:^| )${name}="([^"]*)"`).exec(html)?.[1] ?? '')
      const isSent = of('type') !== 'radio' || html.includes(' checked')
      return isSent ? [[of('name'), of('value')]] : []
    }),
  )
}
export function alertOf({ text }: Shown): string {
  return unescaped(/role="alert"[^>]*>([^<]*)</.exec(text)?.[1] ?? '')
}

export function headOf({ text }: Shown): string {
  return /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? ''
}

/** The session at the provider that a page redirects to. */
export function sessionIn({ text }: Shown): string {
  return /id="go" href="[^"]*\/([^"/]+)"/.exec(text)?.[1] ?? ''
}

/**
 * A payer's browser without scripts, with a server for each test and the sandbox's provider: it posts only forms that
 * were shown.
 */
export function buildPayerBrowser() {
  let sandbox: Sandbox
  let world: World
  let server: Server | undefined
  let people = 0

  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  beforeEach(async () => {
    sandbox.misbehave(undefined)
    sandbox.stripe.deliver('at-once')
    server?.close()
    const built = await buildPayingWorld(sandbox, { mails: [], incidents: [] })
    world = built.world
    server = built.server
  })
  afterAll(async () => {
    await sandbox.close()
    await new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())))
  })

  async function ask(
    method: string,
    path: string,
    fields?: Readonly<Record<string, string>>,
    language = 'es',
  ): Promise<Shown> {
    const body = fields === undefined ? {} : { body: new URLSearchParams(fields).toString() }
    const response = await world.ask(method, path, { ...body, headers: { 'accept-language': language } })
    const location = response.headers.get('location') ?? undefined
    // A step is shown at an address of its own.
    if (response.status === 303 && location?.startsWith('/pago/') === true)
      return ask('GET', location, undefined, language)
    return {
      status: response.status,
      text: (await response.text()).replaceAll('\u00a0', ' '),
      location,
      path,
      headers: response.headers,
    }
  }
  const press = (shown: Shown, step: string, typed: object = {}): Promise<Shown> =>
    ask('POST', /<form method="post" action="([^"]*)"/.exec(shown.text)?.[1] ?? '', {
      ...fieldsOf(shown.text),
      ...typed,
      step,
    })
  /** @returns the device's data of a sent answer */
  async function answered(): Promise<{ readonly answer: string; readonly proof: string }> {
    people += 1
    const submit = buildPlainSubmit(people)
    const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [submit] }
    await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })
    return { answer: submit.answer, proof: submit.id }
  }
  /** Goes as far as the summary. */
  async function summed(chosen: object = { zone: '7', quanty: '2' }, payer?: object): Promise<Shown> {
    const first = await ask('POST', '/pago', await answered())
    return press(await press(first, 'data', chosen), 'summary', payer ?? { ...PAYER, dni: String(30_000_000 + people) })
  }
  async function ordered(): Promise<{
    readonly session: string
    readonly paths: { readonly paid: string; readonly denied: string }
  }> {
    const session = sessionIn(await press(await summed(), 'pay'))
    const { form } = there(sandbox.stripe.sessions.get(session))
    const pathIn = (name: string): string => new URL(form.get(name) ?? '').pathname
    return { session, paths: { paid: pathIn('success_url'), denied: pathIn('cancel_url') } }
  }
  async function later(milliseconds: number): Promise<void> {
    world.clock.now += milliseconds
    for (let look = 0; look < 10 && (await runDueJobs(world.ports, world.clock.now)) > 0; look += 1);
  }
  async function putForm(change: object, charge: object = {}): Promise<void> {
    const form = {
      ...buildTicketForm(change as never, charge as never),
      timeStamp: new Date(0).toISOString(),
    } as ReturnType<typeof buildTicketForm>
    await world.put(keys.template(form.id), form)
    await world.put(keys.templateVersion(form.id, form.version), form)
  }

  return {
    sandbox: () => sandbox,
    world: () => world,
    ask,
    press,
    answered,
    summed,
    ordered,
    later,
    putForm,
  }
}
