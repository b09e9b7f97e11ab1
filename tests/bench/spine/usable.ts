import type { Page } from '@playwright/test'
import { withLimit } from '../support/limit.ts'

const LIMIT = 30_000
const CALL = 'relevoIsUsable'

/**
 * Lets the page itself note, by its own clock, the first frame in which an element is laid out, enabled and what a
 * finger on its middle would hit. Call it before the navigation. The page calls out the answer and looks at frames only
 * once the element is in the document: a question by Playwright first puts seven thousand lines into the starting page,
 * a tenth of a second on a slow tablet, and a look at every frame costs another.
 * @returns what waits for that frame: milliseconds from the start of the navigation
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
        // Further down: what comes first may be a place, for which the app is needed.
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
