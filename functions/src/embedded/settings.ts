import { z } from 'zod'
import { readExternalSystemAddresses } from '#connectors/connect.ts'
import { readIdentitySettings } from '#connectors/identity.ts'
import { readMailSettings } from '#connectors/mail.ts'
import { readWebhookSettings } from '#connectors/webhooks/post.ts'
import { DEFAULT_ADMIN_EMAIL } from '#core/index.ts'

type Environment = Readonly<Record<string, string | undefined>>

export const DEFAULT_DATA_DIR = './data'
/** Length that makes guessing hopeless, even without a rate limit. */
const MIN_TOKEN_LENGTH = 24

/** Reads the settings of the server. @returns the settings, or advice about the first invalid setting */
export function readSettings(environment: Environment) {
  const adminEmail = environment['ADMIN_EMAIL'] ?? DEFAULT_ADMIN_EMAIL
  const port = Number(environment['PORT'] ?? 8080)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    return { wrong: `PORT is not a port: ${environment['PORT']}` }
  if (!z.email().safeParse(adminEmail).success) return { wrong: `ADMIN_EMAIL is not an e-mail address: ${adminEmail}` }
  const outside = readExternalSystemAddresses(environment)
  if ('wrong' in outside) return { wrong: buildAddressAdvice(outside.wrong, environment) }
  const mail = readMailSettings(environment)
  if ('wrong' in mail)
    return {
      wrong:
        mail.wrong === 'SMTP_URL'
          ? 'SMTP_URL is not the address of a mail server: smtps://user:password@mail.example.org. In the password, # is %23, / is %2F and ? is %3F'
          : 'MAIL_FROM has to be the address that mails come from: Relevo <forms@example.org>',
    }
  const identity = readIdentitySettings(environment)
  if (identity !== undefined && 'wrong' in identity)
    return { wrong: `${identity.wrong} is missing or wrong. The option --help lists all settings` }
  const metricsToken = environment['METRICS_TOKEN'] ?? ''
  if (metricsToken !== '' && metricsToken.length < MIN_TOKEN_LENGTH)
    return { wrong: `METRICS_TOKEN has to have ${MIN_TOKEN_LENGTH} characters at least: openssl rand -hex 24` }
  const requestLog = environment['REQUEST_LOG'] ?? 'failed'
  if (!isRequestLog(requestLog)) return { wrong: `REQUEST_LOG is 'all', 'failed' or 'off': ${requestLog}` }
  return {
    port,
    host: environment['HOST'] ?? '127.0.0.1',
    dataDir: environment['DATA_DIR'] ?? DEFAULT_DATA_DIR,
    adminEmail,
    origins: (environment['ORIGIN'] ?? '')
      .split(',')
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ''),
    behindProxy: environment['PROXY'] === '1',
    outside,
    mail,
    identity,
    webhooks: readWebhookSettings(environment),
    clockChecked: environment['CLOCK_CHECKED'],
    metricsToken: metricsToken === '' ? undefined : metricsToken,
    /** 'failed': requests with a status from 500 */
    loggedRequests: requestLog,
  }
}

function isRequestLog(text: string): text is 'all' | 'failed' | 'off' {
  return text === 'all' || text === 'failed' || text === 'off'
}

/** @param name the invalid environment variable */
function buildAddressAdvice(name: string, environment: Environment): string {
  if (name.endsWith('_ATTRIBUTION')) return `${name} has to say whose map it is: © OpenStreetMap contributors`
  const given = environment[name]
  if (name === 'MAP_DOWNLOAD') return `MAP_DOWNLOAD is 'allowed', or is not there: ${given}`
  return name.startsWith('MAP_')
    ? `${name} is not the address of a map, https://tiles.example.org/{z}/{x}/{y}.png: ${given}`
    : `${name} is not an address (http or https): ${given}`
}
