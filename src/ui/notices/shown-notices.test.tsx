// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { MantineProvider } from '@mantine/core'
import { notificationsStore } from '@mantine/notifications'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { clearNotices, showNotice, ShownNotices, type Notice } from './shown-notices.tsx'

afterEach(cleanup)

/** Part 1, point 9: milliseconds for which a message is shown. */
const STAYS: Readonly<Record<Notice['tone'], number>> = { waiting: 2_500, attention: 4_000, received: 6_000 }

it.each(Object.entries(STAYS))('what is said as %s stays for %i ms', (tone, milliseconds) => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  render(
    <MantineProvider env="test">
      <ShownNotices />
    </MantineProvider>,
  )
  showNotice({ tone: tone as Notice['tone'], text: tone })
  const said = notificationsStore.getState().notifications.find(({ message }) => message === tone)
  expect(said?.autoClose).toBe(milliseconds)
})

it('is at the bottom, away from the actions of the page, with the link of the theme', async () => {
  render(
    <MantineProvider env="test">
      <ShownNotices />
    </MantineProvider>,
  )
  act(() => showNotice({ tone: 'received', text: 'moved', link: { to: '/ver/1', text: 'Open it' } }))
  const link = await screen.findByRole('link', { name: 'Open it' })
  expect(link.className).toBe('r-accent')
  expect(link.closest('[data-position]')?.getAttribute('data-position')).toBe('bottom-center')
  act(clearNotices)
})

it('is taken away where something newer says more', () => {
  showNotice({ tone: 'received', text: 'saved' })
  clearNotices()
  expect(notificationsStore.getState().notifications).toEqual([])
})
