// @vitest-environment jsdom
import { useState } from 'react'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { saveFactorRule } from '#domain/sessions/index.ts'
import { ok } from '#domain/kernel/index.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { SessionActionsProvider, type SessionActions } from '../session/session-actions.ts'
import { notifyOpener } from '../session/sso-flow.ts'
import { useConfirmedCall } from './use-confirmed-act.tsx'

const start = vi.fn<SessionActions['sso']['start']>(async () => ok({ address: '#provider', state: 'a' }))
const actions = { sso: { start } } as unknown as SessionActions

function Form() {
  const [typed, setTyped] = useState('')
  const { act, dialog } = useConfirmedCall(saveFactorRule)
  return (
    <SessionActionsProvider value={actions}>
      <input aria-label="Typed" value={typed} onChange={({ currentTarget }) => setTyped(currentTarget.value)} />
      <button onClick={() => void act({ body: { roles: [] } })}>Save</button>
      {dialog}
    </SessionActionsProvider>
  )
}

/** A user of the provider presses Save. @param wide whether every media query matches, including an installed app's */
async function pressSave(wide: boolean) {
  let proven = false
  const saved: unknown[] = []
  await openScreen({
    path: '/usuarios',
    screen: Form,
    role: 'ROLE_ADMIN',
    areas: [],
    templates: [],
    wide,
    answer: ({ method, path }) => {
      if (path.endsWith('/factors'))
        return Response.json({ password: false, required: false, proven: false, factors: [], recoveryLeft: 0 })
      if (method === 'GET') return undefined
      if (!proven) return Response.json({ error: { code: 'session.confirm-required' } }, { status: 403 })
      saved.push(path)
      return Response.json({ roles: [] })
    },
  })
  fireEvent.change(await screen.findByLabelText('Typed'), { target: { value: 'half a form' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Sign in with single sign-on' }))
  return { saved, prove: () => (proven = true) }
}
const typed = () => screen.getByLabelText<HTMLInputElement>('Typed').value

afterEach(cleanup)
beforeEach(() => {
  localStorage.clear()
  start.mockClear()
})

describe('showing once more who one is at the provider', () => {
  it('happens in a window of its own: the form stays, and continues when it is done', async () => {
    const opens = vi.spyOn(window, 'open').mockReturnValue({} as Window)
    const { saved, prove } = await pressSave(false)
    expect(opens).toHaveBeenCalledWith('/sso/ir#otra', 'relevo-sso', expect.any(String))
    await screen.findByText('Sign in using the window that opened.')
    expect([start.mock.calls, typed()]).toEqual([[], 'half a form'])
    prove()
    notifyOpener()
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(typed()).toBe('half a form')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it.each([
    ['an installed app has none', true],
    ['the browser opens none', false],
  ])('leads away only after saying what is lost: %s', async (_, wide) => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    await pressSave(wide)
    await screen.findByText(/unsaved changes on it will be lost/)
    expect([start.mock.calls, typed()]).toEqual([[], 'half a form'])
    fireEvent.click(screen.getByRole('button', { name: 'Continue in this window' }))
    await waitFor(() => expect(location.hash).toBe('#provider'))
    expect(start).toHaveBeenCalledWith({ again: true })
  })
})
