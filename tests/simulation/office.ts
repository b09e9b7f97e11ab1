import { toConflictResolution } from '#domain/corrections/index.ts'
import type { Answer, HeldAnswer } from '#domain/answers/index.ts'
import {
  citizenIdSchema,
  deviceIdSchema,
  generateAnswerId,
  generateMutationId,
  toInstant,
  type Author,
  authorSchema,
  PUBLIC_AUTHOR,
} from '#domain/kernel/index.ts'
import {
  type Mutation,
  mutationSchema,
  PROTOCOL_VERSION,
  pushResponseSchema,
  type PushResult,
} from '#domain/sync/index.ts'
import { type SubmitMutation, submitMutationSchema } from '#domain/answering/index.ts'
import type { Chance } from './chance.ts'
import { changeOf, citizenOf, orOfParticulars } from './content.ts'
import type { Desks } from './desks.ts'
import { shownRequest } from './request-laws.ts'
import { answerForLateAct, changeBy, isAsked, lateActOf, request, revision } from './late-acts.ts'
import type { Oracle } from './oracle.ts'
import type { SimServer } from './server.ts'
import type { Timeline } from './timeline.ts'
import { ONCE } from './forms.ts'
import { NEIGHBOUR, OFFICE } from './town.ts'
import { permitOf } from '../support/builders/permits.ts'

/**
 * Users at desks with a reliable connection, while inspectors are out: over the server's real routes, with their own
 * sessions.
 * They do not retry when the server is down; their request may have taken effect all the same.
 */
export type Office = {
  /**
   * answers the single-answer form for a citizen for whom an inspector has answered it, or will soon; sometimes deletes
   * the answer, so that the citizen may answer again
   */
  answerFirst(): Promise<void>
  /** corrects or moves an answer on the server, or decides one of its conflicts */
  changeSomething(): Promise<void>
  /** completes, asks for changes of or deletes an answer on the server @param chance a stream of its own */
  actLater(chance: Chance): Promise<void>
  /** deletes an answer with files @param chance as above */
  deleteWithFiles(chance: Chance): Promise<void>
  /** an answer's citizen, sometimes another one, replies to an open or closed request @param chance as above */
  revise(chance: Chance): Promise<void>
  /** staff ask for changes of an answer from the portal, and its citizen replies at once @param chance as above */
  correspond(chance: Chance): Promise<void>
  /** a supervisor accepts or discards a held answer; sometimes a second one decides at the same moment */
  decideHeld(): Promise<void>
}

/** Number of answers that a supervisor still has on screen. */
const A_DAY = 30
/** Maximum seconds until a citizen at the portal replies. */
const REPLY = 25
/** Share of open requests to which staff add, and of replies sent from two devices. */
const [ADDED, TWICE] = [0.4, 0.3]
const STRANGER = citizenIdSchema.parse('otra')
const DESK = deviceIdSchema.parse('0FF1CE'.padEnd(26, '0').replace('I', '1'))

type OfficeParts = {
  readonly timeline: Timeline
  readonly chance: Chance
  readonly server: () => SimServer
  readonly desks: Desks
  readonly oracle: Oracle
  /** whether staff also correct the citizen, recipient and asset of an answer */
  readonly details: boolean
}

export function createOffice({ timeline, chance, server, desks, oracle, details }: OfficeParts): Office {
  const ask = async (author: Author, method: string, path: string, body: object): Promise<unknown> => {
    const response = await desks.ask(author, method, path, body)
    return response?.ok === true ? response.json() : undefined
  }
  async function push(mutation: Mutation): Promise<PushResult | undefined> {
    const { author } = mutation
    const reply = await ask(author, 'POST', '/api/sync/push', {
      protocol: PROTOCOL_VERSION,
      device: DESK,
      account: author,
      mutations: [mutation],
    })
    const read = pushResponseSchema.safeParse(reply)
    return read.success ? read.data.results[0] : undefined
  }
  const envelope = (author: Author) =>
    ({
      id: generateMutationId(chance.bytes(16)),
      author,
      device: DESK,
      clock: toInstant(timeline.now()),
      offset: 0,
      files: [],
    }) as const

  return {
    answerFirst: async () => {
      const author = chance.pick(OFFICE)
      const open = oracle.unanswered().filter(({ submit }) => submit.template === ONCE)
      const citizen = open.length === 0 ? citizenOf(chance) : chance.pick(open).submit.header.citizen
      const content = { values: { '0/0': { respuesta: 'en ventanilla' } }, conditions: {}, rows: {} }
      const facts = {
        ...envelope(author),
        kind: 'answer.submit',
        answer: generateAnswerId(chance.bytes(16)),
        template: ONCE,
        version: 1,
      }
      const submit: SubmitMutation = submitMutationSchema.parse({
        ...facts,
        header: { citizen, signatures: [] },
        content,
      })
      oracle.enter({
        submit,
        bytes: new Map(),
        device: null,
        author,
        acknowledged: false,
        journaled: false,
        damaged: false,
        wiped: false,
      })
      const pushed = await push(submit)
      if (pushed?.status !== 'applied' || chance.happens(0.5)) return
      const mutation = mutationSchema.parse({
        ...envelope(author),
        kind: 'answer.delete',
        answer: submit.answer,
        template: ONCE,
        version: 1,
        base: 1,
      })
      if (mutation.kind === 'answer.submit') return
      oracle.changes.enter({ mutation, device: null, author, acknowledged: false })
      await push(mutation)
    },
    changeSomething: async () => {
      const answers = oracle.latest()
      if (answers.length === 0) return
      const answer: Answer = chance.pick(answers)
      const author = chance.pick(OFFICE)
      const conflict = answer.conflicts.find((one) => one.resolved === undefined)
      const decided = { kind: 'answer.correct', correction: { values: [], conditions: [], rows: [] } }
      const isDecided = conflict !== undefined && chance.happens(0.5)
      const what = isDecided ? { ...decided, resolves: [toConflictResolution(conflict)] } : changeOf(answer, chance)
      const facts = {
        ...envelope(author),
        answer: answer.id,
        template: answer.idPlantilla,
        version: answer.templateVersion,
        base: answer.version,
        baseAt: answer.lastUpdate,
      }
      const change = details && !isDecided ? orOfParticulars(what, answer, facts.id) : what
      const mutation = mutationSchema.parse({ ...facts, ...change })
      if (mutation.kind === 'answer.submit') return
      oracle.changes.enter({ mutation, device: null, author, acknowledged: false })
      await push(mutation)
    },
    actLater: async (chance) => {
      const answer = answerForLateAct(oracle.latest(A_DAY), chance)
      if (answer === undefined) return
      const author = chance.pick(OFFICE)
      const facts = { id: generateMutationId(chance.bytes(16)), device: DESK, clock: timeline.now(), offset: 0 }
      const mutation = changeBy(author, facts, answer, lateActOf(answer, chance))
      oracle.changes.enter({ mutation, device: null, author, acknowledged: false })
      await push(mutation)
    },
    deleteWithFiles: async (chance) => {
      const fitting = oracle.latest(A_DAY).filter(({ files }) => files.length > 0)
      if (fitting.length === 0) return
      const author = chance.pick(OFFICE)
      const facts = { id: generateMutationId(chance.bytes(16)), device: DESK, clock: timeline.now(), offset: 0 }
      const mutation = changeBy(author, facts, chance.pick(fitting), { kind: 'answer.delete' })
      oracle.changes.enter({ mutation, device: null, author, acknowledged: false })
      await push(mutation)
    },
    revise: async (chance) => {
      const answered = chance.happens(0.3)
      const asked = oracle
        .latest(A_DAY)
        .filter((answer) => (answered ? answer.requestsForChanges.length > 0 : isAsked(answer)))
      if (asked.length === 0) return
      const answer = chance.pick(asked)
      const citizen = chance.happens(0.75) ? NEIGHBOUR.id : STRANGER
      const facts = { id: generateMutationId(chance.bytes(16)), device: DESK, clock: timeline.now(), offset: 0 }
      const mutation = changeBy(PUBLIC_AUTHOR, facts, answer, revision(answer, chance))
      oracle.changes.enter({ mutation, device: null, author: PUBLIC_AUTHOR, citizen, acknowledged: false })
      await server().judge(mutation, { author: PUBLIC_AUTHOR, permits: [permitOf(citizen, mutation)] })
    },
    correspond: async (chance) => {
      const written = oracle.latest(A_DAY).filter(({ portalCiudadanoData }) => portalCiudadanoData !== undefined)
      if (written.length === 0) return
      const answer = chance.pick(written)
      const facts = () => ({ id: generateMutationId(chance.bytes(16)), device: DESK, clock: timeline.now(), offset: 0 })
      const author = chance.pick(OFFICE)
      const asks = (about: Answer, what: object): Promise<unknown> => {
        const mutation = changeBy(author, facts(), about, what)
        oracle.changes.enter({ mutation, device: null, author, acknowledged: false })
        return push(mutation)
      }
      const addTo = (about: Answer): Promise<unknown> => asks(about, { ...request(chance), answers: ['0/1'] })
      await asks(answer, request(chance))
      timeline.after(chance.int(1, REPLY) * 1_000, 'the citizen opens the request', () => {
        const asked = oracle.latest(A_DAY).find((one) => one.id === answer.id && isAsked(one))
        if (asked === undefined) return
        const { requestsForChanges: requests } = asked
        const shown = shownRequest(asked)
        const [requestSentAt, requestMarks] = [requests.at(-1)?.sentDateTime, shown.marks.length]
        const reply = (): void => {
          const mutation = changeBy(PUBLIC_AUTHOR, facts(), asked, revision(asked, chance))
          const { id: citizen } = NEIGHBOUR
          oracle.changes.enter({ mutation, device: null, author: PUBLIC_AUTHOR, citizen, shown, acknowledged: false })
          const permit = permitOf(citizen, mutation, { request: requests.length - 1, requestSentAt, requestMarks })
          void server().judge(mutation, { author: PUBLIC_AUTHOR, permits: [permit] })
        }
        const soon = (): number => chance.int(1, REPLY) * 1_000
        if (chance.happens(ADDED)) timeline.after(soon(), 'staff add to the request', () => void addTo(asked))
        if (chance.happens(TWICE)) timeline.after(soon(), 'the citizen replies on another device', reply)
        timeline.after(soon(), 'the citizen replies', reply)
      })
    },
    decideHeld: async () => {
      const waiting = oracle.heldNow().filter(({ outcome }) => outcome.kind === 'waiting')
      if (waiting.length === 0) return
      const held: HeldAnswer = chance.pick(waiting)
      const decide = (author: Author): Promise<unknown> =>
        chance.happens(0.5)
          ? ask(author, 'POST', `/api/held/${held.id}/accept`, {})
          : ask(author, 'POST', `/api/held/${held.id}/discard`, { reason: 'no corresponde' })
      const [first = authorSchema.parse('sofia'), second = first] = OFFICE
      await Promise.all(chance.happens(0.3) ? [decide(first), decide(second)] : [decide(first)])
    },
  }
}
