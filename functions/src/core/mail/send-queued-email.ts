import type { ApiToken } from '#domain/integrations/index.ts'
import { toInstant, type UserId } from '#domain/kernel/index.ts'
import type { EmailContent } from '#domain/mail/index.ts'
import { keys } from '#domain/store/index.ts'
import type { JobOf } from '#domain/jobs/index.ts'
import { JOB_NOT_NEEDED, type JobResult, type Mailer, type Ports } from '../ports.ts'
import { issuePasswordToken } from '../sessions/password.ts'
import type { Tuning } from '../tuning.ts'
import { toGreetingName } from './plain-text.ts'
import { writeEmail } from './write-email.ts'

type EmailPorts = Pick<Ports, 'store' | 'clock' | 'random'>
const HOUR = 60 * 60 * 1000
/** Maximum tokens listed in an e-mail. */
const MAX_LISTED = 50

/** Lifetime of the password link in an e-mail, in milliseconds; 0 for e-mails without a password link. */
function getEmailLinkLifetime({ letter }: EmailContent, { forgottenLinkLife, invitationLinkLife }: Tuning): number {
  if (letter === 'password.forgotten') return forgottenLinkLife
  return letter === 'invitation' ? invitationLinkLife : 0
}

/**
 * Sends a queued e-mail. Its link is created now. Sends nothing if the account was deleted or has another address, or
 * if the ticket is no longer valid.
 */
export async function sendQueuedEmail(
  ports: EmailPorts,
  mailer: Mailer,
  { id, payload: { to, language, letter } }: JobOf<'mail.send'>,
  tuning: Tuning,
): Promise<JobResult> {
  const user = to.user === undefined ? undefined : await ports.store.get(keys.user(to.user))
  if (to.user !== undefined && user?.email !== to.address) return JOB_NOT_NEEDED
  const home = mailer.home()
  const lifetime = getEmailLinkLifetime(letter, tuning)
  const link = await createEmailLink(ports, { letter, home, user: user?.id, lifetime })
  if (link === undefined) return JOB_NOT_NEEDED
  const tokens =
    user === undefined || letter.letter !== 'account.changed' ? [] : await readAccountTokens(ports, user.id)
  const facts = { name: to.name, account: to.address, home, link, hours: lifetime / HOUR, tokens }
  const message = {
    to: { address: to.address, name: toGreetingName(to.name) },
    ...writeEmail(letter, language, facts),
  }
  return mailer.send(message, id)
}

/** Names of an account's API tokens, which stay valid when its password changes or its sessions end. */
async function readAccountTokens({ store, clock }: EmailPorts, by: UserId): Promise<readonly string[]> {
  const now = toInstant(clock())
  const newEntries = await store.query({ collection: 'api_tokens', where: { by }, limit: MAX_LISTED })
  return newEntries
    .map(({ document }) => document as ApiToken)
    .flatMap(({ name, expiresAt }) => (expiresAt > now ? [name] : []))
}

/** The link of an e-mail; empty when it has none, undefined when the e-mail is no longer needed. */
async function createEmailLink(
  ports: EmailPorts,
  about: {
    readonly letter: EmailContent
    readonly home: string
    readonly user: UserId | undefined
    readonly lifetime: number
  },
): Promise<string | undefined> {
  const { letter, home, user, lifetime } = about
  if ((letter.letter === 'tickets' || letter.letter === 'event.moved') && 'ticket' in letter.of) {
    const ticket = await ports.store.get(keys.ticket(letter.of.ticket))
    return ticket?.state === 'valid' ? `${home}/api/payments/tickets/${ticket.number}` : undefined
  }
  return user === undefined || lifetime === 0 ? '' : linkFor(ports, home, user, lifetime)
}

async function linkFor(ports: EmailPorts, home: string, user: UserId, lifetime: number): Promise<string> {
  return `${home}/contrasena#${await issuePasswordToken({ ports }, user, lifetime)}`
}
