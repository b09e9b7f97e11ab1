import assert from 'node:assert/strict'
import type axe from 'axe-core'
import { AXE } from '../journeys/support/look.ts'
import {
  APART,
  isAppRunning,
  isScreenShown,
  listAnswerRoutes,
  MANAGED,
  MANY,
  OPEN,
  WRITTEN,
} from '../journeys/support/routes.ts'
import { signInAs } from '../journeys/support/supervisor.ts'
import { ADMIN } from '../journeys/support/town.ts'
import { eventually } from '../journeys/support/waiting.ts'
import { there } from '../support/there.ts'
import type { Job } from './hands.ts'

/**
 * Opens every page for the public, then every route as an administrator, and has axe check each of them. Each page is
 * left while it may still write to the device.
 */
export const everyPage: Job = {
  name: 'axe finds nothing on any route',
  leavesEarly: true,
  run: async ({ hands, server, secureOrigin, step }) => {
    const { browser, turnTo } = hands
    const origin = await secureOrigin()
    const source = await AXE
    const faults: string[] = []
    const check = async (paths: readonly string[]): Promise<void> => {
      for (const path of paths) {
        await turnTo(origin + path)
        if (!path.includes('?lang')) await eventually(`${path} to run`, () => browser.evaluate(isAppRunning, null))
        await eventually(`${path} to be shown`, () => browser.evaluate(isScreenShown, null))
        await browser.runScript(source)
        faults.push(...(await browser.evaluate(findViolations, null)).map((fault) => `${path}: ${fault}`))
      }
      step(`${paths.length} pages more, ${faults.length} faults`)
    }
    await browser.goTo(origin)
    await check([...OPEN, ...APART, ...WRITTEN])
    await turnTo(`${origin}/login`)
    await hands.type({ name: 'E-mail' }, ADMIN.email)
    await hands.type({ name: 'Password' }, ADMIN.password)
    await hands.press({ kind: 'button', name: 'Sign in' })
    await hands.isAt(/^\/(?!login)/)
    const answer = there((await (await signInAs(ADMIN, server.origin)).answersOf(MANY))[0]).id
    await check([...listAnswerRoutes(answer), ...MANAGED])
    assert.deepEqual(faults, [])
  },
}

/** Runs in the page, once opening animations have ended. */
async function findViolations(): Promise<readonly string[]> {
  const { axe: tool } = globalThis as unknown as { axe: typeof axe }
  const pause = new Promise((resolve) => setTimeout(resolve, 2_000))
  await Promise.race([Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null))), pause])
  const { violations } = await tool.run(document, { resultTypes: ['violations'], preload: false })
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ html }) => html.slice(0, 160))
        .slice(0, 3)
        .join(' | ')}`,
  )
}
