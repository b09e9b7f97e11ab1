import type { Page } from '@playwright/test'

/**
 * Returns the texts of the open screen that are partly hidden by an element around them, the words that are broken
 * inside, and the elements that scroll sideways. Text that is wholly hidden is folded on purpose.
 */
export async function cutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const faults = new Set<string>()
    const name = (element: Element): string => {
      const { tagName, className, textContent } = element
      return `<${tagName.toLowerCase()} class="${String(className)}"> ${textContent.trim().slice(0, 60)}`
    }
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.closest('.leaflet-container, svg, [data-scrolls]') === null
    for (const element of document.querySelectorAll('body *')) {
      const { overflowX } = getComputedStyle(element)
      const isWide = element.scrollWidth > element.clientWidth + 1
      if (isWide && ['auto', 'scroll'].includes(overflowX) && element.clientWidth > 0 && isShown(element))
        faults.add(`scrolls sideways by ${element.scrollWidth - element.clientWidth} px: ${name(element)}`)
    }
    const kept = new Map<Element, ReturnType<typeof measure>>()
    const measure = (element: Element) => {
      const { overflowX, overflowY, clipPath, position } = getComputedStyle(element)
      return { overflowX, overflowY, clipPath, position, edge: element.getBoundingClientRect() }
    }
    /** Measures once an element around many texts. */
    const drawn = (element: Element): ReturnType<typeof measure> => {
      const found = kept.get(element) ?? measure(element)
      kept.set(element, found)
      return found
    }
    const range = document.createRange()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const { parentElement: parent, nodeValue: text } = node
      if (parent === null || text === null || text.trim() === '' || !isShown(parent)) continue
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      let isHidden = false
      for (let around: Element | null = parent; around !== null; around = around.parentElement) {
        const { overflowX, overflowY, clipPath, position, edge } = drawn(around)
        isHidden ||= clipPath !== 'none'
        if (isHidden) break
        const outsideX = Math.max(edge.left - box.left, box.right - edge.right)
        const outsideY = Math.max(edge.top - box.top, box.bottom - edge.bottom)
        const isFolded =
          box.left >= edge.right - 1 ||
          box.right <= edge.left + 1 ||
          box.top >= edge.bottom - 1 ||
          box.bottom <= edge.top + 1
        const isClipped = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip'
        if (!isFolded && ((isClipped(overflowX) && outsideX > 1) || (isClipped(overflowY) && outsideY > 3)))
          faults.add(`cut by ${name(around)}: “${text.trim().slice(0, 60)}”`)
        isHidden = isFolded
        if (isFolded || position === 'fixed') break
      }
      if (isHidden) continue
      // Addresses and codes have no syllables, and break anywhere. Japanese has no spaces, and breaks between letters.
      for (const { 0: word, index } of text.matchAll(/(?<!\S)\p{L}{4,}(?!\S)/gu)) {
        if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)) continue
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) faults.add(`broken word “${word}”: ${name(parent)}`)
      }
    }
    return [...faults].slice(0, 12)
  })
}
