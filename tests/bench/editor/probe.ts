import type { Page } from '@playwright/test'
import { withLimit } from '../support/limit.ts'

/**
 * Elements that a frame has to show: `count` of them (any number by default), or one at a position. Texts match from
 * their start.
 */
export type Shown =
  | { readonly selector: string; readonly text?: string; readonly count?: number }
  | { readonly selector: string; readonly text: string; readonly at: number }

type Act = { readonly event: string; readonly key?: string; readonly shown?: Shown }

const LIMIT = 60_000

/**
 * Milliseconds from a user's event (the browser's time stamp) to the first painted frame that shows the result.
 * @param act without `shown`: the next frame
 * @param go performs it by mouse or keyboard
 */
export async function timed(page: Page, act: Act, go: () => Promise<void>): Promise<number> {
  await page.evaluate(({ event, key, shown }) => {
    const textOf = (element: Element): string =>
      ('value' in element ? String(element.value) : (element.textContent ?? '')).trim()
    const holds = (): boolean => {
      if (shown === undefined) return true
      const found = [...document.querySelectorAll(shown.selector)]
      if ('at' in shown) return textOf(found[shown.at] ?? document.head).startsWith(shown.text)
      const { text = '', count } = shown
      const fitting = found.filter((element) => textOf(element).startsWith(text)).length
      return count === undefined ? fitting > 0 : fitting === count
    }
    const time = new Promise<number>((resolve) => {
      const begun = (one: Event): void => {
        if (key !== undefined && !(one instanceof KeyboardEvent && one.key === key)) return
        removeEventListener(event, begun, true)
        const look = (): void => {
          if (!holds()) return void requestAnimationFrame(look)
          // A message sent in a frame arrives after the frame is painted and the thread is free again.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - one.timeStamp)
          port2.postMessage(null)
        }
        requestAnimationFrame(look)
      }
      addEventListener(event, begun, true)
    })
    Object.assign(globalThis, { benchTime: time })
  }, act)
  await go()
  return withLimit(
    page.evaluate(() => (globalThis as unknown as { benchTime: Promise<number> }).benchTime),
    LIMIT,
    `the frame after ${act.event}`,
  )
}

/** Durations of the frames painted while `go` runs, in milliseconds. */
export async function framesDuring(page: Page, go: () => Promise<void>): Promise<readonly number[]> {
  await page.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    let running = true
    const next = (now: number): void => {
      frames.push(now - last)
      last = now
      if (running) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    Object.assign(globalThis, {
      benchFrames: () => {
        running = false
        return frames.slice(1)
      },
    })
  })
  await go()
  return page.evaluate(() => (globalThis as unknown as { benchFrames: () => number[] }).benchFrames())
}
