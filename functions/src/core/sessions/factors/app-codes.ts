import { Secret, TOTP } from 'otpauth'
import type { AppFactor } from '#domain/sessions/index.ts'
import { visibleText } from '#domain/kernel/index.ts'

const SECRET_BYTES = 20
const PERIOD = 30
/** Codes before and after that of this moment that are taken, too: clocks of phones differ, and typing takes time. */
const NEIGHBOURS = 1
const CODE = /^\d{6}$/

/** A fresh secret for an authenticator app, in base 32. */
export function newAppSecret(random: (length: number) => Uint8Array): string {
  return new Secret({ buffer: new Uint8Array(random(SECRET_BYTES)).buffer }).base32
}

/** What an authenticator app reads from a QR code. */
export function appAddress(secret: string, account: string): string {
  return totpOf(secret, account).toString()
}

/** Which 30 seconds a code is of, if it is this secret's and taken now, by the server's clock, whether used or not. */
export function stepOfCode(secret: AppFactor['secret'], typed: string, now: number): number | undefined {
  const token = visibleText(typed).replace(/\s/g, '')
  if (!CODE.test(token)) return undefined
  const delta = totpOf(secret).validate({ token, timestamp: now, window: NEIGHBOURS })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD) + delta
}

/** Every app knows these: six digits, SHA-1, 30 seconds. */
function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: 'Relevo',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD,
  })
}
