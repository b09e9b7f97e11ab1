// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { focusField } from './focus-on.ts'

beforeEach(() => {
  document.body.innerHTML = `
    <div id="part"><input id="name" /><canvas id="pad"></canvas><button disabled>Undo</button><button id="full"></button></div>
    <div id="last"><input id="only" /><canvas id="bare"></canvas></div>`
  HTMLElement.prototype.scrollIntoView = vi.fn()
  globalThis.matchMedia = () => ({ matches: true }) as MediaQueryList
})
const focusIn = (part: string, wanted?: string): string | undefined => {
  focusField(document.getElementById(part), wanted === undefined ? null : document.getElementById(wanted))
  return document.activeElement?.id
}

it('puts the focus on what is wanted, or on the first control', () => {
  expect(focusIn('part', 'full')).toBe('full')
  expect(focusIn('part')).toBe('name')
})

it('goes behind what takes no focus, so that nothing is typed into what is filled in', () => {
  expect(focusIn('part', 'pad')).toBe('full')
  expect(focusIn('last', 'bare')).toBe('only')
})

it('jumps a long way, where cards that are drawn on it would move its end, and glides a short one', () => {
  globalThis.matchMedia = () => ({ matches: false }) as MediaQueryList
  const part = document.getElementById('part') as HTMLElement
  for (const [top, behavior] of [
    [-5000, 'auto'],
    [300, 'smooth'],
  ] as const) {
    part.getBoundingClientRect = () => ({ top }) as DOMRect
    focusField(part)
    expect(part.scrollIntoView).toHaveBeenLastCalledWith({ block: 'center', behavior })
  }
})
