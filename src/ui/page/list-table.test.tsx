// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ListTable, type Column } from './list-table.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

type Line = { readonly name: string; readonly count: number }
const LINES: readonly Line[] = [
  { name: 'Plaza', count: 7 },
  { name: 'Parque', count: 12 },
]
const press = vi.fn<(name: string) => void>()
const COLUMNS: readonly Column<Line>[] = [
  {
    head: 'Name',
    cell: ({ name }) => (
      <button type="button" data-opens onClick={() => press(name)}>
        {name}
      </button>
    ),
  },
  { head: 'Trees', figures: true, cell: ({ count }) => count },
  { head: 'Actions', cell: ({ name }) => <button type="button">Delete {name}</button> },
]

/** Shows the table in a container of this width. @param needed width of the table without broken words */
function show(width: number, needed: number, more: { readonly roomy?: boolean; readonly dense?: boolean } = {}) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(Math.max(width, needed))
  document.documentElement.style.fontSize = '16px'
  render(<ListTable label="Places" columns={COLUMNS} items={LINES} keyOf={({ name }) => name} {...more} />)
  return screen.getByRole('table', { name: 'Places' }).closest<HTMLElement>('[data-layout]')?.dataset['layout']
}

describe('the layout of a table', () => {
  it.each([
    ['a table, if it fits', 'table', [1000, 900]],
    ['cards, if words would break', 'cards', [1000, 1001]],
    ['cards on a narrow screen, even if it fits', 'cards', [768, 500]],
    ['cards on a tablet, for rows that need space', 'cards', [900, 500, { roomy: true }]],
    ['a table on a desk, for rows that need space', 'table', [920, 500, { roomy: true }]],
    ['a table on every screen, for a few figures', 'dense', [320, 400, { dense: true }]],
  ] as const)('is %s', (_title, layout, [width, needed, more]) => {
    expect(show(width, needed, more)).toBe(layout)
  })
})

it('becomes cards when its text grows in the same place', () => {
  const grown: (() => void)[] = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(call: () => void) {
        this.observe = (element: Element) => void (element.tagName === 'TABLE' && grown.push(call))
      }
      readonly observe
      readonly disconnect = () => undefined
    },
  )
  expect(show(1000, 900)).toBe('table')
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(1179)
  for (const call of grown) call()
  const table = screen.getByRole('table', { name: 'Places' })
  expect(table.closest<HTMLElement>('[data-layout]')?.dataset['layout']).toBe('cards')
})

it('aligns the heads and cells of figures at their last digit', () => {
  show(1000, 900)
  const aligned = [...document.querySelectorAll('[data-figures]')].map(({ textContent }) => textContent)
  expect(aligned).toEqual(['Trees', '7', '12'])
})

describe('a click on a row', () => {
  it('opens its item', () => {
    press.mockClear()
    show(1000, 900)
    fireEvent.click(screen.getByText('12'))
    expect(press.mock.calls).toEqual([['Parque']])
  })

  it('presses only the control under the pointer', () => {
    press.mockClear()
    show(1000, 900)
    fireEvent.click(screen.getByRole('button', { name: 'Delete Plaza' }))
    expect(press).not.toHaveBeenCalled()
  })

  it('opens nothing after text was selected', () => {
    press.mockClear()
    show(1000, 900)
    getSelection()?.selectAllChildren(screen.getByText('12'))
    fireEvent.click(screen.getByText('12'))
    expect(press).not.toHaveBeenCalled()
    getSelection()?.removeAllRanges()
  })
})
