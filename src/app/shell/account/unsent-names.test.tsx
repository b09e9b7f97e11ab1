// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { buildReference } from '#domain/codes/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import { deleteDraft } from '#local/index.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { save, SCREEN, stubBrowser, startDraft } from '#tests/support/screens/sync-centre.tsx'
import { SessionActionsProvider, type SessionActions } from '#ui/index.ts'
import { AccountPanel, UnsentAnswerNames } from './account-panel.tsx'

stubBrowser()

const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

describe('what signing out leaves behind', () => {
  it('is named by what it is about, then its reference, and no more than a dialog holds', async () => {
    const saved: string[] = []
    const drafts: AnswerId[] = []
    const { local } = await openScreen({
      ...SCREEN,
      screen: UnsentAnswerNames,
      fill: async (one) => {
        for (const seed of [1, 2, 3, 4, 5]) {
          const { answer } = await save(one, seed)
          saved.push(`answer ${seed} · ${buildReference(answer)}`)
        }
        drafts.push((await startDraft(one, 6)).id)
      },
    })
    await waitFor(() => expect(shown()).toEqual([...saved, '+ 1']))
    await deleteDraft(local, drafts[0] as AnswerId)
    await waitFor(() => expect(shown()).toEqual(saved))
  })
})

it('signing out with unsent work lists each answer once, below their number', async () => {
  const saved: string[] = []
  await openScreen({
    ...SCREEN,
    screen: () => (
      <SessionActionsProvider value={{ signOut: async () => undefined } as unknown as SessionActions}>
        <AccountPanel />
      </SessionActionsProvider>
    ),
    fill: async (one) => {
      const { answer } = await save(one, 1)
      saved.push(`answer 1 · ${buildReference(answer)}`)
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
  const dialog = await screen.findByRole('dialog', { name: 'Sign out with unsent work?' })
  await within(dialog).findByText('1 answer has not been sent yet')
  await waitFor(() => {
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(saved)
  })
})

describe('signing out without unsent work', () => {
  it.each([true, false])('asks only without a connection, as signing in needs one: online %s', async (online) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
    const signOut = vi.fn(async () => undefined)
    const actions = { signOut } as unknown as SessionActions
    const panel = () => (
      <SessionActionsProvider value={actions}>
        <AccountPanel />
      </SessionActionsProvider>
    )
    await openScreen({ ...SCREEN, screen: panel })
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
    if (online) return waitFor(() => expect(signOut).toHaveBeenCalledOnce())
    await screen.findByRole('dialog', { name: 'Sign out without a connection?' })
    screen.getByText(/You need one to sign in again/)
    expect(signOut).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(signOut).toHaveBeenCalledOnce())
  })
})
