import type { Answer } from '#domain/answers/index.ts'
import { deviceIdSchema, generateMutationId, type Author } from '#domain/kernel/index.ts'
import { listLocalAnswers } from '#local/index.ts'
import { type AnswerChange, PROTOCOL_VERSION } from '#domain/sync/index.ts'
import type { Chance } from './chance.ts'
import { changeOf } from './content.ts'
import type { Desks } from './desks.ts'
import { alone, type SimDevice, type Tab } from './device.ts'
import { changeBy, lateActOf } from './late-acts.ts'
import type { Oracle } from './oracle.ts'
import { saveChange } from './person.ts'
import type { Timeline } from './timeline.ts'
import { OFFICE } from './town.ts'

export type LostScreensDeps = {
  readonly lost: Chance
  readonly lostScreens: boolean
  readonly oracle: Oracle
  readonly desks: Desks
  readonly timeline: Timeline
  readonly devices: readonly SimDevice[]
  readonly trace: (line: string) => void
}

const DESK = deviceIdSchema.parse('10571'.padEnd(26, '0'))
/** Maximum lost versions that users continue with, per restored backup. */
const MOST = 4
const A_DAY = 30
/** Attempts of other users to create a version with the number of the lost version. */
const ATTEMPTS = 8
/** Chance that a user deletes the answer on their screen. */
const DELETES = 0.5

/**
 * Users who still see versions that a restored backup has lost. Others change the restored answer until it has a
 * version with the same number; then these users change or delete what they see.
 */
export function createLostScreens({ lost, lostScreens, oracle, desks, timeline, devices, trace }: LostScreensDeps) {
  const storedNow = (id: Answer['id']): Answer | undefined => oracle.latest(Infinity).find((one) => one.id === id)

  function made(author: Author, answer: Answer, what: object, device: AnswerChange['device'] = DESK): AnswerChange {
    const facts = { id: generateMutationId(lost.bytes(16)), device, clock: timeline.now(), offset: 0 }
    return changeBy(author, facts, answer, what)
  }

  async function atDesk(answer: Answer, what: object): Promise<void> {
    const author = lost.pick(OFFICE)
    const mutation = made(author, answer, what)
    oracle.changes.enter({ mutation, device: null, author, acknowledged: false })
    const batch = { protocol: PROTOCOL_VERSION, device: DESK, account: author, mutations: [mutation] }
    await desks.ask(author, 'POST', '/api/sync/push', batch)
  }

  /** Finds a page that shows this answer. */
  async function pageWith({ id }: Answer): Promise<{ readonly device: SimDevice; readonly tab: Tab } | undefined> {
    for (const device of devices)
      for (const tab of device.damage.away ? [] : device.tabs) {
        const known = await alone(tab.process, () => listLocalAnswers(tab.local))
        if (known?.some((one) => one.id === id) === true) return { device, tab }
      }
    return undefined
  }

  async function meet(screen: Answer): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const current = storedNow(screen.id)
      if (current === undefined || current.version >= screen.version) break
      await atDesk(current, changeOf(current, lost))
    }
    if (storedNow(screen.id)?.version !== screen.version) return
    const what = lost.happens(DELETES) ? { kind: 'answer.delete' } : lateActOf(screen, lost)
    const page = lost.happens(0.5) ? await pageWith(screen) : undefined
    trace(`${page?.tab.process.name ?? 'desk'} changes the lost version ${screen.version}`)
    if (page === undefined) return atDesk(screen, what)
    const { device, tab } = page
    const mutation = made(tab.local.account, screen, what, tab.deps.device)
    await alone(tab.process, () => saveChange({ device, tab, oracle }, mutation))
  }

  return {
    /** Records the screens. @returns a function to call after the restore */
    look: (): (() => void) => {
      const screens = lostScreens ? oracle.latest(A_DAY) : []
      return () => {
        const gone = screens.filter((screen) => (storedNow(screen.id)?.version ?? Infinity) < screen.version)
        for (const screen of gone.slice(0, MOST))
          timeline.after(lost.int(5, 60) * 1_000, 'others change a restored answer', () => void meet(screen))
      }
    },
  }
}
