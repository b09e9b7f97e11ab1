import { join } from 'node:path'
import { SignInPage } from '../../journeys/pages/sign-in-page.ts'
import { prepare } from '../../journeys/support/main-job.ts'
import { takePhotos } from '../../journeys/support/photos.ts'
import { startServer, type Server } from '../../journeys/support/server.ts'
import { Tablet, type TabletOptions } from '../../journeys/support/tablet.ts'
import { ADMIN, EDITOR, fillTown, INSPECTOR, type Person } from '../../journeys/support/town.ts'
import { atEnd } from '../support/cleanup.ts'
import { withLimit } from '../support/limit.ts'
import { say } from '../support/report.ts'
import { publishForm, PLAYGROUND, PLAYGROUND_DECIDED } from './author.ts'
import { registerTrees } from './census.ts'
import { sendComplaint } from './complaint.ts'
import { correctAnswer } from './correcting.ts'
import { decideAnswers } from './deciding.ts'
import { setUpInstallation } from './empty.ts'
import { Hands, type Effort } from './hands.ts'
import { inspectShop, inspectShopWithSignatures } from './inspector.ts'
import { buyTickets, closeDay, findOrder, plantMoney, takeCash } from './money.ts'
import { addUser } from './new-user.ts'
import { fillRows } from './rows.ts'
import { superviseAnswers } from './supervisor.ts'

const DESK = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, touch: true }
const TABLET = { viewport: { width: 820, height: 1180 }, touch: true }
const HERE = { latitude: -31.4142, longitude: -64.1893, accuracy: 8 }
const AREA = 'Habilitación de Negocios'
/** handles the payments of the municipality */
const TREASURY: Person = { ...EDITOR, id: 'tesoreria', email: 'tesoreria@relevo.example' }

/** Surroundings of a task: a demonstration server, its own browser, a picture. */
type Scene = { readonly tablet: Tablet; readonly origin: string; readonly photo: string; readonly server: Server }
type Task = {
  /** the signed-in user; missing: an anonymous visitor */
  readonly who?: Person
  readonly device: Omit<TabletOptions, 'profile'>
  /** preparation that is not counted */
  readonly before?: (scene: Scene) => Promise<void>
  /** @returns further figures */
  readonly run: (hands: Hands, scene: Scene) => Promise<Readonly<Record<string, number>> | void>
}

const offline = ({ tablet }: Scene): Promise<void> => tablet.goOffline()
const knowsPlace = async ({ tablet, origin }: Scene): Promise<void> => {
  await tablet.context.grantPermissions(['geolocation'], { origin })
  await tablet.context.setGeolocation(HERE)
}

/** First tasks of users who see the product for the first time. */
export const TASKS = {
  author: { who: EDITOR, device: DESK, run: (hands) => publishForm(hands, AREA, PLAYGROUND) },
  author_decided: { who: EDITOR, device: DESK, run: (hands) => publishForm(hands, AREA, PLAYGROUND_DECIDED) },
  supervisor: { who: EDITOR, device: DESK, run: (hands, { origin }) => superviseAnswers(hands, origin) },
  deciding: { who: EDITOR, device: DESK, run: (hands, { origin }) => decideAnswers(hands, origin) },
  correcting: { who: EDITOR, device: DESK, run: (hands, { origin }) => correctAnswer(hands, origin) },
  inspector: {
    who: INSPECTOR,
    device: PHONE,
    before: offline,
    run: (hands, { origin, photo }) => inspectShop(hands, origin, photo),
  },
  inspector_both: {
    who: INSPECTOR,
    device: PHONE,
    before: offline,
    run: (hands, { origin, photo }) => inspectShopWithSignatures(hands, origin, photo),
  },
  census: {
    who: INSPECTOR,
    device: TABLET,
    before: knowsPlace,
    run: (hands, { origin, photo }) => registerTrees(hands, origin, photo),
  },
  rows: {
    who: INSPECTOR,
    device: PHONE,
    before: offline,
    run: (hands, { origin }) => fillRows(hands, origin),
  },
  complaint: { device: PHONE, before: knowsPlace, run: (hands, { origin }) => sendComplaint(hands, origin) },
  tickets: { device: PHONE, run: (hands, { origin }) => buyTickets(hands, origin) },
  user: { who: ADMIN, device: DESK, run: (hands, { origin }) => addUser(hands, origin) },
  order: { who: TREASURY, device: DESK, run: (hands, { origin }) => findOrder(hands, origin) },
  desk_payment: { who: TREASURY, device: DESK, run: (hands, { origin }) => takeCash(hands, origin) },
  closing: { who: TREASURY, device: DESK, run: (hands, { origin }) => closeDay(hands, origin) },
  empty: {
    device: DESK,
    run: (hands, { origin, server }) => {
      const link = /\/contrasena#\S+/.exec(server.log())?.[0]
      if (link === undefined) throw new Error('No link was printed')
      return setUpInstallation(hands, origin, link)
    },
  },
} satisfies Readonly<Record<string, Task>>
export type TaskName = keyof typeof TASKS

/** Signs in on screen. The treasury does not answer forms. */
async function signIn(tablet: Tablet, who: Person): Promise<void> {
  if (who !== TREASURY) return prepare(tablet, who)
  await tablet.goTo('/login')
  await new SignInPage(tablet.page).signIn(who)
  await tablet.workerControls()
}

const MAX_PER_TASK = 5 * 60_000
/** The task in an empty installation; the others use the demonstration. */
const EMPTY: TaskName = 'empty'

/**
 * Performs the tasks in order. @param home a folder for temporary data
 * @returns the effort of each task, with its further figures
 */
export async function doTasks(
  names: readonly TaskName[],
  home: string,
): Promise<Readonly<Record<string, Effort & Readonly<Record<string, number>>>>> {
  const town = join(home, 'data')
  if (names.some((name) => name !== EMPTY)) {
    await fillTown(town)
    await plantMoney(town)
  }
  const efforts: Record<string, Effort & Readonly<Record<string, number>>> = {}
  for (const name of names) {
    const task: Task = TASKS[name]
    const dataDir = name === EMPTY ? join(home, 'empty') : town
    const server = await startServer(dataDir, { empty: name === EMPTY })
    const stop = atEnd(() => server.kill())
    const tablet = await Tablet.open(server.origin, { profile: join(home, name), ...task.device })
    const close = atEnd(() => tablet.close())
    try {
      const [photo = ''] = await takePhotos(tablet.page, join(home, 'photos'), 1)
      if (task.who !== undefined) await signIn(tablet, task.who)
      const scene = { tablet, origin: server.origin, photo, server }
      await task.before?.(scene)
      const hands = await Hands.on(tablet.page, 'touch' in task.device ? 'phone' : 'desk')
      const more = await withLimit(task.run(hands, scene), MAX_PER_TASK, `the task ${name}`)
      const effort = { ...(await hands.effort()), ...more }
      efforts[name] = effort
      // Printed at once, so that it is not lost when a later task fails.
      const counts = Object.entries(effort).map(([what, count]) => `${count} ${what}`)
      say(`${name.padEnd(14)} ${counts.join(', ')}`)
    } catch (error) {
      await tablet.page.screenshot({ path: join(home, '..', `first-use-${name}.png`) }).catch(() => undefined)
      throw error
    } finally {
      await close()
      await stop()
    }
  }
  return efforts
}
