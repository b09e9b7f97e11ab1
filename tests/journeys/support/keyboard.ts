import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'

/** Maximum tab stops between two related elements. */
const PATIENCE = 40

/**
 * Presses Tab until an element of this name has the focus, and checks that each focus is visible.
 * @param stops maximum number of presses
 * @param key another key to go backwards
 */
export async function tabTo(
  page: Page,
  name: string,
  stops = PATIENCE,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  for (let stop = 0; stop < stops; stop += 1) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body) return null
      const labels =
        'labels' in element
          ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])].map((label) => label.innerText)
          : []
      const style = getComputedStyle(element)
      const { width, height, bottom, top } = element.getBoundingClientRect()
      const parent = element.parentElement === null ? null : getComputedStyle(element.parentElement)
      const ring =
        [style.outlineStyle, parent?.outlineStyle].some((outline) => outline !== undefined && outline !== 'none') ||
        style.boxShadow !== 'none'
      const border = style.borderTopWidth !== '0px'
      return {
        // An expandable section is named by its heading, without its summary.
        name:
          element.getAttribute('aria-label') ??
          element.querySelector('h2')?.innerText ??
          (labels.join(' ') || element.innerText),
        seen: width > 0 && height > 0 && bottom > 0 && top < innerHeight && (ring || border),
      }
    })
    // A required field's label ends in an asterisk, which is not read out.
    if (focused !== null && focused.name.replace(/\s*\*\s*$/, '').trim() === name) {
      assert.ok(focused.seen, `the focus on "${name}" can be seen`)
      return
    }
    await page.keyboard.press(key)
  }
  assert.fail(`"${name}" is not reached within ${stops} tab stops`)
}
