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

it('shows a part in the middle, or its title if it is tall, and again once its surroundings are drawn', async () => {
  const part = document.getElementById('part') as HTMLElement
  for (const [height, block] of [
    [innerHeight / 2, 'center'],
    [innerHeight / 2 + 1, 'start'],
  ] as const) {
    const scroll = vi.fn()
    part.scrollIntoView = scroll
    Object.defineProperty(part, 'offsetHeight', { value: height, configurable: true })
    focusField(part)
    await vi.waitFor(() => expect(scroll.mock.calls).toEqual([[{ block }], [{ block }]]))
  }
})
