import { Secret, TOTP } from 'otpauth'
import type { AppFactor } from '#domain/sessions/index.ts'
import { visibleText } from '#domain/kernel/index.ts'

const SECRET_BYTES = 20
const PERIOD = 30
/** Number of codes accepted before and after the current one, because phones' clocks differ and typing takes time. */
const NEIGHBOURS = 1
const CODE = /^\d{6}$/

/** A new secret for an authenticator app, in base 32. */
export function newAppSecret(random: (length: number) => Uint8Array): string {
  return new Secret({ buffer: new Uint8Array(random(SECRET_BYTES)).buffer }).base32
}

/** URI for an authenticator app's QR code. */
export function buildAppUri(secret: string, account: string): string {
  return createTotp(secret, account).toString()
}

/**
 * The 30-second step of a code that is valid now, by the server's clock; undefined if invalid. The caller checks
 * whether it was used.
 */
export function findCodeStep(secret: AppFactor['secret'], typed: string, now: number): number | undefined {
  const token = visibleText(typed).replace(/\s/g, '')
  if (!CODE.test(token)) return undefined
  const delta = createTotp(secret).validate({ token, timestamp: now, window: NEIGHBOURS })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD) + delta
}

/** Parameters that every app supports: six digits, SHA-1, 30 seconds. */
function createTotp(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: 'Relevo',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD,
  })
}
