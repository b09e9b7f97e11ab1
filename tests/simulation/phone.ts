import { readPublicForm } from '#domain/pages/index.ts'
import { type SubmitMutation, submitMutationSchema, rebuildTemplateFromPublicForm } from '#domain/answering/index.ts'
import { generateAnswerId, generateMutationId, PUBLIC_AUTHOR, toInstant } from '#domain/kernel/index.ts'
import { getHolderSecret, storePublicForm, listOutbox, loadTemplate, saveAnswer } from '#local/index.ts'
import { createSender, createTransport } from '#sync/index.ts'
import { claimFor } from '#tests/support/builders/submit.ts'
import { openUpgraded } from '#tests/support/device/earlier-app.ts'
import type { Chance } from './chance.ts'
import { picture } from './content.ts'
import { alone, createDevice, type DeviceWorld, type SimDevice, type Tab } from './device.ts'
import { wipe } from './disk.ts'
import type { Oracle } from './oracle.ts'
import type { SimServer } from './server.ts'
import { PUBLIC_FORM } from './forms.ts'

/**
 * A user without an account on a phone: answers the public form with a photo over an unreliable connection, with the
 * public's outbox.
 * Its faults come from a stream of their own.
 */
export type Phone = {
  readonly device: SimDevice
  act(chance: Chance): Promise<void>
  /** without faults, for a minute in which its outbox is sent */
  settle(runUntil: (until: number) => Promise<void>): Promise<void>
}

export type PhoneDeps = {
  readonly world: DeviceWorld
  readonly chance: Chance
  readonly oracle: Oracle
  readonly server: () => SimServer
}

const SECOND = 1_000
const TYPE = 'image/jpeg'

export function createPhone({ world, chance: own, oracle, server }: PhoneDeps): Phone {
  const { timeline } = world
  const device = createDevice('P1', PUBLIC_AUTHOR, world)
  const later = (label: string, seconds: number, action: () => void): void =>
    void timeline.after(seconds * SECOND, `${device.name} ${label}`, action)

  /** Like the page: creates the secret of the device's files before anything is sent. */
  async function opened(): Promise<Tab> {
    const [tab] = device.tabs
    if (tab !== undefined) return tab
    const local = openUpgraded(PUBLIC_AUTHOR, device.disk)
    await getHolderSecret(local, (length) => own.bytes(length))
    local.close()
    return device.tabs[0] ?? device.open()
  }

  async function answer(tab: Tab, chance: Chance): Promise<void> {
    const { local, deps } = tab
    const asked = await createSender(createTransport({ ...deps, account: PUBLIC_AUTHOR }))(readPublicForm, {
      id: PUBLIC_FORM,
    })
    if (asked.kind === 'ok')
      await storePublicForm(local, rebuildTemplateFromPublicForm(asked.value.form), { codeHidden: false })
    const template = await loadTemplate(local, PUBLIC_FORM)
    if (template === undefined) return
    const data = picture(TYPE, chance.happens(0.1) ? 1_100_000 : chance.int(200, 3_000), chance)
    const claim = claimFor(data, TYPE, 'foto.jpg')
    const submit: SubmitMutation = submitMutationSchema.parse({
      id: generateMutationId(chance.bytes(16)),
      answer: generateAnswerId(chance.bytes(16)),
      author: PUBLIC_AUTHOR,
      device: deps.device,
      clock: toInstant(device.clock()),
      offset: 0,
      kind: 'answer.submit',
      template: template.id,
      version: template.version,
      header: { signatures: [] },
      content: { values: { '0/0': { imagen: claim.sha256 } }, conditions: {}, rows: {} },
      files: [claim],
    })
    const facts = { submit, bytes: new Map([[claim.sha256, data]]), device, author: local.account }
    const saved = { ...facts, acknowledged: false, journaled: false, damaged: false, wiped: false }
    oracle.enter(saved)
    const done = await saveAnswer(local, { mutation: submit, files: [{ claim, data: data.buffer }] })
    if (!done.ok) return
    saved.acknowledged = true
    disturb(chance)
    await tab.triggers.saved()
  }

  /**
   * Disturbs four of five answers: the connection fails, the page closes, the server dies, or the phone's data are lost
   * before the answer is sent.
   */
  function disturb(chance: Chance): void {
    const soon = chance.int(0, 400) / SECOND
    switch (chance.int(0, 4)) {
      case 0:
        return later('the line breaks', soon, () => {
          device.line.online = false
          later('signal is back', chance.int(5, 120), () => {
            device.line.online = true
            device.online()
          })
        })
      case 1:
        return later('is closed', soon, () => {
          device.killAll()
          later('is opened again', chance.int(1, 120), () => void opened())
        })
      case 2:
        return server().crashAt(chance.pick(['between file and row', 'before commit', 'after commit']))
      case 3:
        return later('is wiped', soon, () => {
          device.killAll()
          wipe(device.disk)
          oracle.wiped(device, false)
        })
      default:
    }
  }

  return {
    device,
    act: async (chance) => {
      const tab = await opened()
      await alone(tab.process, () => answer(tab, chance))
    },
    settle: async (runUntil) => {
      device.line.online = true
      await opened()
      for (let half = 0; half < 12; half += 1) {
        await runUntil(timeline.now() + 10 * SECOND)
        const local = openUpgraded(PUBLIC_AUTHOR, device.disk)
        const waiting = (await listOutbox(local)).filter(({ state }) => state.kind !== 'quarantined')
        local.close()
        if (waiting.length === 0) return
      }
    },
  }
}
