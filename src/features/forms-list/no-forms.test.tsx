// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EmptyFormsList } from './no-forms.tsx'

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Part 1, point 2: the texts of a list without rows. The first that applies is shown. */
it.each([
  [
    'a device that has never had the forms, without a connection',
    { any: false, pulled: false, online: false },
    'The information could not be loaded. Try again.',
  ],
  [
    'a device whose first forms did not come through',
    { any: false, pulled: false, failed: true },
    'The information could not be loaded. Try again.',
  ],
  ['no forms at all', { any: false }, 'No results found'],
  ['a name that none has', { name: 'x', area: 'a' }, 'No forms were found with that name'],
  ['an area without forms', { area: 'a', municipality: 'm' }, 'No forms were found for the selected area'],
  ['a municipality without forms', { municipality: 'm' }, 'No results found'],
])('%s', (_, { name = '', area = '', municipality = '', ...given }: Given, text) => {
  show({ filter: { name, area, municipality }, ...given })
  screen.getByText(text)
})

it('while the first forms are on their way, nothing is said to be missing', () => {
  show({ filter: { name: '', area: '', municipality: '' }, any: false, pulled: false })
  expect(screen.queryByText(/No |Error/)).toBeNull()
})

it('forms that did not come through are asked for again when a person wants it', () => {
  show({ filter: { name: '', area: '', municipality: '' }, any: false, pulled: false, failed: true })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(again).toHaveBeenCalledOnce()
})

const again = vi.fn(async () => undefined)

type Given = {
  readonly name?: string
  readonly area?: string
  readonly municipality?: string
  readonly any?: boolean
  readonly pulled?: boolean
  readonly failed?: boolean
  readonly online?: boolean
}

function show(given: Pick<Parameters<typeof EmptyFormsList>[0], 'filter'> & Given): void {
  const { filter, any = true, pulled = true, failed = false, online = true } = given
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <EmptyFormsList
          filter={filter}
          any={any}
          pulled={pulled}
          failed={failed}
          retry={again}
          clear={() => undefined}
        />
      </MantineProvider>
    </I18nProvider>,
  )
}
