import {
  getCitizenLoginWithOaToken,
  givePermit,
  listOwnAnswers,
  readCitizenForm,
  readOwnAnswer,
  type CitizenPermit,
  CITIZEN_HEADER,
  MAX_PERMITS,
  PERMIT_HEADER,
} from '#domain/citizens/index.ts'
import type { RequestSender } from '#domain/endpoints/index.ts'
import { submitMutationSchema, rebuildTemplateFromPublicForm } from '#domain/answering/index.ts'
import { generateAnswerId, generateMutationId, toInstant } from '#domain/kernel/index.ts'
import { storePublicForm, listOutbox, loadTemplate, removeReceivedData, saveAnswer } from '#local/index.ts'
import { forgetPermits, storePermit, listExpiredPermits, listWaitingPermits } from '#local/guests/index.ts'
import { createSender, createTransport } from '#sync/index.ts'
import { renewPermits } from '#app/ciudadano/renew-permits.ts'
import { openUpgraded } from '#tests/support/device/earlier-app.ts'
import type { Chance } from './chance.ts'
import { fillIn } from './content.ts'
import { alone, createDevice, type DeviceWorld, type SimDevice, type Tab } from './device.ts'
import { INCIDENTS } from './forms.ts'
import { shownRequest } from './request-laws.ts'
import { changeBy, revision } from './late-acts.ts'
import type { Oracle, Saved } from './oracle.ts'
import { EVA, type Portal } from './portal.ts'
import type { SimServer } from './server.ts'

/**
 * Eva, a citizen of the portal, on a computer and a phone with the product's code. Her faults come from a stream of
 * their own.
 */
export type Citizens = {
  readonly devices: readonly SimDevice[]
  act(chance: Chance): Promise<void>
  /** without faults, for a minute in which her outboxes are sent */
  settle(runUntil: (until: number) => Promise<void>): Promise<void>
}

export type CitizensDeps = {
  readonly world: DeviceWorld
  readonly oracle: Oracle
  readonly portal: () => Portal
  readonly server: () => SimServer
  /** reports a session that she has ended */
  readonly left: (session: string) => void
}

const SECOND = 1_000
const [MANY, HURT] = [1_000, 0.6]

export function createCitizens({ world, ...deps }: CitizensDeps): Citizens {
  const { oracle } = deps
  const { timeline } = world
  /** sessions as in a tab's own storage: they survive a reload, but not a wipe */
  const sessions = new Map<SimDevice, string>()
  let returns = 0
  const devices: readonly SimDevice[] = ['C1', 'C2'].map((name) => {
    const device: SimDevice = createDevice(name, EVA.author, { ...world, fetchFor: withPermits(() => device.disk) })
    return device
  })
  const later = (device: SimDevice, label: string, seconds: number, action: () => void): void =>
    void timeline.after(seconds * SECOND, `${device.name} ${label}`, action)

  /** Her requests send all current permits, as in the app. */
  function withPermits(disk: () => IDBFactory): DeviceWorld['fetchFor'] {
    return (line, process) => {
      const send = world.fetchFor(line, process)
      return async (path, init) => {
        const local = openUpgraded(EVA.author, disk())
        const permits = await listWaitingPermits(local, MAX_PERMITS)
        local.close()
        return send(path, { ...init, headers: { ...(init.headers as object), [PERMIT_HEADER]: permits.join(',') } })
      }
    }
  }

  function askOf(device: SimDevice, { deps: own }: Tab): RequestSender {
    const session = sessions.get(device)
    return createSender(
      createTransport({
        ...own,
        account: undefined,
        fetch: async (path, init) => {
          const headers = {
            ...(init.headers as object),
            ...(session === undefined ? {} : { [CITIZEN_HEADER]: session }),
          }
          const response = await own.fetch(path, { ...init, headers })
          if (response.status === 401 && session !== undefined) sessions.delete(device)
          return response
        },
      }),
    )
  }

  async function enter(device: SimDevice, tab: Tab, bytes: Uint8Array, record?: string): Promise<void> {
    const token = deps.portal().tokenFor(EVA, record)
    const attempt = Buffer.from(bytes).toString('base64url')
    const body = { token, testMode: false, attempt, form: INCIDENTS } as const
    for (let turn = 0; turn < 2; turn += 1) {
      const login = await askOf(device, tab)(getCitizenLoginWithOaToken, { body })
      if (login.kind !== 'ok') continue
      return void sessions.set(device, login.value.session)
    }
  }

  async function permitted(
    device: SimDevice,
    tab: Tab,
    body: Pick<CitizenPermit, 'purpose' | 'answer' | 'mutation' | 'requestSentAt'> & { readonly requests?: number },
  ): Promise<boolean> {
    const given = await askOf(device, tab)(givePermit, { body: { ...body, form: INCIDENTS } })
    if (given.kind === 'ok') await storePermit(tab.local, body.mutation, given.value.permit)
    return given.kind === 'ok'
  }

  async function answer(device: SimDevice, tab: Tab, chance: Chance): Promise<void> {
    const { local } = tab
    const asked = await askOf(device, tab)(readCitizenForm, { id: INCIDENTS })
    if (asked.kind === 'ok')
      await storePublicForm(local, rebuildTemplateFromPublicForm(asked.value.form), { codeHidden: false })
    const template = await loadTemplate(local, INCIDENTS)
    const [id, mutation] = [generateAnswerId(chance.bytes(16)), generateMutationId(chance.bytes(16))]
    if (template === undefined) return
    if (!(await permitted(device, tab, { purpose: 'answer.submit', answer: id, mutation }))) return
    const { header, ...filled } = fillIn(template, new Map(), chance, MANY)
    // Sometimes a device names another person.
    const { citizen: eva, ...rest } = header
    const lie = chance.happens(0.3) && eva !== undefined ? { citizen: { ...eva, nombre: 'Otra', dni: '1' } } : {}
    const submit = submitMutationSchema.parse({
      id: mutation,
      answer: id,
      author: EVA.author,
      device: tab.deps.device,
      clock: toInstant(device.clock()),
      offset: 0,
      kind: 'answer.submit',
      template: template.id,
      version: template.version,
      header: { ...rest, ...lie },
      ...filled,
    })
    const facts = { submit, bytes: new Map(), device, author: EVA.author, acknowledged: false, journaled: false }
    const saved: Saved = { ...facts, damaged: false, wiped: false }
    oracle.enter(saved)
    if (!(await saveAnswer(local, { mutation: submit })).ok) return
    saved.acknowledged = true
    disturb(device, chance)
    await tab.triggers.saved()
  }

  /** Corrects an answer with or without an open request, sometimes on both devices at once. */
  async function correct(device: SimDevice, tab: Tab, chance: Chance): Promise<void> {
    const ask = askOf(device, tab)
    const own = await ask(listOwnAnswers, {})
    if (own.kind !== 'ok') return
    const asked = own.value.answers.find(({ status }) => status === 'review')
    const one = asked === undefined ? undefined : await ask(readOwnAnswer, { id: asked.id })
    if (one?.kind !== 'ok') return
    const mutation = changeBy(
      EVA.author,
      { id: generateMutationId(chance.bytes(16)), device: tab.deps.device, clock: device.clock(), offset: 0 },
      one.value.answer,
      revision(one.value.answer, chance),
    )
    const { answer: id } = mutation
    const { requests } = one.value
    const requestSentAt = one.value.answer.requestsForChanges.at(-1)?.sentDateTime
    const wish = { purpose: 'answer.revise', answer: id, mutation: mutation.id, requests, requestSentAt } as const
    if (!(await permitted(device, tab, wish))) return
    const shown = shownRequest(one.value.answer)
    const change = { mutation, device, author: EVA.author, citizen: EVA.id, shown, acknowledged: false }
    oracle.changes.enter(change)
    if (!(await saveAnswer(tab.local, { mutation, upon: one.value.answer })).ok) return
    change.acknowledged = true
    disturb(device, chance)
    await tab.triggers.saved()
  }

  /** Ends her session on this device: received data are deleted, unsent work is still sent. */
  async function leave(device: SimDevice, { local, deps: { fetch } }: Tab): Promise<void> {
    const session = sessions.get(device)
    if (session === undefined) return
    sessions.delete(device)
    const reply = await fetch('/api/citizen/session', {
      method: 'DELETE',
      headers: { [CITIZEN_HEADER]: session },
    }).catch(() => undefined)
    if (reply?.status === 204) deps.left(session)
    await removeReceivedData(local)
    await forgetPermits(local)
  }

  /** Disturbs three of five actions: the connection fails, the page is reloaded, or the server dies. */
  function disturb(device: SimDevice, chance: Chance): void {
    const soon = chance.int(0, 400) / SECOND
    switch (chance.int(0, 4)) {
      case 0:
        return later(device, 'the line breaks', soon, () => {
          device.line.online = false
          later(device, 'signal is back', chance.int(5, 120), () => {
            device.line.online = true
            device.online()
          })
        })
      case 1:
        return later(device, 'is closed', soon, () => {
          device.killAll()
          later(device, 'is opened again', chance.int(1, 120), () => void opened(device))
        })
      case 2:
        return deps.server().crashAt(chance.pick(['before commit', 'after commit']))
      default:
    }
  }

  /** Eva signs in again when asked: work without a permit known to the server gets a new one. */
  async function comeBack(device: SimDevice, tab: Tab): Promise<void> {
    await alone(tab.process, async () => {
      sessions.delete(device)
      await enter(device, tab, Buffer.alloc(32, (returns += 1)))
      await renewPermits(tab.local, askOf(device, tab), device.clock())
      await tab.triggers.sendNow()
    })
  }

  function opened(device: SimDevice): Tab {
    return device.tabs[0] ?? device.open()
  }

  return {
    devices,
    act: async (chance) => {
      const device = chance.pick(devices)
      const tab = opened(device)
      await alone(tab.process, async () => {
        if (!sessions.has(device)) {
          const record = chance.happens(HURT) ? `mg-${chance.int(MANY, 1_000 * MANY)}` : undefined
          await enter(device, tab, chance.bytes(32), record)
        }
        if (!sessions.has(device)) return
        const turn = chance.int(0, 9)
        if (turn < 4) return answer(device, tab, chance)
        if (turn < 8) return correct(device, tab, chance)
        return leave(device, tab)
      })
    },
    settle: async (runUntil) => {
      for (const device of devices) {
        device.line.online = true
        const tab = opened(device)
        if ((await listExpiredPermits(tab.local, device.clock())).length > 0) void comeBack(device, tab)
        for (let half = 0; half < 12; half += 1) {
          await runUntil(timeline.now() + 10 * SECOND)
          const local = openUpgraded(EVA.author, device.disk)
          const waiting = (await listOutbox(local)).filter(({ state }) => state.kind !== 'quarantined')
          local.close()
          if (waiting.length === 0) break
        }
      }
    },
  }
}
