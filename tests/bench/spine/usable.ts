import type { Page } from '@playwright/test'
import { withLimit } from '../support/limit.ts'

const LIMIT = 30_000
const CALL = 'relevoIsUsable'

/**
 * Lets the page record the first frame in which an element is laid out, enabled and not covered at its centre. Call it
 * before the navigation.
 * The page reports the result itself and checks frames only once the element exists. A Playwright query would first
 * inject seven thousand lines into the starting page (a tenth of a second on a slow tablet), and checking every frame
 * would cost as much again.
 * @returns a promise of that frame: milliseconds from the start of the navigation
 */
export async function noteWhenUsable(page: Page, selector: string): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  const usable = new Promise<number>((resolve) =>
    session.on('Runtime.bindingCalled', ({ name, payload }) => name === CALL && resolve(Number(payload))),
  )
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: CALL })
  await page.addInitScript(
    ([wanted, call]) => {
      const tell = (globalThis as unknown as Record<string, (payload: string) => void>)[call]
      const look = (): void => {
        const element = document.querySelector(wanted)
        // Scrolls down, because the first question may ask for a location, which needs the app.
        element?.scrollIntoView({ block: 'nearest' })
        const box = element?.getBoundingClientRect()
        const hit =
          box === undefined || box.width === 0
            ? null
            : document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
        if (hit !== null && element?.contains(hit) === true) tell?.(String(performance.now()))
        else requestAnimationFrame(look)
      }
      const arrivals = new MutationObserver(() => {
        if (document.querySelector(wanted) === null) return
        arrivals.disconnect()
        requestAnimationFrame(look)
      })
      arrivals.observe(document, { childList: true, subtree: true, attributes: true })
    },
    [selector, CALL] as const,
  )
  return () => withLimit(usable, LIMIT, `${selector} to be usable`)
}
