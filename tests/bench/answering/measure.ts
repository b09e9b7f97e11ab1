import type { Page } from '@playwright/test'
import { timed } from '../editor/probe.ts'
import type { Filler } from './fillers.ts'

const PAUSE = 150
/**
 * Number of times a form is opened and checked, and of keys typed. The first of each compiles code and is not counted.
 */
export type Counts = { readonly openings: number; readonly keys: number; readonly checks: number }
/** milliseconds; `heap` in MB, after garbage collection */
export type Measured = {
  readonly open: readonly number[]
  readonly key: readonly number[]
  readonly check: readonly number[]
  readonly heap: number
}

/**
 * Measures the time from the opening click to the frame with the first field and an idle thread, from each key to its
 * frame, and of the check.
 */
export async function measure(filler: Filler, size: number, counts: Counts): Promise<Measured> {
  const { page, field, checked } = filler
  const opened = { selector: field, count: 1 }
  const open = await repeated(counts.openings, async () => {
    await filler.prepare(size)
    await page.waitForTimeout(PAUSE)
    return timed(page, { event: 'click', shown: opened }, filler.open)
  })
  const heap = await heapOf(page)
  await page.locator(field).click()
  let turn = 0
  const key = await repeated(counts.keys, () => {
    const letter = 'abcdefghij'[(turn += 1) % 10] ?? 'a'
    return timed(page, { event: 'keydown', key: letter }, () => page.keyboard.press(letter))
  })
  const check = await repeated(counts.checks, async () => {
    // Messages of an earlier check would be reused, so each check runs on a new form.
    await filler.prepare(size)
    await filler.open()
    await page.locator(field).waitFor()
    await page.waitForTimeout(PAUSE)
    return timed(page, { event: 'click', shown: checked }, filler.check)
  })
  return { open, key, check, heap }
}

async function repeated(times: number, work: () => Promise<number>): Promise<readonly number[]> {
  const all: number[] = []
  for (let index = 0; index <= times; index += 1) all.push(await work())
  return all.slice(1)
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1024 ** 2
}
