import type { Server } from '../journeys/support/server.ts'
import { eventually } from '../journeys/support/waiting.ts'
import type { Browser } from './browser.ts'

/** An element of a page, by its visible or accessible name. */
export type ElementQuery = {
  readonly kind: 'link' | 'button' | 'field' | 'checkbox' | 'heading' | 'canvas' | 'picture' | 'text'
  readonly name?: string
  /** title of the question, or name of the group, that contains it */
  readonly within?: string
}
export type Place = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

const CURSOR_LIMIT = 2_000
/** The worker first caches the whole app: about 500 files, which take half a minute on a busy machine. */
const WORKER_LIMIT = 120_000

type Hands = ReturnType<typeof createHands>

/** A user's job, run in each browser. */
export type Job = {
  readonly name: string
  readonly run: (desk: Desk) => Promise<void>
  /** whether it leaves pages that are still loading, which browsers report as faults */
  readonly leavesEarly?: true
}

type Desk = {
  readonly hands: Hands
  readonly server: Server
  /** the server's origin over HTTPS */
  readonly secureOrigin: () => Promise<string>
  /** different picture files, as from a camera */
  readonly photos: (count: number) => Promise<readonly string[]>
  /** records the job's progress */
  readonly step: (text: string) => void
}

/** A user's actions in a browser by mouse and keyboard. Covered elements are not pressed. */
export function createHands(browser: Browser) {
  const place = (what: ElementQuery): Promise<Place> =>
    eventually(describe(what), () => browser.evaluate(placeOf, what))

  const mouse = (points: readonly (readonly [number, number])[]) => {
    const moves = points.map(([x, y]) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 10 }))
    const [down, up] = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }))
    const actions = [...moves.slice(0, 1), { ...down }, ...moves.slice(1), { ...up }] as Record<
      string,
      string | number
    >[]
    return browser.act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
  }
  const press = async (what: ElementQuery): Promise<void> => {
    const { x, y, width, height } = await place(what)
    await mouse([[x + width / 2, y + height / 2]])
  }
  const isAt = (path: RegExp): Promise<string> =>
    eventually(`the address ${path}`, async () => {
      const found = await browser.evaluate(() => location.pathname, null)
      return path.test(found) && found
    })
  /** Loads a page, and returns when the previous one has gone. */
  const turnTo = async (url: string): Promise<void> => {
    await browser.evaluate(() => void Object.assign(window, { isLeft: true }), null)
    await browser.goTo(url)
    await eventually(`another page at ${url}`, () =>
      browser.evaluate(() => !('isLeft' in window) && document.readyState !== 'loading', null),
    )
  }

  return {
    browser,
    press,
    isAt,
    turnTo,
    sees: place,
    /** Types by keyboard into an empty field. */
    type: async (what: Omit<ElementQuery, 'kind'>, text: string): Promise<void> => {
      const field = { ...what, kind: 'field' } as const
      // A slow machine may move the field between locating and pressing, so pressing is retried.
      await eventually(`the cursor in ${describe(field)}`, async () => {
        await press(field)
        return eventually('it', () => browser.evaluate(hasCursor, null), { within: CURSOR_LIMIT })
      })
      const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
      await browser.act([{ type: 'key', id: 'keys', actions }])
      await eventually(`"${text}" in ${describe(field)}`, async () => {
        const found = await browser.evaluate(() => (document.activeElement as HTMLInputElement).value, null)
        if (found !== text) throw new Error(`It reads "${found}"`)
        return true
      })
    },
    /** Chooses a picture for a question, and waits until it is shown. */
    photo: async (title: string, file: string): Promise<void> => {
      await place({ kind: 'text', name: title, within: title })
      const question = await browser.evaluate(addressOf, title)
      await browser.chooseFile(`[data-question="${question}"] input[type="file"]`, file)
      await place({ kind: 'picture', within: title })
    },
    /** Draws into the canvas of a group, like a signature. */
    draw: async (within: string): Promise<void> => {
      const { x, y, height } = await place({ kind: 'canvas', within })
      const at = (step: number) => [x + 30 + step * 12, y + height / 2 + Math.sin(step * 0.7) * (height / 4)] as const
      await mouse(Array.from({ length: 21 }, (_, step) => at(step)))
    },
    /** Whether the app is installed: its worker is active and controls the page. */
    workerControls: (): Promise<boolean> =>
      eventually('the worker to control the page', () => browser.evaluate(isControlled, null), {
        within: WORKER_LIMIT,
      }),
    /** The page's text, for the report of a failure. */
    text: (): Promise<string> => browser.evaluate(() => `${location.href}\n${document.body.innerText}`, null),
  }
}

const describe = ({ kind, name, within }: ElementQuery): string =>
  `the ${kind}${name === undefined ? '' : ` "${name}"`}${within === undefined ? '' : ` in "${within}"`}`

const hasCursor = (): boolean => document.activeElement?.matches('input, textarea') === true

async function isControlled(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration()
  return registration?.active?.state === 'activated' && navigator.serviceWorker.controller !== null
}

function addressOf(title: string): string | null {
  const cards = [...document.querySelectorAll('[data-question]')]
  const card = cards.find((one) => [...one.querySelectorAll('*')].some((part) => part.textContent?.trim() === title))
  return card?.getAttribute('data-question') ?? null
}

/**
 * Runs in the page: the element's position once it is in view and still; refused if it is missing, moving, disabled or
 * covered.
 */
async function placeOf({ kind, name, within }: ElementQuery): Promise<Place> {
  const kinds = {
    link: 'a[href]',
    button: 'button:enabled',
    field: 'input:not([type="file"], [type="checkbox"], [type="radio"]), textarea',
    checkbox: 'input[type="checkbox"]',
    heading: 'h1, h2, h3',
    canvas: 'canvas',
    picture: 'img, canvas[role="img"]',
    text: '*',
  }
  const read = (text: string | null | undefined): string =>
    (text ?? '')
      .replace(/\s*\*?\s*$/, '')
      .replace(/\s+/g, ' ')
      .trim()
  const names = (element: Element): readonly string[] => {
    const ids = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter((id) => id !== '')
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
    const named = [...ids.map((id) => document.getElementById(id)), ...labels].map((label) => read(label?.textContent))
    const shown = element instanceof HTMLElement ? element.innerText : ''
    return [
      read(element.getAttribute('aria-label')),
      read(named.join(' ')),
      ...named,
      read(element.textContent),
      read(shown),
    ]
  }
  const whole = [...document.querySelectorAll('[data-question], [role="group"], fieldset')]
  const around =
    within === undefined
      ? [document.body]
      : whole.filter(
          (one) =>
            names(one).includes(within) ||
            [...one.querySelectorAll('*')].some((part) => read(part.textContent) === within),
        )
  const found = around
    .flatMap((one) => [...one.querySelectorAll(kinds[kind])])
    .filter((one) => one.getClientRects().length > 0 && (name === undefined || names(one).includes(name)))
  // The innermost of nested elements has the text.
  const element = found.find((one) => !found.some((other) => other !== one && one.contains(other)))
  if (element === undefined) throw new Error('It is not there')
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const rect = () => element.getBoundingClientRect()
  await frame()
  const before = rect()
  await frame()
  const { x, y, width, height } = rect()
  if (!element.isConnected || before.x !== x || before.y !== y || width === 0 || height === 0)
    throw new Error(`It moves: ${before.x} ${before.y}, ${x} ${y}`)
  const over = document.elementFromPoint(x + width / 2, y + height / 2)
  if (over === null || !(element.contains(over) || over.contains(element)))
    throw new Error(`At ${x} ${y}, below ${over?.outerHTML.slice(0, 200)}`)
  return { x, y, width, height }
}
