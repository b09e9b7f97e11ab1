import type { Configuration } from 'openid-client'
import { z } from 'zod'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import type { ExternalSystemDeps } from './http.ts'

/** An OpenID Connect provider, and our credentials there. */
export type IdentitySettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string
  /** text of the button */
  readonly label: string
  /** authorization parameter that opens the provider's change of password, such as `kc_action=UPDATE_PASSWORD` */
  readonly changePassword: readonly [name: string, value: string]
}

/** Random values that link the provider's reply to our request. */
export type SsoRequestSecrets = { readonly state: string; readonly nonce: string; readonly verifier: string }
export type SsoStartRequest = { readonly again: boolean; readonly changePassword: boolean }
/** Identity confirmed by the provider. `email` is set only if verified; `idToken` is needed for signing out there. */
export type ProviderIdentity = {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  readonly username: string | undefined
  readonly name: string
  /** time in milliseconds; undefined if the provider does not say */
  readonly authenticatedAt: number | undefined
  readonly idToken: string
}

const REQUEST_TIMEOUT_SECONDS = 10
const RETURN_PATH = '/sso/retorno'

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional(),
  email_verified: z.boolean().optional(),
  preferred_username: z.string().max(255).optional(),
  name: z.string().max(400).optional(),
  auth_time: z.int().optional(),
})

/**
 * Client of one provider: authorization code with PKCE, state and nonce. Fetches the provider's metadata once, when
 * first needed. All failures refuse with session.sso-failed; the log has the reason.
 * @param home our base URL; the provider must know `{home}/sso/retorno` and, for signing out, `{home}/login`
 */
export function createIdentityProviderClient(
  deps: Pick<ExternalSystemDeps, 'failed'>,
  settings: IdentitySettings,
  home: () => string,
) {
  let configuration: Promise<Configuration> | undefined

  const load = () => import('openid-client')
  async function discover(): Promise<Configuration> {
    const { allowInsecureRequests, ClientSecretPost, discovery, None } = await load()
    const issuer = new URL(settings.issuer)
    // Allows http only for a provider on this machine, for trials.
    const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(issuer.hostname)
    const { clientId, clientSecret } = settings
    const foundConfiguration = await discovery(
      issuer,
      clientId,
      undefined,
      clientSecret === undefined ? None() : ClientSecretPost(clientSecret),
      { timeout: REQUEST_TIMEOUT_SECONDS, ...(isHere ? { execute: [allowInsecureRequests] } : {}) },
    )
    return foundConfiguration
  }
  function known(): Promise<Configuration> {
    return (configuration ??= discover().catch((error: unknown) => {
      configuration = undefined
      throw error
    }))
  }
  async function attempt<T>(work: () => Promise<T>): Promise<Result<T>> {
    try {
      return ok(await work())
    } catch (error) {
      deps.failed({ system: 'identity', why: String(error) })
      return refuse('session.sso-failed')
    }
  }

  return {
    label: settings.label,
    begin: (checks: SsoRequestSecrets, { again, changePassword }: SsoStartRequest) =>
      attempt(async () => {
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await load()
        const address = buildAuthorizationUrl(await known(), {
          redirect_uri: home() + RETURN_PATH,
          scope: 'openid email profile',
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: 'S256',
          ...(again ? { prompt: 'login', max_age: '0' } : {}),
          ...(changePassword ? { [settings.changePassword[0]]: settings.changePassword[1] } : {}),
        })
        return address.href
      }),
    /** @param query query string sent by the provider */
    finish: (query: string, { state, nonce, verifier }: SsoRequestSecrets) =>
      attempt(async (): Promise<ProviderIdentity> => {
        const { authorizationCodeGrant, fetchUserInfo } = await load()
        const [config, address] = [await known(), new URL(home() + RETURN_PATH)]
        address.search = query
        const tokens = await authorizationCodeGrant(config, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = claimsSchema.parse(tokens.claims())
        // Many providers do not put personal data into the token.
        const more =
          claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
            ? claimsSchema.parse(await fetchUserInfo(config, tokens.access_token, claims.sub))
            : claims
        return {
          issuer: config.serverMetadata().issuer,
          subject: claims.sub,
          email: more.email_verified === true ? more.email?.toLowerCase() : undefined,
          username: more.preferred_username?.toLowerCase(),
          name: more.name ?? '',
          authenticatedAt: claims.auth_time === undefined ? undefined : claims.auth_time * 1000,
          idToken: tokens.id_token ?? '',
        }
      }),
    /** Returns the URL that ends the provider's session and leads to /login. Refuses if the provider has none. */
    farewell: (idToken: string) =>
      attempt(async () => {
        const { buildEndSessionUrl } = await load()
        return buildEndSessionUrl(await known(), {
          id_token_hint: idToken,
          post_logout_redirect_uri: `${home()}/login`,
        }).href
      }),
  }
}

/**
 * Reads OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME and OIDC_CHANGE_PASSWORD (`name=value`).
 * @returns the settings, undefined when there is no provider, or the name of the invalid variable
 */
export function readIdentitySettings(
  environment: Readonly<Record<string, string | undefined>>,
): IdentitySettings | undefined | { readonly wrong: string } {
  const read = (name: string): string => environment[name]?.trim() ?? ''
  const issuer = read('OIDC_ISSUER')
  if (issuer === '') return undefined
  if (!/^https?:/.test(issuer) || !URL.canParse(issuer)) return { wrong: 'OIDC_ISSUER' }
  if (read('OIDC_CLIENT_ID') === '') return { wrong: 'OIDC_CLIENT_ID' }
  const [name, value] = (read('OIDC_CHANGE_PASSWORD') || 'action=change-password').split('=')
  if (name === undefined || value === undefined || name === '') return { wrong: 'OIDC_CHANGE_PASSWORD' }
  const secret = read('OIDC_CLIENT_SECRET')
  return {
    issuer,
    clientId: read('OIDC_CLIENT_ID'),
    ...(secret === '' ? {} : { clientSecret: secret }),
    label: read('OIDC_NAME') || new URL(issuer).hostname,
    changePassword: [name, value],
  }
}
