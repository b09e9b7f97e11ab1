import { expect, it } from 'vitest'
import { createApp } from '../../index.ts'
import { buildTimeline } from '#domain/corrections/index.ts'
import { ok } from '#domain/kernel/index.ts'
import { citizenLoginReplySchema } from '#domain/citizens/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Mutation } from '#domain/sync/index.ts'
import { change } from '#tests/support/builders/changes.ts'
import { DEVICE } from '#tests/support/builders/submit.ts'
import { ANA, answerOf, buildPortalWorld, FORM, HERE, revisionOf, TRY } from '#tests/support/server/portal-world.ts'
import { there } from '#tests/support/there.ts'
import { cookieOf, ORIGIN, PASSWORD } from '#tests/support/server/world.ts'
import { runDueJobs } from '../../jobs/run-due.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import type { Connectors, Store } from '../../ports.ts'

/*
 * A citizen's whole workflow: sign-in from the portal, answer, request, correction, 'Completado'. The server dies at
 * one of its commits, before or after it is on disk, and everything is retried by devices, people and the queue.
 * Everything must happen once, at whichever commit.
 */
const HOUR = 3_600_000
const MAX_TRIES = 4
type Death = { readonly at: number; readonly when: 'before' | 'after' }

/** A store whose server dies at its commit number `at`, counted from 0 once it is armed. */
function mortal(inner: Store, { at, when }: Death) {
  const life = { isArmed: false, commits: 0, isDead: false }
  const commit: Store['commit'] = async (unit) => {
    if (life.isDead) throw new Error('dead')
    if (!life.isArmed) return inner.commit(unit)
    const number = life.commits++
    if (number !== at) return inner.commit(unit)
    if (when === 'after') await inner.commit(unit)
    life.isDead = true
    throw new Error('killed')
  }
  return { store: { ...inner, commit }, life }
}

/** External systems according to the contract: each accepts a key once. */
function outside() {
  const once = <T>() => {
    const known = new Map<string, T>()
    return { known, take: (key: string, what: T) => (known.has(key) ? undefined : known.set(key, what)) }
  }
  const [incidents, messages, letters] = [once<string>(), once<string>(), once<string>()]
  const states: string[] = []
  const connectors: Connectors = {
    tells: {
      'incident.create': async ({ id }, key) => {
        incidents.take(key, id)
        return ok({ id: '80001' })
      },
    },
    citizenPortal: {
      sendExternalMessage: async ({ message }, key) => {
        messages.take(key, message)
        return ok({ id: key })
      },
      // The state is set, so setting it again changes nothing.
      updateStateCitizenPortalFormData: async ({ id, estado }, key) => {
        if (states.at(-1) !== `${id} ${estado}`) states.push(`${id} ${estado}`)
        return ok({ id: key })
      },
    },
    mail: {
      home: () => ORIGIN,
      send: async ({ text }, key) => {
        letters.take(key, text)
        return ok({ id: '' })
      },
    },
    citizens: {
      find: async () => ok({ ...ANA, email: 'ana@casa.example', telefono: '', calle: '' }),
      create: async () => ok({ id: ANA.id, dni: ANA.dni, message: '' }),
    },
    home: () => ORIGIN,
    revisionPage: (answer) => `${ORIGIN}/ciudadano/revision/${answer}`,
    viewPage: (answer) => `${ORIGIN}/ciudadano/ver/${answer}`,
  }
  return { connectors, incidents: incidents.known, messages: messages.known, letters: letters.known, states }
}

async function round(death: Death) {
  const { store, life } = mortal(openMemoryStore(), death)
  const { connectors, ...happened } = outside()
  const world = await buildPortalWorld(connectors, store)
  const form = there(await store.get(keys.template(FORM)))
  const municipioInfo = { ...form.municipioInfo, idMuniCore: HERE }
  const notifying = { ...form, municipioInfo, opcionales: { ...form.opcionales, notifyCitizen: true } }
  for (const key of [keys.template(FORM), keys.templateVersion(FORM, 1)]) await world.put(key, notifying)
  life.isArmed = true
  const start = () =>
    createApp(world.ports, { origins: [ORIGIN], appVersion: 'test', secureCookies: true, addressOf: () => '192.0.2.1' })
  let app = start()
  /** Data in memory are lost, and leases expire. */
  const startAgain = (): void => {
    life.isDead = false
    world.clock.now += HOUR / 60
    app = start()
  }
  /** Retries while the server is down. */
  async function ask(method: string, path: string, headers: Readonly<Record<string, string>>, body?: object) {
    for (let turn = 0; turn < MAX_TRIES; turn += 1) {
      const how = body === undefined ? {} : { body: JSON.stringify(body) }
      const reply = await app.request(`${ORIGIN}${path}`, { method, headers: { origin: ORIGIN, ...headers }, ...how })
      if (!life.isDead && reply.status < 500) return reply
      startAgain()
    }
    throw new Error(`${path} is never answered`)
  }
  async function work(): Promise<void> {
    for (let turn = 0; turn < MAX_TRIES; turn += 1) {
      await runDueJobs(world.ports, world.clock.now).catch(() => undefined)
      if (life.isDead) startAgain()
      world.clock.now += HOUR
    }
  }
  /**
   * A token can be used once: if the server died between asking the portal and recording it, the citizen gets another
   * one.
   */
  async function enter(tokens: readonly string[]) {
    for (const token of tokens) {
      const reply = await ask('POST', '/api/getCitizenLoginWithOaToken', {}, { token, attempt: TRY, form: FORM })
      if (reply.status === 200) return citizenLoginReplySchema.parse(await reply.json())
    }
    throw new Error('Nobody lets Ana in')
  }
  const oas = ['oa-1', 'oa-2']
  for (const token of oas) world.tokens.set(token, { ...ANA, record: 'mg-1' })

  async function send(session: string, mutation: Mutation): Promise<void> {
    const { kind: purpose, template, answer, id, author } = mutation
    const wish = { purpose, form: template, answer, mutation: id }
    const given = await ask('POST', '/api/citizen/permits', { 'x-relevo-citizen': session }, wish)
    const { permit } = (await given.json()) as { readonly permit: string }
    await push(mutation, { 'x-relevo-account': author, 'x-relevo-permit': permit })
  }
  async function push(mutation: Mutation, headers: Readonly<Record<string, string>>): Promise<void> {
    const body = { protocol: 1, device: DEVICE, account: mutation.author, mutations: [mutation] }
    const reply = await ask('POST', '/api/sync/push', headers, body)
    expect(await reply.json()).toMatchObject({ results: [{ status: 'applied' }] })
  }

  const first = await enter(oas)
  const submit = answerOf(first.visit.author)
  await send(first.session, submit)
  await work()
  const inside = await ask('POST', '/api/session', {}, { email: 'sofia@relevo.example', password: PASSWORD })
  const marks = { answers: ['0/0'], images: [], documents: [], sections: [] }
  const about = { answer: submit.answer, template: FORM, base: 1 }
  await push(change('answer.requestChanges', { comment: 'Falta la calle', ...marks, ...about }), {
    cookie: cookieOf(inside),
  })
  await work()
  const link = /\/(r1e\.\S+)$/m.exec([...happened.letters.values()].at(-1) ?? '')?.[1] ?? ''
  const second = await enter([link])
  await send(second.session, revisionOf(second.visit.author, submit.answer))
  await work()
  const answer = there(await store.get(keys.answer(submit.answer)))
  const count = (collection: 'respuestas_formularios' | 'jobs', where: Readonly<Record<string, string>>) =>
    store.count({ collection, where })
  return {
    commits: life.commits,
    seen: {
      ...happened,
      answers: await count('respuestas_formularios', {}),
      waiting: await count('jobs', { state: 'waiting' }),
      code: answer.codigoMunicipio,
      version: answer.version,
      record: answer.portalCiudadanoData?.idRespuestaMG,
      incident: answer.muniCore?.idIncidente,
      text: answer.secciones[0]?.preguntas[0]?.respuesta,
      corrected: answer.answersWithCorrections.length,
      requests: answer.requestsForChanges.map(({ needCompletition, messageSent }) => [needCompletition, messageSent]),
      events: buildTimeline(answer, []).map(({ kind }) => kind),
    },
  }
}

it('a round in which the server dies at any of its commits has each effect once', async () => {
  const { commits, seen } = await round({ at: Infinity, when: 'before' })
  expect(seen).toMatchObject({
    states: ['mg-1 Completado', 'mg-1 Subsanar', 'mg-1 Completado'],
    answers: 1,
    waiting: 0,
    code: 'VIS1',
    version: 3,
    record: 'mg-1',
    incident: '80001',
    text: 'dos luces rotas',
    corrected: 1,
    requests: [[false, true]],
  })
  expect([seen.incidents.size, seen.messages.size, seen.letters.size]).toEqual([1, 1, 1])
  expect(seen.events.filter((kind) => kind === 'asked' || kind === 'revised')).toEqual(['revised', 'asked'])
  expect(commits).toBeGreaterThan(20)
  // The e-mails differ only in their links.
  const plain = (letters: ReadonlyMap<string, string>) =>
    [...letters.values()].map((text) => text.replace(/r1e\S+/, ''))
  for (let at = 0; at < commits; at += 1)
    for (const when of ['before', 'after'] as const) {
      const { seen: again } = await round({ at, when })
      const [one, other] = [again, seen].map(({ letters, incidents, messages, ...rest }) => ({
        ...rest,
        letters: plain(letters),
        incidents: [...incidents.values()],
        messages: [...messages.values()],
      }))
      expect(one, `${when} commit ${at}`).toEqual(other)
    }
})
