import { afterAll, beforeAll } from 'vitest'
import { createIdentityProviderClient } from '#connectors/identity.ts'
import { CLIENT_ID, startOidcProvider, type OidcProvider } from '#tests/support/oidc-provider.ts'
import { buildWorld, cookieOf, ORIGIN, type World } from '#tests/support/server/world.ts'
import type { Mailer } from '#core/ports.ts'

const PEOPLE = {
  'sub-ines': { email: 'Ines@relevo.example', name: 'Inés' },
  'sub-other': { email: 'ines@relevo.example' },
  'sub-unverified': { email: 'sofia@relevo.example', verified: false },
  'sub-pablo': { username: 'Pablo' },
  'sub-new': { email: 'nueva@relevo.example', username: 'nueva', name: 'Nueva Persona' },
}
let provider: OidcProvider

/** Starts the provider for the tests of a file. */
export function withProvider(): void {
  beforeAll(async () => {
    provider = await startOidcProvider([ORIGIN], PEOPLE)
  })
  afterAll(() => provider.close())
}

export async function buildSso(mail?: Mailer): Promise<World> {
  const identity = createIdentityProviderClient(
    { failed: () => undefined },
    { issuer: provider.issuer, clientId: CLIENT_ID, label: 'Mi Ciudad', changePassword: ['action', 'change-password'] },
    () => ORIGIN,
  )
  return buildWorld({}, undefined, { identity, ...(mail === undefined ? {} : { mail }) })
}
export type Started = { readonly address: string; readonly state: string; readonly cookie: string }
export async function start(world: World, body: object = {}, cookie?: string): Promise<Started> {
  const asked = { again: false, changePassword: false, ...body }
  const reply = await world.ask('POST', '/api/sso', { body: asked, ...(cookie === undefined ? {} : { cookie }) })
  return { ...((await reply.json()) as Started), cookie: cookieOf(reply) || (cookie ?? '') }
}
export async function finish(world: World, query: string, cookie: string): Promise<Response> {
  return world.ask('POST', '/api/sso/finish', { body: { query }, cookie })
}

/** A browser at the provider: signs in, consents, and follows redirects until it returns. @returns the query sent */
export async function atProvider(address: string, account: string): Promise<string> {
  const jar = new Map<string, string>()
  let url = address
  let form: Record<string, string> | undefined
  for (let step = 0; step < 12; step += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
    form = undefined
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (location !== null) {
      const next = new URL(location, url)
      if (next.origin === ORIGIN) return next.search.slice(1)
      url = next.href
      continue
    }
    const page = await response.text()
    const action = /action="([^"]+)"/.exec(page)?.[1]
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    if (action === undefined || prompt === undefined)
      throw new Error(`Not a page of the provider: ${page.slice(0, 300)}`)
    url = new URL(action, url).href
    form = prompt === 'login' ? { prompt, login: account, password: 'x' } : { prompt }
  }
  throw new Error('The provider goes on and on')
}
export async function through(world: World, account: string, wish: object = {}): Promise<Response> {
  const { address, cookie } = await start(world, wish)
  return finish(world, await atProvider(address, account), cookie)
}
export async function withoutPassword(world: World, user: string): Promise<void> {
  const decide = () => ({ result: 0, writes: [{ kind: 'delete', key: `credentials/${user}` }] as const })
  await world.store.commit({ keysFor: () => [], decide })
}

/** Accepts the existing request. */
export async function accept(world: World, who: string): Promise<Response> {
  const [wanted] = await world.store.query({ collection: 'solicitudes', limit: 9 })
  const cookie = await world.signIn(who)
  return world.ask('POST', `/api/user-requests/${wanted?.document.id}/decide`, { cookie, body: { accepted: true } })
}
