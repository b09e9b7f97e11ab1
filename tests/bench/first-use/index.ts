import { join } from 'node:path'
import { prepare } from '../../journeys/support/main-job.ts'
import { takePhotos } from '../../journeys/support/photos.ts'
import { startServer } from '../../journeys/support/server.ts'
import { Tablet, type TabletOptions } from '../../journeys/support/tablet.ts'
import { EDITOR, fillTown, type Person } from '../../journeys/support/town.ts'
import { atEnd, temporaryFolder } from '../support/cleanup.ts'
import { say } from '../support/report.ts'
import { author, QUESTIONS } from './author.ts'
import { Hands, type Effort } from './hands.ts'
import { inspector } from './inspector.ts'
import { supervisor } from './supervisor.ts'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/**
 * Three first tasks in Chromium, before the server that people run: a form of 13 questions is built, a form of 57 is filled in on a phone without a
 * signal, and answers are found and decided. Counts taps, keys and refused saves; the seconds are those that a person would need (see hands.ts).
 */
export async function benchFirstUse() {
  const home = await temporaryFolder('first-use')
  const dataDir = join(home, 'data')
  await fillTown(dataDir)
  const server = await startServer(dataDir)
  atEnd(server.kill)
  const device = async (name: string, options: Omit<TabletOptions, 'profile'>, who?: Person): Promise<Tablet> => {
    const tablet = await Tablet.open(server.origin, { profile: join(home, name), ...options })
    atEnd(() => tablet.close())
    await prepare(tablet, who)
    return tablet
  }

  const desk = await device('desk', { viewport: DESK }, EDITOR)
  const ofAuthor = new Hands(desk.page, 'desk')
  await author(ofAuthor, 'Habilitación de Negocios')
  const ofSupervisor = new Hands(desk.page, 'desk')
  await supervisor(ofSupervisor, server.origin)

  const phone = await device('phone', { viewport: PHONE, touch: true })
  const [photo = ''] = await takePhotos(phone, join(home, 'photos'), 1)
  await phone.goOffline()
  const ofInspector = new Hands(phone.page, 'phone')
  await inspector(ofInspector, server.origin, photo)

  const figures: Record<string, number> = { author_questions: QUESTIONS }
  const tasks = { author: ofAuthor, inspector: ofInspector, supervisor: ofSupervisor }
  for (const [name, hands] of Object.entries(tasks)) {
    const effort: Effort = hands.effort()
    say(
      `${name.padEnd(10)} ${Object.entries(effort)
        .map(([what, count]) => `${count} ${what}`)
        .join(', ')}`,
    )
    for (const [what, count] of Object.entries(effort)) figures[`${name}_${what}`] = count
  }
  const failed = (figures['author_seconds'] ?? 0) >= 180 || (figures['inspector_refused'] ?? 0) > 1
  return { figures, failed }
}
