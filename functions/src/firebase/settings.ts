import { readExternalSystemAddresses } from '#connectors/connect.ts'
import { readIdentitySettings } from '#connectors/identity.ts'
import { readMailSettings } from '#connectors/mail.ts'
import { readWebhookSettings } from '#connectors/webhooks/post.ts'
import type { CloudSettings } from './host.ts'

/** True for an origin without a path, as in the `Origin` header. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}

/**
 * Reads ORIGIN, PROXIES, SMTP_URL, MAIL_FROM, CLOCK_CHECKED, and the variables of single sign-on, webhooks and outside
 * systems. @throws with the variable's name
 */
export function readCloudSettings(
  environment: Readonly<Record<string, string | undefined>>,
  appVersion: string,
): CloudSettings {
  const [first, ...more] = (environment['ORIGIN'] ?? '').split(',').map((origin) => origin.trim())
  if (first === undefined || ![first, ...more].every(isOrigin)) {
    throw new Error('ORIGIN has to be the address that people use, https://forms.example.org (several: with commas)')
  }
  const proxies = environment['PROXIES'] ?? ''
  if (!/^[1-9]?$/.test(proxies))
    throw new Error('PROXIES has to be the number of proxies that write X-Forwarded-For, or missing')
  const outside = readExternalSystemAddresses(environment)
  if ('wrong' in outside) throw new Error(`${outside.wrong} is not what it has to be (functions/src/embedded/usage.ts)`)
  const mail = readMailSettings(environment)
  if ('wrong' in mail) throw new Error(`${mail.wrong} is not what it has to be: smtps://… and Name <address>`)
  const identity = readIdentitySettings(environment)
  if (identity !== undefined && 'wrong' in identity) throw new Error(`${identity.wrong} is missing or wrong`)
  return {
    ...(identity === undefined ? {} : { identity }),
    origins: [first, ...more],
    appVersion,
    outside,
    webhooks: readWebhookSettings(environment),
    clockChecked: environment['CLOCK_CHECKED'],
    ...(mail.url === undefined ? {} : { mail }),
    proxies: proxies === '' ? undefined : Number(proxies),
  }
}
