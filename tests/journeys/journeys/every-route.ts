import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { there } from '../../support/there.ts'
import { SignInPage } from '../pages/sign-in-page.ts'
import { lookForCuts, TONGUES, type Fault } from '../support/look.ts'
import { plantAnswers } from '../support/plant-answers.ts'
import {
  APART,
  findUnvisitedRoutes,
  isAppRunning,
  isScreenShown,
  listAnswerRoutes,
  MANAGED,
  MANY,
  OPEN,
  WRITTEN,
} from '../support/routes.ts'
import { signInAs } from '../support/supervisor.ts'
import type { Tablet } from '../support/tablet.ts'
import { ADMIN, NOTE_FORM } from '../support/town.ts'
import { test } from '../support/world.ts'
import { eventually } from '../support/waiting.ts'

test('no text is cut, and nothing scrolls sideways, on any route: phone and desk, English, Spanish and longer texts', async ({
  world,
}) => {
  test.setTimeout(600_000)
  const server = await world.server()
  const tablet = await world.tablet(server.origin)
  const { page } = tablet
  const faults: Fault[] = []
  const visited: string[] = []
  const visit = async (paths: readonly string[]): Promise<void> => {
    for (const path of paths) {
      // The parts of one screen keep its heading.
      await go(tablet, path, visited.length > 0 && !path.includes('/integraciones/'))
      visited.push(path)
      faults.push(...(await lookForCuts(page, nameOf(path), TONGUES)))
    }
    world.step(`${visited.length} routes, ${faults.length} faults`)
  }
  await visit(OPEN)
  await tablet.goTo('/login')
  await new SignInPage(page).signIn(ADMIN)
  await visit(['/listar'])
  const [planted] = await plantAnswers(tablet, ADMIN, { count: 1, batch: 'seen' })
  const answer = there((await (await signInAs(ADMIN, server.origin)).answersOf(MANY))[0]).id
  await visit([...listAnswerRoutes(answer), `/contestar/${NOTE_FORM.id}/guardado/${planted}`])
  for (let from = 1; from < MANAGED.length; from += 8) await visit(MANAGED.slice(from, from + 8))
  const review = page.getByRole('link', { name: /^Review / })
  await visit([(await review.first().getAttribute('href')) ?? ''])
  assert.deepEqual(await findUnvisitedRoutes(visited), [], 'every route was visited')

  await forgetWorker(page)
  for (const path of [...APART, ...WRITTEN]) {
    await tablet.goTo(path)
    if (!path.includes('?lang')) await page.waitForFunction(isAppRunning)
    await isOpen(page, path)
    faults.push(...(await lookForCuts(page, nameOf(path), path.includes('?lang') ? [undefined] : TONGUES)))
  }
  assert.deepEqual(faults, [])
})

/** Removes the worker of the app: that of the public would take over from it and reload the page. */
async function forgetWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations()
    await Promise.all(registrations.map((one) => one.unregister()))
  })
}

/** Opens a path and waits for its data. @param inPlace without loading the app again */
async function go(tablet: Tablet, path: string, inPlace: boolean): Promise<void> {
  const { page } = tablet
  if (inPlace) {
    await page.evaluate((to) => {
      document.querySelector('h1')?.setAttribute('data-left', '')
      history.pushState({}, '', to)
    }, path)
  } else await tablet.goTo(path)
  await isOpen(page, path)
}

async function isOpen(page: Page, path: string): Promise<void> {
  let quiet = 0
  await eventually(`${path} to be shown`, async () => {
    quiet = (await page.evaluate(isScreenShown)) ? quiet + 1 : 0
    return quiet > 1
  })
}

const nameOf = (path: string): string => path.replaceAll(/\W+/g, '-')
