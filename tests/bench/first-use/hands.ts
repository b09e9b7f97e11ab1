import type { Locator, Page } from '@playwright/test'

/**
 * Seconds of a practised person who does not hurry: the keystroke-level model of Card, Moran and Newell (1980), with
 * its average skilled typist at a desk and its average one on a phone.
 */
const THINK = 1.35
const POINT = 1.1
const HOME = 0.4
const KEY = { desk: 0.2, phone: 0.28 } as const

export type Effort = {
  readonly taps: number
  readonly keys: number
  /** what the person and the machine take, seconds */
  readonly seconds: number
  /** of these, the machine: from an act to what it leads to */
  readonly machine_seconds: number
  readonly refused: number
}

/** A person's hands on one screen: does each step at once, and counts what a person would have needed for it. */
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

  constructor(page: Page, at: keyof typeof KEY) {
    this.page = page
    this.#at = at
  }

  /** Decides for something, and taps it. */
  async choose(target: Locator): Promise<void> {
    this.think()
    await this.tap(target)
  }

  /** Taps what goes with the last tap, without thinking anew. */
  async tap(target: Locator): Promise<void> {
    this.#moveTo(false)
    this.#taps += 1
    await this.#waiting(async () => (this.#at === 'phone' ? target.tap() : target.click()))
  }

  /** One of a list that opens. */
  async pick(list: Locator, option: string): Promise<void> {
    this.think()
    this.#moveTo(false)
    this.#taps += 2
    await this.#waiting(async () => void (await list.selectOption({ label: option })))
  }

  /** Types where the cursor is. */
  async type(text: string): Promise<void> {
    this.think()
    this.#moveTo(true)
    this.#keys += text.length
    await this.#waiting(() => this.page.keyboard.type(text))
  }

  /** A key that goes with what was typed. */
  async press(key: string): Promise<void> {
    this.#moveTo(true)
    this.#keys += 1
    await this.#waiting(() => this.page.keyboard.press(key))
  }

  /** Takes a picture: the button, the camera's own, and the one that says yes to it. */
  async picture(take: () => Promise<void>, shown: Locator): Promise<void> {
    this.think()
    this.#taps += 3
    await this.#waiting(take)
    await this.until(shown)
  }

  /** Signs: as much of a hand as a tap. */
  async sign(draw: () => Promise<void>): Promise<void> {
    this.think()
    this.#taps += 1
    await this.#waiting(draw)
  }

  /** Until the screen has come that one waits for. */
  async until(shown: Locator): Promise<void> {
    await this.#waiting(() => shown.waitFor())
  }

  /** Comes to an address, as by a bookmark or a link in a message. */
  async open(address: string): Promise<void> {
    await this.#waiting(async () => void (await this.page.goto(address, { waitUntil: 'domcontentloaded' })))
  }

  /** Reads before one acts, or reaches for what a camera or a pen would take. */
  think(): void {
    this.#thoughts += 1
  }

  refused(): void {
    this.#refused += 1
  }

  effort(): Effort {
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
