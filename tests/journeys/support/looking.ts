import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import type { World } from './world.ts'
import { look, type Fault } from './look.ts'
import type { Tablet } from './tablet.ts'

/** Checks the open screen and records its problems, so that one run reports all. */
export type Looking = (page: Page, screen: string) => Promise<void>

/** @param visit opens one screen after the other @returns once all were checked without a problem */
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
  })
  world.step(`${seen.length} screens: ${seen.join(', ')}`)
  assert.deepEqual(faults, [])
  const refusedByPolicy = tablets.flatMap(({ console }) =>
    console.filter((line) => /Content Security Policy|Refused to/.test(line)),
  )
  assert.deepEqual(refusedByPolicy, [], 'nothing breaks our own policy')
}
