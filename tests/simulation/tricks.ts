import type { AnswerId } from '#domain/kernel/index.ts'
import { PROTOCOL_VERSION } from '#domain/sync/index.ts'
import { generateAnswerId, generateMutationId } from '#domain/kernel/index.ts'
import { CITIZEN_HEADER, PERMIT_HEADER } from '#domain/citizens/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import type { Chance } from './chance.ts'
import { fillIn } from './content.ts'
import { INCIDENTS, incidentsForm } from './forms.ts'
import type { Oracle } from './oracle.ts'
import { EVA, LUZ, type Portal } from './portal.ts'
import { ORIGIN, type SimServer } from './server.ts'

/** Attempts to misuse a token, a session or a permit. None may succeed. */
export type Tricks = {
  /** she has ended it, and the server has confirmed that */
  left(session: string): void
  act(chance: Chance): Promise<void>
}

/** Longer than a session's idle timeout, milliseconds. */
const OVER = 15 * 60_000 + 1_000

type Deps = {
  readonly oracle: Oracle
  readonly portal: () => Portal
  readonly server: () => SimServer
  readonly now: () => number
  /** its database is never restored */
  readonly forgets: boolean
}

export function createTricks({ oracle, portal, server, now, forgets }: Deps): Tricks {
  const begun = new Map<string, number>()
  const ended = new Set<string>()

  /** Sends over a reliable connection; undefined while the server is down. */
  function ask(method: string, path: string, headers: Readonly<Record<string, string>>, body?: object) {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const about =
      text === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
    return server().handle(
      new Request(ORIGIN + path, {
        method,
        headers: { origin: ORIGIN, ...about, ...headers },
        ...(text === undefined ? {} : { body: text }),
      }),
    )
  }
  const attempt = (chance: Chance): string => Buffer.from(chance.bytes(32)).toString('base64url')
  const login = (token: string, chance: Chance) =>
    ask('POST', '/api/getCitizenLoginWithOaToken', {}, { token, testMode: false, attempt: attempt(chance) })

  async function sessionOf(token: string, chance: Chance): Promise<string | undefined> {
    const reply = await login(token, chance)
    if (reply?.status !== 200) return undefined
    const { session } = (await reply.json()) as { readonly session: string }
    begun.set(session, now())
    return session
  }

  /** Two people use the same token at once, of a portal that would let both in. */
  async function sameToken(chance: Chance): Promise<void> {
    const token = portal().tokenFor(LUZ, undefined)
    const inside = (await Promise.all([sessionOf(token, chance), sessionOf(token, chance)])).filter(Boolean)
    if (inside.length > 1) oracle.note('7 own author: one token has let two in')
  }

  async function oldSession(): Promise<void> {
    if (!forgets) return
    const rested = [...begun].filter(([, at]) => now() - at > OVER).map(([session]) => session)
    for (const session of [...ended, ...rested].slice(-3)) {
      const reply = await ask('GET', '/api/citizen/answers', { [CITIZEN_HEADER]: session })
      if (reply?.status === 200) oracle.note('7 own author: a session outlives its end')
      begun.delete(session)
    }
  }

  async function othersAnswer(chance: Chance, answer: AnswerId | undefined): Promise<void> {
    const session = await sessionOf(portal().tokenFor(LUZ, undefined), chance)
    if (session === undefined || answer === undefined) return
    const headers = { [CITIZEN_HEADER]: session }
    const wish = { purpose: 'answer.revise', form: INCIDENTS, answer, mutation: generateMutationId(chance.bytes(16)) }
    for (const reply of [
      await ask('GET', `/api/citizen/answers/${answer}`, headers),
      await ask('POST', '/api/citizen/permits', headers, wish),
      await ask('POST', `/api/citizen/answers/${answer}/withdraw`, headers, { version: 1 }),
    ])
      if (reply !== undefined && reply.status < 300) oracle.note(`7 own author: ${answer} was open to another citizen`)
  }

  /** A permit for one answer, used with another; the oracle knows neither. */
  async function otherPermit(chance: Chance): Promise<void> {
    const session = await sessionOf(portal().tokenFor(LUZ, undefined), chance)
    const id = () => ({ answer: generateAnswerId(chance.bytes(16)), mutation: generateMutationId(chance.bytes(16)) })
    const wish = { purpose: 'answer.submit', form: INCIDENTS, ...id() }
    const given = session && (await ask('POST', '/api/citizen/permits', { [CITIZEN_HEADER]: session }, wish))
    if (given === undefined || given === '' || given.status !== 200) return
    const { permit } = (await given.json()) as { readonly permit: string }
    const { answer, mutation } = id()
    const filled = fillIn(incidentsForm({}, true), new Map(), chance, Number.MAX_SAFE_INTEGER)
    const plain = buildPlainSubmit(1, 'ajena', { author: LUZ.author, template: INCIDENTS })
    const submit = { ...plain, ...filled, id: mutation, answer }
    const headers = { 'x-relevo-account': LUZ.author, [PERMIT_HEADER]: permit }
    const body = { protocol: PROTOCOL_VERSION, device: submit.device, account: LUZ.author, mutations: [submit] }
    const reply = await ask('POST', '/api/sync/push', headers, body)
    if (reply?.status !== 200) return
    const { results } = (await reply.json()) as { readonly results: readonly { readonly status: string }[] }
    // A repeated request with the right permit was not accepted either.
    if (results.some(({ status }) => status !== 'rejected' && status !== 'retry'))
      oracle.note(`7 own author: a permit for another answer has sent ${answer}`)
  }

  return {
    left: (session) => void ended.add(session),
    act: async (chance) => {
      switch (chance.int(0, 3)) {
        case 0:
          return sameToken(chance)
        case 1:
          return oldSession()
        case 2: {
          const hers = oracle.latest(30).filter(({ datosCiudadano }) => datosCiudadano?.id === EVA.id)
          return othersAnswer(chance, hers.length === 0 ? undefined : chance.pick(hers).id)
        }
        default:
          return otherPermit(chance)
      }
    },
  }
}
