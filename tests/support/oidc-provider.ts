import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

/** A person known to the provider; the account's name is typed into its sign-in page. */
export type OidcPerson = {
  readonly email?: string
  readonly verified?: boolean
  readonly username?: string
  readonly name?: string
}
export const CLIENT_ID = 'relevo'

export type OidcProvider = {
  readonly issuer: string
  /** query parameters of requests for the sign-in page */
  readonly asked: URLSearchParams[]
  close(): Promise<void>
}

/**
 * A real OpenID Connect provider on this machine. Its sign-in page accepts any password.
 * @param homes possible URLs of the app
 */
export async function startOidcProvider(
  homes: readonly string[],
  people: Readonly<Record<string, OidcPerson>>,
): Promise<OidcProvider> {
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const asked: URLSearchParams[] = []
  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT_ID,
        token_endpoint_auth_method: 'none',
        redirect_uris: homes.map((home) => `${home}/sso/retorno`),
        post_logout_redirect_uris: homes.map((home) => `${home}/login`),
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    extraParams: ['action'],
    pkce: { required: () => true },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => {
        const { email, verified = true, username, name } = people[id] ?? {}
        return { sub: id, email, email_verified: verified, preferred_username: username, name }
      },
    }),
    cookies: { keys: ['a key of tests'] },
  }
  const provider = new Provider(issuer, configuration)
  const handle = provider.callback()
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    if (url.pathname === '/auth') asked.push(url.searchParams)
    void handle(request, response)
  })
  return {
    issuer,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
