import { ok } from '#domain/kernel/index.ts'
import type { Mailer } from '#core/ports.ts'
import { UNREACHABLE, type Weather } from './weather.ts'

/** The mail server of this world. */
export type MailServer = {
  readonly client: Mailer
  /** number of e-mails to an address */
  countOf(address: string): number
}

export function createMailServer({ reaches, losesReply }: Weather, home: string): MailServer {
  const sent = new Map<string, string>()
  return {
    client: {
      home: () => home,
      send: async ({ to }, key) => {
        if (!reaches()) return UNREACHABLE
        if (!sent.has(key)) sent.set(key, to.address)
        return losesReply() ? UNREACHABLE : ok({ id: key })
      },
    },
    countOf: (address) => [...sent.values()].filter((one) => one === address).length,
  }
}
