import type { ApiToken } from '#domain/integrations/index.ts'
import { toInstant, type UserId } from '#domain/kernel/index.ts'
import type { Letter } from '#domain/mail/index.ts'
import { keys } from '#domain/store/index.ts'
import type { JobOf } from '#domain/jobs/index.ts'
import { NOTHING_TO_DO, type Attempt, type Mailer, type Ports } from '../ports.ts'
import { issuePasswordToken } from '../sessions/password.ts'
import type { Tuning } from '../tuning.ts'
import { greetedName, writeLetter } from './letters.ts'

type LetterPorts = Pick<Ports, 'store' | 'clock' | 'random'>
const HOUR = 60 * 60 * 1000
/** Tokens that a letter names. */
const MOST_LISTED = 50

/** How long the link of a letter is good, in milliseconds; 0 for letters without one. */
function lifetimeOf({ letter }: Letter, { forgottenLinkLife, invitationLinkLife }: Tuning): number {
  if (letter === 'password.forgotten') return forgottenLinkLife
  return letter === 'invitation' ? invitationLinkLife : 0
}

/** Hands over a queued letter, with a link made now; none to an account that is gone or has another address. */
export async function sendLetter(
  ports: LetterPorts,
  mailer: Mailer,
  { id, payload: { to, language, letter } }: JobOf<'mail.send'>,
  tuning: Tuning,
): Promise<Attempt> {
  const user = to.user === undefined ? undefined : await ports.store.get(keys.user(to.user))
  if (to.user !== undefined && user?.email !== to.address) return NOTHING_TO_DO
  const home = mailer.home()
  const lifetime = lifetimeOf(letter, tuning)
  const link = await linkOf(ports, { letter, home, user: user?.id, lifetime })
  if (link === undefined) return NOTHING_TO_DO
  const tokens = user === undefined || letter.letter !== 'account.changed' ? [] : await tokensOf(ports, user.id)
  const facts = { name: to.name, account: to.address, home, link, hours: lifetime / HOUR, tokens }
  const message = { to: { address: to.address, name: greetedName(to.name) }, ...writeLetter(letter, language, facts) }
  return mailer.send(message, id)
}

/** What an account has made that goes on without it, whatever becomes of its password and sessions. */
async function tokensOf({ store, clock }: LetterPorts, by: UserId): Promise<readonly string[]> {
  const now = toInstant(clock())
  const made = await store.query({ collection: 'api_tokens', where: { by }, limit: MOST_LISTED })
  return made
    .map(({ document }) => document as ApiToken)
    .flatMap(({ name, expiresAt }) => (expiresAt > now ? [name] : []))
}

/** What a letter brings; the empty text where it brings none, undefined where it is for nothing by now. */
async function linkOf(
  ports: LetterPorts,
  about: {
    readonly letter: Letter
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

async function linkFor(ports: LetterPorts, home: string, user: UserId, lifetime: number): Promise<string> {
  return `${home}/contrasena#${await issuePasswordToken({ ports }, user, lifetime)}`
}
