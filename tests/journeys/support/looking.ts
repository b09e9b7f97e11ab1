import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import type { World } from './world.ts'
import { look, lookForCuts, TONGUES, type Fault } from './look.ts'
import type { Tablet } from './tablet.ts'

/** Checks the open screen and records its problems, so that one run reports all. */
export type Looking = (page: Page, screen: string) => Promise<void>

/**
 * @param visit opens one screen after the other
 * @param how like `look`; `spoken`: no text of an open dialog is cut in another language (journey `every-route`: pages)
 * @returns once all were checked without a problem
 */
export async function lookAround(
  world: World,
  tablets: readonly Tablet[],
  visit: (looking: Looking) => Promise<void>,
  how: { readonly tight?: boolean; readonly spoken?: boolean } = {},
): Promise<void> {
  const faults: Fault[] = []
  const seen: string[] = []
  await visit(async (page, screen) => {
    seen.push(screen)
    faults.push(...(await look(page, screen, how)))
    if (how.spoken !== true || (await page.getByRole('dialog').count()) === 0) return
    faults.push(...(await lookForCuts(page, screen, TONGUES)))
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  world.step(`${seen.length} screens: ${seen.join(', ')}`)
  assert.deepEqual(faults, [])
  const refusedByPolicy = tablets.flatMap(({ console }) =>
    console.filter((line) => /Content Security Policy|Refused to/.test(line)),
  )
  assert.deepEqual(refusedByPolicy, [], 'nothing breaks our own policy')
}
