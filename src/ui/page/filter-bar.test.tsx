// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { afterEach, expect, it, vi } from 'vitest'
import { FilterBar } from './filter-bar.tsx'
import { SearchField } from './search-field.tsx'

/** Lengths in em. */
type Size = { readonly width: number; readonly height: number }
const LYING_TABLET: Size = { width: 80, height: 50 }
const LYING_PHONE: Size = { width: 52, height: 24 }
const KEYBOARD = 22

const listeners = new Set<() => void>()
let page = LYING_TABLET
let device = LYING_TABLET

/** Evaluates the media queries for maximum sizes, on a device with a touchscreen. */
function isMatch(query: string): boolean {
  const sizes: Readonly<Record<string, number>> = {
    'max-width': page.width,
    'max-height': page.height,
    'max-device-width': device.width,
    'max-device-height': device.height,
  }
  const isFact = (fact: string): boolean => {
    const [name = '', value = ''] = fact.replaceAll(/[() ]/g, '').split(':')
    return name === 'pointer' ? value === 'coarse' : (sizes[name] ?? Infinity) <= Number.parseFloat(value)
  }
  return query.split(',').some((part) => part.split(' and ').every(isFact))
}

function resize(change: Partial<Size>): void {
  page = { ...page, ...change }
  act(() => listeners.forEach((changed) => changed()))
}

/** @param size size of the device @param shown size of the page, without the browser's bars */
function show(size: Size, shown: Size = size): HTMLElement {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: isMatch(media),
    addEventListener: (_: string, changed: () => void) => listeners.add(changed),
    removeEventListener: (_: string, changed: () => void) => listeners.delete(changed),
  }))
  device = size
  page = shown
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <FilterBar search={<SearchField label="Name" query="" onSeek={() => undefined} />}>
          <input aria-label="Role" />
        </FilterBar>
      </MantineProvider>
    </I18nProvider>,
  )
  const field = screen.getByLabelText('Name')
  field.focus()
  fireEvent.change(field, { target: { value: 'inés' } })
  return field
}
const isFolded = () => screen.queryByRole('button', { name: 'Filters' }) !== null
const shownText = () => screen.getByLabelText<HTMLInputElement>('Name').value

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('keeps its layout when the keyboard of a tablet takes half of the page', () => {
  const field = show(LYING_TABLET)
  resize({ height: KEYBOARD })
  expect([isFolded(), document.activeElement === field, shownText()]).toEqual([false, true, 'inés'])
})

it.each([
  ['as wide as its page', LYING_PHONE],
  ['upright for its media queries', { width: LYING_PHONE.height, height: LYING_PHONE.width }],
])('is folded on a phone that lies on its side: %s', (_, size) => {
  show(size, LYING_PHONE)
  expect(isFolded()).toBe(true)
})

it('keeps text and focus of the search when the window becomes as narrow as a phone, and wide again', () => {
  const field = show(LYING_TABLET)
  resize({ width: 30 })
  expect([isFolded(), document.activeElement === field, shownText()]).toEqual([true, true, 'inés'])
  resize({ width: LYING_TABLET.width })
  expect([isFolded(), document.activeElement === field, shownText()]).toEqual([false, true, 'inés'])
})
