// @vitest-environment jsdom
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { useState } from 'react'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { authorSchema } from '#domain/kernel/index.ts'
import { openDevice, openLocal, saveAnswer, setCurrentAccount } from '#local/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { SessionActionsProvider, setPhase, type SessionActions } from '#ui/index.ts'
import { SignInScreen } from './sign-in-screen.tsx'

afterEach(cleanup)

const ACTIONS = {
  sso: { label: async () => null },
  sharedDevice: () => ({ isShared: false, isCertain: false }),
} as unknown as SessionActions

function SignedOut() {
  useState(() => setPhase({ kind: 'unauthenticated' }))
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
