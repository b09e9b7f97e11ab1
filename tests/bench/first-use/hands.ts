import type { Locator, Page } from '@playwright/test'

/**
 * Seconds of a practised, unhurried user, by the keystroke-level model of Card, Moran and Newell (1980): its average
 * skilled typist at a desk, and its average typist on a phone.
 */
const THINK = 1.35
const POINT = 1.1
const HOME = 0.4
const KEY = { desk: 0.2, phone: 0.28 } as const

/** Name of the function by which the page reports presses. */
const PRESSED = 'relevoPressed'

/** Runs in each document of the page. */
function reportPresses(name: string): void {
  const report = (globalThis as unknown as Readonly<Record<string, () => unknown>>)[name]
  addEventListener('pointerdown', ({ isTrusted }) => isTrusted && report?.(), true)
}

export type Effort = {
  readonly taps: number
  readonly keys: number
  /** total seconds of user and machine */
  readonly seconds: number
  /** the machine's share: from an action to its result */
  readonly machine_seconds: number
  readonly refused: number
}

/**
 * A user's hands on one screen: performs each step at once, and counts the time that a user would need. The page counts
 * presses itself, by `pointerdown`. Lists and the camera belong to the system, and are counted here.
 */
export class Hands {
  readonly page: Page
  readonly #at: keyof typeof KEY
  #taps = 0
  #keys = 0
  #thoughts = 0
  #homings = 0
  #machine = 0
  #refused = 0
  #typing = false

  private constructor(page: Page, at: keyof typeof KEY) {
    this.page = page
    this.#at = at
  }

  static async on(page: Page, at: keyof typeof KEY): Promise<Hands> {
    const hands = new Hands(page, at)
    await page.exposeFunction(PRESSED, () => void (hands.#taps += 1))
    await page.addInitScript(reportPresses, PRESSED)
    await page.evaluate(reportPresses, PRESSED)
    return hands
  }

  /** Taps an element after a decision. */
  async choose(target: Locator): Promise<void> {
    this.think()
    await this.tap(target)
  }

  /** Taps an element that belongs to the last tap, without thinking time. */
  async tap(target: Locator): Promise<void> {
    this.#moveTo(false)
    await this.#waiting(async () => (this.#at === 'phone' ? target.tap() : target.click()))
  }

  /** Picks an option of a list. */
  async pick(list: Locator, option: string): Promise<void> {
    this.think()
    this.#moveTo(false)
    this.#taps += 2
    await list.focus()
    await this.#waiting(async () => void (await list.selectOption({ label: option })))
  }

  /** Types into the focused field. */
  async type(text: string): Promise<void> {
    this.think()
    this.#moveTo(true)
    this.#keys += text.length
    await this.#waiting(() => this.page.keyboard.type(text))
  }

  /** Presses a key that belongs to the typed text. */
  async press(key: string): Promise<void> {
    this.#moveTo(true)
    this.#keys += 1
    await this.#waiting(() => this.page.keyboard.press(key))
  }

  /** Takes a picture: opens the camera, releases the shutter and confirms. */
  async picture(take: () => Promise<void>, shown: Locator): Promise<void> {
    this.think()
    this.#taps += 3
    await this.#waiting(take)
    await this.until(shown)
  }

  /** Signs: opens the pad, draws a stroke and confirms. */
  async sign(draw: () => Promise<void>): Promise<void> {
    this.think()
    await this.#waiting(draw)
  }

  /** Waits until the expected screen is shown. */
  async until(shown: Locator): Promise<void> {
    await this.#waiting(() => shown.waitFor())
  }

  /** Opens a URL, as from a bookmark or a link in a message. */
  async open(address: string): Promise<void> {
    await this.#waiting(async () => void (await this.page.goto(address, { waitUntil: 'domcontentloaded' })))
  }

  /** Adds thinking time, for example for reading or for reaching for a camera or pen. */
  think(): void {
    this.#thoughts += 1
  }

  refused(): void {
    this.#refused += 1
  }

  async effort(): Promise<Effort> {
    // Presses reported by the page arrive before this reply.
    await this.page.evaluate(() => undefined)
    const person = this.#thoughts * THINK + this.#taps * POINT + this.#homings * HOME + this.#keys * KEY[this.#at]
    return {
      taps: this.#taps,
      keys: this.#keys,
      seconds: Math.round(person + this.#machine / 1000),
      machine_seconds: Math.round(this.#machine / 100) / 10,
      refused: this.#refused,
    }
  }

  #moveTo(keyboard: boolean): void {
    if (this.#at === 'desk' && this.#typing !== keyboard) this.#homings += 1
    this.#typing = keyboard
  }

  async #waiting(act: () => Promise<void>): Promise<void> {
    const began = performance.now()
    await act()
    this.#machine += performance.now() - began
  }
}
