import {
  getRegistryNumber,
  settleRequestSchema,
  type SettleRequest,
  type UnsettledPage,
} from '#domain/citizens/index.ts'
import type { AnswerId, Author } from '#domain/kernel/index.ts'
import type { Chance } from './chance.ts'
import type { Desks } from './desks.ts'
import type { Effects } from './effects.ts'
import type { Office } from './office.ts'
import { OFFICE } from './town.ts'

/** Actions of users that reach other systems: settling a citizen, resetting a password, messages to citizens. */
export type Errands = {
  /** @param chance a stream of its own */
  act(chance: Chance): Promise<void>
}

export type ErrandDeps = {
  readonly desks: Desks
  readonly effects: Effects
  readonly office: Office
}

/** Limit after which e-mails are refused for a while. */
const MAILS = 3

export function createErrands({ desks, effects, office }: ErrandDeps): Errands {
  const asked = new Map<Author, number>()

  /** A supervisor opens the list of unidentified citizens and identifies one. */
  async function settle(chance: Chance): Promise<void> {
    const author = chance.pick(OFFICE)
    const reply = await desks.ask(author, 'GET', '/api/citizens/unsettled')
    if (reply?.ok !== true) return
    const { citizens } = (await reply.json()) as UnsettledPage
    if (citizens.length === 0) return
    const { answer, found, citizen } = chance.pick(citizens)
    const turn = chance.int(0, 3)
    if (turn === 0) return say(author, answer, { how: 'typed' })
    if (found !== undefined && turn === 1)
      return say(
        author,
        answer,
        settleRequestSchema.parse({ how: 'registered', number: getRegistryNumber(citizen), id: found }),
      )
    return say(author, answer, { how: 'created' })
  }
  async function say(author: Author, answer: AnswerId, what: SettleRequest): Promise<void> {
    effects.citizens.settling(answer, what.how)
    await desks.ask(author, 'POST', `/api/citizens/${answer}/settle`, what)
  }

  async function forget(chance: Chance): Promise<void> {
    const author = chance.pick(OFFICE)
    if ((asked.get(author) ?? 0) >= MAILS) return
    asked.set(author, (asked.get(author) ?? 0) + 1)
    const email = `${author}@relevo.example`
    const heard = effects.mailAsked(email)
    const reply = await desks.askUnknown('POST', '/api/password/forgotten', { email, language: 'es' })
    heard(reply?.ok === true)
  }

  return {
    act: (chance) => {
      const turn = chance.int(0, 9)
      if (turn < 5) return settle(chance)
      return turn < 9 ? office.correspond(chance) : forget(chance)
    },
  }
}
