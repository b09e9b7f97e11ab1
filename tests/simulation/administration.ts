import type { User } from '#domain/users/index.ts'
import { toInstant, type Author } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { AREA, OTHER_AREA } from '#tests/support/builders/template.ts'
import type { Chance } from './chance.ts'
import type { Desks } from './desks.ts'
import type { AccessOracle } from './hands.ts'
import type { SimServer } from './server.ts'
import type { Timeline } from './timeline.ts'
import { ADMINISTRATOR, PEOPLE, type Town } from './town.ts'

export type Administration = {
  /** deactivates a user for a while or moves one, renames an area, ends sessions @param chance a stream of its own */
  act(chance: Chance): Promise<void>
  /** activates every deactivated user, and does nothing afterwards */
  rest(): Promise<void>
}

type Deps = {
  readonly timeline: Timeline
  readonly desks: Desks
  readonly server: () => SimServer
  readonly hands: AccessOracle
  readonly withdrawn: Town['withdrawn']
  /** users who were signed out sign in again after a while @param author undefined: all users */
  readonly signInAgain: (author: Author | undefined) => void
}

const SECOND = 1_000
const PLACES = [[AREA], [OTHER_AREA], [AREA, OTHER_AREA]] as const

export function createAdministration({ timeline, desks, server, hands, withdrawn, ...deps }: Deps): Administration {
  let rests = false
  const signInAgain: Deps['signInAgain'] = (author) => rests || deps.signInAgain(author)
  const administrator = async (method: string, path: string, body?: object): Promise<boolean> =>
    (await desks.ask(ADMINISTRATOR, method, path, body))?.ok === true

  async function switchOff(author: Author, chance: Chance): Promise<void> {
    withdrawn.ever.add(author)
    await administrator('POST', `/api/users/${author}/deactivate`)
    timeline.after(chance.int(10, 300) * SECOND, `${author} is switched on`, () => rests || void switchOn(author))
  }
  /** A reactivated user signs in again, because a session may have been left on a lost device. */
  async function switchOn(author: Author): Promise<void> {
    const [before, began] = [await server().store.get(keys.user(author)), timeline.now()]
    const done = await administrator('POST', `/api/users/${author}/reactivate`)
    if (done && before?.deactivatedAt !== undefined) hands.signedOut(author, began)
    if (done) return signInAgain(author)
    // While the server is down, retries until the user is activated.
    timeline.after(5 * SECOND, `${author} is switched on`, () => void switchOn(author))
  }
  async function move(author: Author, chance: Chance): Promise<void> {
    const areas = chance.pick(PLACES)
    withdrawn.ever.add(author)
    const user: User | undefined = await server().store.get(keys.user(author))
    if (user === undefined) return
    const { firstName, lastName, inspectorID, roles, lastUpdate = null } = user
    const edit = { firstName, lastName, inspectorID, roles, areas, seen: lastUpdate }
    await administrator('PUT', `/api/users/${author}`, edit)
  }
  /** Ends the sessions of all users who signed in before now. */
  async function revokeAll(): Promise<void> {
    const began = timeline.now()
    const flags = {
      dev_new_login_method: true,
      web_session_revokation_datetime: toInstant(began),
      show_new_type_question: false,
    }
    if (!(await administrator('PUT', '/api/remote-config', flags))) return
    hands.signedOut(undefined, began)
    signInAgain(undefined)
  }
  /** A user ends their other sessions from another device. */
  async function endOthers(author: Author): Promise<void> {
    const began = timeline.now()
    if ((await desks.ask(author, 'DELETE', '/api/sessions'))?.ok !== true) return
    hands.signedOut(author, began)
    signInAgain(author)
  }

  return {
    act: async (chance) => {
      const author = chance.pick(PEOPLE)
      const turn = chance.int(0, 9)
      if (turn < 3) return switchOff(author, chance)
      if (turn < 6) return move(author, chance)
      if (turn < 8) {
        const [path, nombre] = [chance.pick([AREA, AREA, OTHER_AREA]), `Área ${chance.int(1, 1_000_000)}`]
        return void (await administrator('PUT', '/api/areas', { path, nombre }))
      }
      return turn === 8 ? revokeAll() : endOthers(author)
    },
    rest: async () => {
      rests = true
      for (const author of PEOPLE) await switchOn(author)
    },
  }
}
