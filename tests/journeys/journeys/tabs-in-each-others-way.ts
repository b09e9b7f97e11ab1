import assert from 'node:assert/strict'
import { TopBar } from '../controls/top-bar.ts'
import { AnsweringPage } from '../pages/answering-page.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { countOnDevice, isBeingWritten, letTimePass } from '../support/device-storage.ts'
import { diskOf, type Disk } from '../support/disk.ts'
import { test, type World } from '../support/world.ts'
import { arrivedOnce } from '../support/once.ts'
import { plantAnswers } from '../support/plant-answers.ts'
import type { Tablet } from '../support/tablet.ts'
import { CODE_KEY, INSPECTOR, NOTE_FORM, NOTE_TITLE } from '../support/town.ts'
import { eventually, pause, withLimit } from '../support/waiting.ts'

const ANSWERS = 120
const FROZEN = 'a tab that stands still in mid-drain has the lock taken from it'
const ONE_DRAFT = 'one draft, open in two tabs and saved in both, is one answer'

test('a tab that stands still keeps no one waiting for long, and two tabs make one answer of one draft', async ({
  world,
}) => {
  const server = await world.server()
  const tablet = await world.tablet(server.origin, { as: INSPECTOR })
  const disk = diskOf(server.dataDir)
  await test.step(ONE_DRAFT, () => oneDraft(tablet, disk))
  await test.step(FROZEN, () => frozen(world, tablet, disk))
})

async function oneDraft(tablet: Tablet, disk: Disk): Promise<void> {
  const before = disk.lastKeyNumber()
  await new FormsListPage(tablet.page).answer(NOTE_TITLE)
  const form = new AnsweringPage(tablet.page)
  await form.type('Nota', 'typed in the first tab')
  await form.draftIsKept()
  await tablet.page.waitForURL(/borrador=/)
  const { pathname, search } = new URL(tablet.page.url())
  const other = await tablet.newWindow(pathname + search)
  const second = new AnsweringPage(other)
  await second.type('Nota', 'typed in the second tab')
  await second.draftIsKept()
  await form.save()
  await other.getByText('This answer was saved in another window.').first().waitFor()
  await second.pressSave()
  const said = other.getByRole('alert').filter({ hasText: 'saved in another window' })
  await eventually('the refusal beside the button', async () => (await said.count()) === 1)
  assert.equal(await other.getByText('The answer is not saved yet.').count(), 0, 'it is saved, by the other')
  await new TopBar(tablet.page).says('All sent', 60_000)
  await other.getByRole('link', { name: 'See answer' }).click()
  await other.waitForURL(/\/guardado\//)
  const answers = disk.answers(NOTE_FORM.id)
  assert.equal(answers.length, 1, 'one draft, one answer')
  assert.equal(answers[0]?.codigoMunicipio, `${CODE_KEY}${before + 1}`)
  assert.equal(await countOnDevice(tablet, INSPECTOR, 'outbox'), 0, 'nothing is set aside')
  assert.equal(await countOnDevice(tablet, INSPECTOR, 'drafts'), 0)
  await other.close()
}

/** Browsers freeze hidden pages, and whole tablets when their cover closes; a frozen page keeps its locks. */
async function frozen(world: World, tablet: Tablet, disk: Disk): Promise<void> {
  const first = tablet.page
  const [before, files] = [disk.lastKeyNumber(), await disk.countFiles()]
  const standStill = await onlooker(tablet)
  await tablet.goOffline()
  const ids = await plantAnswers(tablet, INSPECTOR, { count: ANSWERS, batch: 'frozen', bytes: 200_000 })
  await tablet.goOnline()
  await eventually('the first tab to be at it', async () => (await disk.countFiles()) > files, { every: 1 })
  const wake = await standStill()
  const arrived = disk.lastKeyNumber() - before
  assert.ok(arrived < ids.length, 'it stood still before it was through')
  const second = await tablet.newWindow('/sincronizacion')
  await letTimePass(second, INSPECTOR, 'runnerSeen')
  await new TopBar(second).says('All sent', 90_000)
  await arrivedOnce(disk, ids, before)
  world.step(`stood still with ${arrived} of ${ids.length} answers on the server; another tab sent the rest`)
  await wake()
  await new TopBar(first).says('All sent', 60_000)
  // Time in which the unwanted effect would happen.
  await pause(2_000)
  await arrivedOnce(disk, ids, before)
}

/**
 * Freezes the page from outside: none of its code runs, and its locks stay. Freezes it only when it is about to call
 * the server, never during a write: a browser, unlike the debugger, lets a page finish its database transactions.
 * @returns a function that freezes, which returns one that resumes
 */
async function onlooker(tablet: Tablet): Promise<() => Promise<() => Promise<void>>> {
  const beside = await tablet.newWindow('/api/health')
  const session = await tablet.context.newCDPSession(tablet.page)
  await session.send('Debugger.enable')
  const wake = async (): Promise<void> => void (await session.send('Debugger.resume'))
  return async () => {
    const stops = new Promise<void>((resolve, reject) => {
      session.on('Debugger.paused', () => {
        isBeingWritten(beside, INSPECTOR, 300)
          .then((busy) => (busy ? wake() : resolve()))
          .catch(reject)
      })
    })
    await session.send('DOMDebugger.setXHRBreakpoint', { url: '/api/' })
    await withLimit(stops, 60_000, 'the first tab to stand still')
    await session.send('DOMDebugger.removeXHRBreakpoint', { url: '/api/' })
    await beside.close()
    return async () => {
      await wake()
      await session.detach()
    }
  }
}
