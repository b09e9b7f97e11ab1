// @vitest-environment jsdom
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { buildAnsweredDesk, storedOn } from '#tests/support/builders/changes.ts'
import { HeldDecisionBar } from './held-answer-screen.tsx'

afterEach(cleanup)
// An autosizing field listens to the fonts, which jsdom lacks.
Object.defineProperty(document, 'fonts', { value: new EventTarget() })

it.each([
  ['Accept', 'Accept', false],
  ['Reject', 'Reject', true],
])('%s: what throws something away is red, and nothing else', async (asked, verb, isRed) => {
  const answer = storedOn(buildAnsweredDesk())
  const Screen = () => <HeldDecisionBar answer={answer} reason={{ code: 'template.not-in-areas' }} />
  await openScreen({
    path: '/supervision/retenidas',
    screen: Screen,
    role: 'ROLE_SUPERVISOR',
    areas: [],
    templates: [],
  })
  fireEvent.click(await screen.findByRole('button', { name: asked }))
  const dialog = await screen.findByRole('dialog')
  const button = within(dialog).getByRole('button', { name: verb })
  expect(button.getAttribute('style') ?? '').toMatch(isRed ? /--r-attention/ : /^(?!.*--r-attention)/s)
})
