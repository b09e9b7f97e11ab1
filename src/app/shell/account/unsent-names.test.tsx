// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { provisionalReference } from '#domain/codes/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import { deleteDraft } from '#local/index.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { save, SCREEN, standInForBrowser, startDraft } from '#tests/support/screens/sync-centre.tsx'
import { UnsentNames } from './account-panel.tsx'

standInForBrowser()

const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

describe('what signing out leaves behind', () => {
  it('is told by what it is about, then its reference, and no more than a dialog holds', async () => {
    const saved: string[] = []
    const drafts: AnswerId[] = []
    const { local } = await openScreen({
      ...SCREEN,
      screen: UnsentNames,
      fill: async (one) => {
        for (const seed of [1, 2, 3, 4, 5]) {
          const { answer } = await save(one, seed)
          saved.push(`answer ${seed} · ${provisionalReference(answer)}`)
        }
        drafts.push((await startDraft(one, 6)).id)
      },
    })
    await waitFor(() => expect(shown()).toEqual([...saved, '+ 1']))
    await deleteDraft(local, drafts[0] as AnswerId)
    await waitFor(() => expect(shown()).toEqual(saved))
  })
})
