import { deviceIdSchema, generateMutationId, type AnswerId, type Author } from '#domain/kernel/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { PROTOCOL_VERSION } from '#domain/sync/index.ts'
import type { Chance } from './chance.ts'
import type { Desks } from './desks.ts'
import type { SimDevice, Tab } from './device.ts'
import { changeBy } from './late-acts.ts'
import type { Office } from './office.ts'
import { actLater, writeRows, type Surroundings } from './person.ts'
import { answersWithRows, rowActOf } from './row-acts.ts'
import { continueDraft, goOut, takeBack } from './second-thoughts.ts'
import { LATE_ACTS, ROW_ACTS, SECOND_THOUGHTS } from './streams.ts'
import type { Timeline } from './timeline.ts'
import { OFFICE, type Town } from './town.ts'

type Deps = {
  readonly late: Chance
  readonly inRows: Chance
  readonly second: Chance
  /** whether people take unsent answers back */
  readonly takesBack: boolean
  /** whether people write in the rows of the same answers */
  readonly rows: boolean
  /**
   * whether the store is a file: a restored backup reuses version numbers for other content, so no app from before row
   * ids is in use
   */
  readonly onFile: boolean
  /** whether older apps often continue with a row behind a removed one */
  readonly behindRemovals: boolean
  readonly town: Town
  readonly office: Office
  readonly desks: Desks
  readonly timeline: Timeline
  readonly devices: readonly SimDevice[]
  readonly around: Omit<Surroundings, 'chance'>
  readonly trace: (line: string) => void
}

const DESK = deviceIdSchema.parse('R0W5'.padEnd(26, '0'))
/** Chance that a desk continues with an answer that it opened earlier. */
const STILL_OPEN = 0.5
const A_DAY = 30

/** Work on stored answers, with each operation of the world. */
export function createLateWork({ late, inRows, second, rows, onFile, behindRemovals, town, office, ...deps }: Deps) {
  const { desks, timeline, devices, around, trace, takesBack } = deps
  const { oracle } = around
  const screens = new Map<Author, Answer>()
  /** the answer with rows that a device changed last */
  let latest: AnswerId | undefined

  /** A desk may show an earlier version, so that two desks and a device change one row at the same time. */
  async function writeRowsAtDesk(chance: Chance): Promise<void> {
    const author = chance.pick(OFFICE)
    const goesOn = chance.happens(STILL_OPEN)
    const there = answersWithRows(oracle.latest(A_DAY))
    const fresh = there.find(({ id }) => id === latest) ?? there[0]
    const answer = (goesOn ? screens.get(author) : undefined) ?? fresh
    if (answer === undefined) return
    screens.set(author, answer)
    const facts = { id: generateMutationId(chance.bytes(16)), device: DESK, clock: timeline.now(), offset: 0 }
    const mutation = changeBy(author, facts, answer, rowActOf(answer, chance))
    oracle.changes.enter({ mutation, device: null, author, acknowledged: false })
    const batch = { protocol: PROTOCOL_VERSION, device: DESK, account: author, mutations: [mutation] }
    await desks.ask(author, 'POST', '/api/sync/push', batch)
  }

  async function begin(
    name: string,
    often: number,
    chance: Chance,
    act: (device: SimDevice, tab: Tab) => Promise<void>,
  ) {
    const [device, acts] = [chance.pick(devices), chance.happens(often)]
    if (!acts || device.tabs.length === 0) return
    const tab = chance.pick(device.tabs)
    trace(`${tab.process.name} ${name}`)
    void act(device, tab)
    await timeline.settle()
  }

  async function actInRows(chance: Chance): Promise<void> {
    if (chance.happens(ROW_ACTS.desk)) void writeRowsAtDesk(chance.fork())
    await begin(writeRows.name, ROW_ACTS.device, chance, async (device, tab) => {
      const olderApps = { exist: !onFile, continueBehind: behindRemovals }
      latest = (await writeRows(device, tab, { chance: chance.fork(), ...around }, olderApps)) ?? latest
    })
  }

  async function thinkAgain(): Promise<void> {
    for (const [act, often] of [
      [goOut, SECOND_THOUGHTS.outing],
      [takeBack, SECOND_THOUGHTS.takeBack],
      [continueDraft, SECOND_THOUGHTS.draft],
    ] as const)
      await begin(act.name, often, second, (device, tab) =>
        act(device, tab, { chance: second.fork(), timeline, ...around }),
      )
  }

  return {
    /** called once per operation of the world */
    act: async (): Promise<void> => {
      await town.edit()
      if (late.happens(LATE_ACTS.office)) void office.actLater(late.fork())
      if (late.happens(LATE_ACTS.citizen)) void office.revise(late.fork())
      await begin(actLater.name, LATE_ACTS.device, late, (device, tab) =>
        actLater(device, tab, { chance: late.fork(), ...around }),
      )
      if (rows) await actInRows(inRows)
      if (takesBack) await thinkAgain()
    },
  }
}
