import type { Page } from 'playwright-core'

const LIMIT = 30_000

/**
 * Lets the page itself note, by its own clock, the first frame in which an element is laid out, enabled and what a finger on its
 * middle would hit: polling from outside would add its own delay. To be called before the navigation.
 */
export async function noteWhenUsable(page: Page, selector: string): Promise<void> {
  await page.addInitScript((wanted) => {
    const look = (): void => {
      const element = document.querySelector(wanted)
      const box = element?.getBoundingClientRect()
      const hit = box === undefined || box.width === 0 ? null : document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      if (hit !== null && element?.contains(hit) === true) Object.assign(globalThis, { usableAt: performance.now() })
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, selector)
}

/** @returns milliseconds from the start of the navigation */
export async function usableAt(page: Page): Promise<number> {
  const found = await page.waitForFunction(() => (globalThis as { usableAt?: number }).usableAt, undefined, { timeout: LIMIT, polling: 50 })
  const at = await found.jsonValue()
  if (at === undefined) throw new Error('The page does not say when it was usable')
  return at
}
