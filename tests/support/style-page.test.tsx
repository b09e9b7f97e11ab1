// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import type { Root } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'

/** The page's own roots, which would otherwise go on after the test. */
const { roots } = vi.hoisted(() => ({ roots: [] as Root[] }))
vi.mock('react-dom/client', async (original) => {
  const client = await original<typeof import('react-dom/client')>()
  const createRoot: typeof client.createRoot = (...page) => {
    const root = client.createRoot(...page)
    roots.push(root)
    return root
  }
  return { ...client, createRoot }
})

afterEach(() => {
  act(() => {
    for (const root of roots.splice(0)) root.unmount()
  })
  cleanup()
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
  vi.resetModules()
})

/** Opens the style page as its own document. @param search its query: the colour scheme */
async function open(search: string): Promise<void> {
  history.replaceState(null, '', `/estilos${search}`)
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
  await act(async () => void (await import('./style-page.tsx')))
}

it('shows both colour schemes side by side', async () => {
  await open('')
  const frames = await screen.findAllByTitle(/^(light|dark)$/)
  expect(frames.map((frame) => frame.getAttribute('src'))).toEqual(['?scheme=light', '?scheme=dark'])
})

it('shows components in every state', async () => {
  await open('?scheme=dark')
  await screen.findByRole('heading', { name: 'Messages' })
  expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark')
  const part = (name: string) =>
    within(screen.getByRole('heading', { name, level: 2 }).parentElement ?? document.createElement('i'))
  const banners = part('Messages').getAllByText(/^(received|waiting|attention|held|sending|quiet): /)
  expect(banners).toHaveLength(6)
  const buttons = part('Buttons')
  for (const look of ['primary action', 'default', 'subtle', 'light']) {
    const [plain, disabled, loading] = buttons.getAllByRole<HTMLButtonElement>('button', { name: look })
    expect([plain?.disabled, disabled?.disabled, loading?.dataset['loading']]).toEqual([false, true, 'true'])
  }
  const fields = part('Fields')
  expect(fields.getByLabelText(/^With an error/).getAttribute('aria-invalid')).toBe('true')
  expect(fields.getByRole<HTMLInputElement>('textbox', { name: 'Disabled' }).disabled).toBe(true)
  for (const role of ['checkbox', 'radio', 'switch']) {
    const states = fields.getAllByRole<HTMLInputElement>(role).map(({ checked, disabled }) => `${checked} ${disabled}`)
    expect([role, states]).toEqual([role, ['false false', 'true false', 'false true', 'true true']])
  }
  fireEvent.click(screen.getByRole('radio', { name: 'Danger' }))
  await screen.findByRole('dialog')
  expect(roots).toHaveLength(1)
})
