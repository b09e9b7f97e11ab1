// @vitest-environment jsdom
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { useState } from 'react'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { authorSchema } from '#domain/kernel/index.ts'
import { openDevice, openLocal, saveAnswer, setCurrentAccount } from '#local/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { SessionActionsProvider, setSessionPhase, type SessionActions } from '#ui/index.ts'
import { SignInScreen } from './sign-in-screen.tsx'

afterEach(cleanup)

const ACTIONS = {
  sso: { label: async () => null },
  sharedDevice: () => ({ isShared: false, isCertain: false }),
} as unknown as SessionActions

function SignedOut() {
  useState(() => setSessionPhase({ kind: 'unauthenticated' }))
  return (
    <SessionActionsProvider value={ACTIONS}>
      <SignInScreen />
    </SessionActionsProvider>
  )
}
const open = () =>
  openScreen({
    path: '/login',
    screen: SignedOut,
    role: 'ROLE_INSPECTOR',
    areas: [],
    templates: [],
  })

it('says that unsent work is on this device, without name and number', async () => {
  const author = authorSchema.parse('eva')
  await setCurrentAccount(openDevice(), author)
  await saveAnswer(openLocal(author), { mutation: buildPlainSubmit(1, 'una luz', { author }) })
  await open()
  const said = await screen.findByText(
    'There is unsent work on this device. It is sent when the account that saved it signs in here.',
  )
  expect(said.closest('body')?.textContent).not.toContain('eva')
})

it('asks for the files of single sign-on only after the fields are painted', async () => {
  const frames: FrameRequestCallback[] = []
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
  const label = vi.spyOn(ACTIONS.sso, 'label')
  await open()
  await screen.findByLabelText('Password')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(label).not.toHaveBeenCalled()
  await vi.waitFor(() => {
    for (const frame of frames.splice(0)) frame(0)
    expect(label).toHaveBeenCalledOnce()
  })
  vi.restoreAllMocks()
})
