import { ok } from '#domain/kernel/index.ts'
import type { Connectors } from '#core/ports.ts'
import type { Chance } from '../chance.ts'
import { ORIGIN } from '../server.ts'
import { UNREACHABLE } from '../weather.ts'

/** Percent of calls. */
const [UNREACHED, LOST_REPLY] = [6, 4]

/** Effects outside the server besides payments: e-mails and incidents, each with its key. */
export type Delivered = {
  readonly connectors: Pick<Connectors, 'mail' | 'tells' | 'home'>
  /** number of e-mails to an address by kind, counting different keys */
  lettersTo(address: string, kind: LetterKind): number
  /** number of e-mails to an address about a move of the event to a place, counting different keys */
  movesTo(address: string, place: string): number
  incidentsOf(answer: string): number
  /** keys that were sent again, although the server had received a success */
  readonly again: readonly string[]
  /** the server was killed: it may have lost received replies */
  died(): void
  heal(): void
}

/** Beginnings of subjects, in the languages of the e-mails. */
const SUBJECTS = {
  received: /^(?:Su (?:pago|orden)|Your (?:payment|order)) (?:en|in) Relevo:/,
  'too-late': /^(?:Le devolveremos su pago|Your payment in Relevo will be refunded)/,
  refunded: /^(?:Devolución|Refund) /,
  cancelled: /^(?:Se canceló un evento|An event with tickets)/,
  disputed: /^(?:Contracargo de su pago|Your disputed)/,
} as const
/** The line about the new date and place. */
const NEW_PLACE = /^(?:Ahora|Now): (.*)$/m
type LetterKind = keyof typeof SUBJECTS

export function createDelivered(chance: Chance): Delivered {
  const letters = new Map<string, { readonly to: string; readonly subject: string; readonly text: string }>()
  const incidents = new Map<string, string>()
  const heard = new Set<string>()
  const again: string[] = []
  let isFair = false
  const strikes = (of100: number): boolean => !isFair && chance.int(1, 100) <= of100
  /** @param take performs the call @returns the reply */
  function call(key: string, take: () => void) {
    if (strikes(UNREACHED)) return UNREACHABLE
    if (heard.has(key)) again.push(key)
    take()
    if (strikes(LOST_REPLY)) return UNREACHABLE
    heard.add(key)
    return ok({ id: key })
  }

  return {
    connectors: {
      home: () => ORIGIN,
      mail: {
        home: () => ORIGIN,
        send: async ({ to, subject, text }, key) =>
          call(key, () => letters.set(key, { to: to.address, subject, text })),
      },
      tells: { 'incident.create': async ({ id }, key) => call(key, () => incidents.set(key, id)) },
    },
    lettersTo: (address, kind) =>
      [...letters.values()].filter(({ to, subject }) => to === address && SUBJECTS[kind].test(subject)).length,
    movesTo: (address, place) =>
      [...letters.values()].filter(({ to, text }) => to === address && NEW_PLACE.exec(text)?.[1]?.endsWith(place))
        .length,
    incidentsOf: (answer) => [...incidents.values()].filter((one) => one === answer).length,
    again,
    died: () => heard.clear(),
    heal: () => {
      isFair = true
    },
  }
}
