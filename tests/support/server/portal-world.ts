import { expect } from 'vitest'
import type { Connectors, Store } from '#core/ports.ts'
import type { PortalLogin } from '#core/portal-login-port.ts'
import { citizenIdSchema, ok, refuse, templateIdSchema, type AnswerId, type Result } from '#domain/kernel/index.ts'
import { citizenLoginReplySchema, permitReplySchema, type CitizenVisit } from '#domain/citizens/index.ts'
import { PROTOCOL_VERSION, pushResponseSchema, type Mutation, type PushResult } from '#domain/sync/index.ts'
import { keys } from '#domain/store/index.ts'
import { change, edit } from '../builders/changes.ts'
import { buildMunicipality } from '../builders/people.ts'
import { buildPlainSubmit, DEVICE } from '../builders/submit.ts'
import { buildPlainTemplate, FOREIGN_AREA, MUNICIPALITY } from '../builders/template.ts'
import { there } from '../there.ts'
import { buildWorld, FOREIGN_MUNICIPALITY, type Ask, type World } from './world.ts'

export const HERE = 21
const ELSEWHERE = 30
export const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE
/** A device's attempt to use a token; differs from that of `enter`. */
export const TRY = 'B'.repeat(43)
export const FORM = templateIdSchema.parse('luces')
export const FOREIGN_FORM = templateIdSchema.parse('luces-pcl')
const OPTIONS = { citizenAssociationFromCitizenPortal: true, incidentes: true }
export const ANA: PortalLogin = {
  id: citizenIdSchema.parse('c1'),
  nombre: 'Ana',
  apellido: 'Torres',
  dni: '30111222',
  username: 'ana.torres',
  municipality: HERE,
}
export const EVA: PortalLogin = {
  ...ANA,
  id: citizenIdSchema.parse('c2'),
  nombre: 'Eva',
  dni: '28456789',
  username: 'eva',
}
/** Another citizen of another municipality who has the same id as Ana. */
export const NAMESAKE: PortalLogin = {
  ...ANA,
  nombre: 'Zoe',
  dni: '27000111',
  username: 'zoe',
  municipality: ELSEWHERE,
}

/** A signed-in citizen, with the session. */
export type Entered = { readonly session: string; readonly visit: CitizenVisit }

export type PortalWorld = World & {
  /** issued tokens with their citizens; each can be used once */
  readonly tokens: Map<string, PortalLogin>
  /** whether the portal is down, and the number of calls */
  portal: { isDown: boolean; asked: number }
  enter(
    who: PortalLogin,
    how?: { readonly token?: string; readonly form?: string; readonly attempt?: string },
  ): Promise<Entered>
  login(body: object): Promise<Response>
  as(entered: Pick<Entered, 'session'>, method: string, path: string, how?: Ask): Promise<Response>
  permit(entered: Entered, mutation: Mutation): Promise<string>
  push(author: string, permit: string, mutations: readonly Mutation[]): Promise<Response>
}

/** @param connectors other external systems @param store empty; default: in memory */
export async function buildPortalWorld(connectors: Connectors = {}, store?: Store): Promise<PortalWorld> {
  const tokens = new Map<string, PortalLogin>()
  const portal = { isDown: false, asked: 0 }
  const citizenLogin = async (token: string): Promise<Result<PortalLogin>> => {
    portal.asked += 1
    if (portal.isDown) return refuse('portal.unreachable')
    const known = tokens.get(token)
    tokens.delete(token)
    return known === undefined ? refuse('portal.login-failed') : ok(known)
  }
  const world = await buildWorld({}, store, { citizenLogin, ...connectors })
  await world.put(MUNICIPALITY, { ...buildMunicipality(), idMuniCore: HERE })
  await world.put(FOREIGN_MUNICIPALITY, {
    ...there(await world.store.get(FOREIGN_MUNICIPALITY)),
    idMuniCore: ELSEWHERE,
  })
  for (const form of [
    buildPlainTemplate({ id: FORM }, { opcionales: OPTIONS }),
    buildPlainTemplate({ id: FOREIGN_FORM, areas: [FOREIGN_AREA] }, { opcionales: OPTIONS }),
  ]) {
    await world.put(keys.template(form.id), form)
    await world.put(keys.templateVersion(form.id, 1), form)
  }
  let count = 0
  const login = (body: object) => world.ask('POST', '/api/getCitizenLoginWithOaToken', { body })
  const as: PortalWorld['as'] = ({ session }, method, path, how) =>
    world.ask(method, path, { ...how, headers: { 'x-relevo-citizen': session, ...how?.headers } })
  return {
    ...world,
    tokens,
    portal,
    login,
    as,
    enter: async (who, { token = `oa-${(count += 1)}`, form, attempt = 'A'.repeat(43) } = {}) => {
      tokens.set(token, who)
      const reply = await login({ token, testMode: false, attempt, ...(form === undefined ? {} : { form }) })
      expect(reply.status).toBe(200)
      const { session, visit } = citizenLoginReplySchema.parse(await reply.json())
      return { session, visit }
    },
    permit: async (entered, { kind: purpose, template: form, answer, id: mutation }) => {
      const reply = await as(entered, 'POST', '/api/citizen/permits', { body: { purpose, form, answer, mutation } })
      expect(reply.status).toBe(200)
      return permitReplySchema.parse(await reply.json()).permit
    },
    push: (author, permit, mutations) =>
      world.ask('POST', '/api/sync/push', {
        headers: { 'x-relevo-account': author, 'x-relevo-permit': permit },
        body: { protocol: PROTOCOL_VERSION, device: DEVICE, account: author, mutations },
      }),
  }
}

export async function resultOf(response: Response): Promise<PushResult> {
  expect(response.status).toBe(200)
  return there(pushResponseSchema.parse(await response.json()).results[0])
}

/** An answer to the portal's form, with the author name used by a citizen's device. */
export function answerOf(author: string, seed = 1, template: string = FORM) {
  return buildPlainSubmit(seed, 'una luz rota', { author, template })
}

/** Sends an answer of Ana. @returns the sent answer */
export async function answered(world: PortalWorld, who: PortalLogin = ANA, seed = 1) {
  const entered = await world.enter(who)
  const submit = answerOf(entered.visit.author, seed)
  const permit = await world.permit(entered, submit)
  expect((await resultOf(await world.push(submit.author, permit, [submit]))).status).toBe('applied')
  return { entered, submit, permit }
}

/** Pushes a change as a staff user. */
export async function pushedBy(world: World, user: string, mutation: Mutation): Promise<PushResult> {
  const { author, device } = mutation
  const body = { protocol: PROTOCOL_VERSION, device, account: author, mutations: [mutation] }
  return resultOf(await world.ask('POST', '/api/sync/push', { cookie: await world.signIn(user), body }))
}

/** A supervisor asks for a correction of an answer's only question. @returns the sent request */
export async function askChanges(world: PortalWorld, answer: AnswerId, comment = ''): Promise<Mutation> {
  const { version: base } = there(await world.store.get(keys.answer(answer)))
  const marks = { answers: ['0/0'], images: [], documents: [], sections: [] }
  const mutation = change('answer.requestChanges', { comment, ...marks, answer, template: FORM, base })
  expect((await pushedBy(world, 'sofia', mutation)).status).toBe('applied')
  return mutation
}

/** A citizen's correction of it. */
export function revisionOf(author: string, answer: AnswerId, text = 'dos luces rotas', seen = 'una luz rota') {
  const correction = edit('0/0', { respuesta: seen }, { respuesta: text })
  return change('answer.revise', { correction, answer, template: FORM, base: 2 }, author)
}
