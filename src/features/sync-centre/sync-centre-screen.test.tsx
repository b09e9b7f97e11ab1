// @vitest-environment jsdom
import {
  BY,
  downloads,
  fail,
  lineOf,
  listNamed,
  NOW,
  notices,
  offered,
  open,
  press,
  save,
  saveHeld,
  saveReceived,
  saveRefused,
  SCREEN,
  stubBrowser,
  startDraft,
  take,
} from '#tests/support/screens/sync-centre.tsx'
import { APP_VERSION } from '#sync/index.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { buildReference } from '#domain/codes/index.ts'
import type { AnswerId, Sha256 } from '#domain/kernel/index.ts'
import { applyFailure } from '#domain/sync/index.ts'
import type { SubmitMutation } from '#domain/answering/index.ts'
import { listLocalAnswers, listDrafts, listOutbox, writeMeta, type Draft } from '#local/index.ts'
import { confirmFileSent, returnEntriesToWaiting, rescheduleEntries } from '#local/sending.ts'
import { CLOCK } from '#tests/support/builders/submit.ts'
import { capture } from '#tests/support/device/device.ts'

stubBrowser()

describe('what is on its way', () => {
  it('says of each entry in which state it is, why, how large, and when it is tried again', async () => {
    const photos = [capture('x'.repeat(2000)), capture('y'.repeat(2000))]
    const submits: SubmitMutation[] = []
    await open(async (local) => {
      submits.push(await save(local, 1), await save(local, 2), await save(local, 3, photos))
      const [first, failed, sending] = await take(local)
      if (first === undefined || failed === undefined || sending === undefined) throw new Error('Three were saved')
      await returnEntriesToWaiting(local, [first.id])
      await rescheduleEntries(local, [
        applyFailure(failed, { problem: { code: 'server.busy' } }, { now: NOW, random: () => 0.5 }),
      ])
      await confirmFileSent(local, sending.id, sending.files[0]?.sha256 as Sha256)
    })
    const [saved, failed, sending] = await Promise.all(submits.map(({ answer }) => lineOf('To be sent', answer)))
    if (saved === undefined || failed === undefined || sending === undefined) throw new Error('Three are shown')
    for (const line of [saved, failed, sending]) {
      within(line).getByText('Poda')
      within(line).getByText(/^Saved: .*2026/)
    }
    // Only an answer of which nothing has left can be discarded.
    await within(saved).findByRole('button', { name: /^Discard/ })
    for (const line of [failed, sending]) expect(offered(line)).toEqual(['See answer'])
    within(saved).getByText('Saved on this device')
    expect(within(saved).queryByText(/Next attempt|busy|file/)).toBeNull()
    within(failed).getByText(/^Next attempt: \d/)
    within(failed).getByText('The server is busy. Relevo will retry automatically.')
    within(sending).getByText('Sending files: 1 of 2')
    expect(sending.textContent).toMatch(/2 files · 4/)
    expect(
      within(saved)
        .getByRole('link', { name: `See answer ${buildReference(submits[0]?.answer as AnswerId)}` })
        .getAttribute('href'),
    ).toBe(`/ver/${submits[0]?.answer}`)
    expect(screen.queryByText('Nothing is pending.')).toBeNull()
  })

  it('shows what another window saves in the meantime', async () => {
    const { local } = await open()
    await screen.findByText('Nothing is pending.')
    const { answer } = await save(local, 1)
    await waitFor(() => expect(screen.queryByText('Nothing is pending.')).toBeNull())
    await lineOf('To be sent', answer)
  })

  it('names a form that is no longer on the device by its id', async () => {
    await openScreen({ ...SCREEN, templates: [], fill: (local) => save(local, 1) })
    within(await listNamed('To be sent')).getByText('nota')
  })
})

describe('what the server refused', () => {
  it('is shown apart with its reason, and is tried again when a person asks', async () => {
    const submits: SubmitMutation[] = []
    const { local, sendNow } = await open(async (one) => submits.push(await saveRefused(one, 1)))
    const { answer } = submits[0] as SubmitMutation
    const line = await lineOf('Needs your attention', answer)
    within(line).getByText('Needs attention')
    within(line).getByText('The form does not exist.')
    expect(offered(line)).toEqual(['See answer', 'Try again', 'Discard'])
    expect(screen.queryByRole('list', { name: 'To be sent' })).toBeNull()
    await press(/^Try again:/, line)
    await waitFor(() => expect(sendNow).toHaveBeenCalledOnce())
    await lineOf('To be sent', answer)
    expect(screen.queryByRole('list', { name: 'Needs your attention' })).toBeNull()
    expect((await listOutbox(local)).map(({ state }) => state.kind)).toEqual(['waiting'])
  })

  it('is discarded only after a question that offers a backup, and alone', async () => {
    const submits: SubmitMutation[] = []
    const { local } = await open(async (one) => {
      submits.push(await saveRefused(one, 1), await saveRefused(one, 2))
    })
    const [gone, kept] = submits as [SubmitMutation, SubmitMutation]
    const line = await lineOf('Needs your attention', gone.answer)
    await press(/^Discard/, line)
    const dialog = await screen.findByRole('dialog', { name: 'Discard this answer?' })
    expect(dialog.textContent).toContain(`answer 1 · ${buildReference(gone.answer)} · Poda`)
    expect(dialog.textContent).toContain(buildReference(gone.answer))
    await press('Export backup', dialog)
    await waitFor(() => expect(downloads.size).toBe(1))
    await press('Cancel', dialog)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await listOutbox(local)).toHaveLength(2)

    await press(/^Discard/, line)
    await press('Discard permanently', await screen.findByRole('dialog'))
    await waitFor(async () => expect((await listOutbox(local)).map(({ answer }) => answer)).toEqual([kept.answer]))
    expect((await listLocalAnswers(local)).map(({ id }) => id)).toEqual([kept.answer])
    await waitFor(() => expect(notices().at(-1)).toEqual(['waiting', 'Discarded']))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(async () =>
      expect(within(await listNamed('Needs your attention')).getAllByRole('listitem')).toHaveLength(1),
    )
  })

  it('stays when the device cannot delete it, and the reason is shown', async () => {
    const { local } = await open((one) => saveRefused(one, 1))
    await press(/^Discard/, await listNamed('Needs your attention'))
    const dialog = await screen.findByRole('dialog')
    fail(local.database.outbox, 'delete')
    await press('Discard permanently', dialog)
    await waitFor(() =>
      expect(notices().at(-1)).toEqual([
        'attention',
        'The data could not be saved on this device. Try again. If it fails again, free some space or use another browser.',
      ]),
    )
    expect(await listOutbox(local)).toHaveLength(1)
  })
})

describe('what the server has', () => {
  it('held says why and that a supervisor decides; not accepted says who, when and why; received has its code', async () => {
    const submits: SubmitMutation[] = []
    await open(async (local) => {
      submits.push(
        await saveHeld(local, 1),
        await saveHeld(local, 2, { kind: 'discarded', reason: 'Twice the same shop', by: BY, at: CLOCK }),
        await saveHeld(local, 3, { kind: 'accepted', code: 'VIS33', by: BY, at: CLOCK }),
        await saveReceived(local, 4),
      )
    })
    const [held, discarded, accepted, received] = submits.map(({ answer }) => answer) as [
      AnswerId,
      AnswerId,
      AnswerId,
      AnswerId,
    ]
    const heldLine = await lineOf('Held for a decision', held)
    within(heldLine).getByText('Held for a decision')
    within(heldLine).getByText('limit responses reached')
    const discardedLine = await lineOf('Rejected', discarded)
    within(discardedLine).getByText(/^Rejected by sofia@relevo\.example on .*2026/)
    within(discardedLine).getByText('Twice the same shop')
    const acceptedLine = await lineOf('Recently received', accepted)
    within(acceptedLine).getByText('VIS33')
    within(acceptedLine).getByText(/^Accepted by sofia@relevo\.example on/)
    const receivedLine = await lineOf('Recently received', received)
    within(receivedLine).getByText('VIS4')
    within(receivedLine).getByText(/^Received: .*2026/)
    // They need no action on this device.
    for (const line of [heldLine, discardedLine, acceptedLine, receivedLine])
      expect(offered(line)).toEqual(['See answer'])
    expect(screen.queryByText('Nothing is pending.')).toBeNull()
  })

  it('counts as nothing that waits once it has arrived', async () => {
    await open((local) => saveReceived(local, 1))
    await screen.findByText('Nothing is pending.')
    await listNamed('Recently received')
  })
})

describe('a draft', () => {
  it('continues where it was left, and is discarded only after a question', async () => {
    const drafts: Draft[] = []
    const { local } = await open(async (one) => drafts.push(await startDraft(one, 1), await startDraft(one, 2)))
    const [gone, kept] = drafts as [Draft, Draft]
    const line = await lineOf('Drafts', gone.id)
    within(line).getByText(/^Last change: .*2026/)
    expect(offered(line)).toEqual(['Continue', 'Discard'])
    expect(
      within(line)
        .getByRole('link', { name: /^Continue/ })
        .getAttribute('href'),
    ).toBe(`/contestar/nota?borrador=${gone.id}`)
    await press(/^Discard/, line)
    const dialog = await screen.findByRole('dialog', { name: 'Discard this draft?' })
    expect(dialog.textContent).toContain(buildReference(gone.id))
    await press('Cancel', dialog)
    expect(await listDrafts(local)).toHaveLength(2)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press(/^Discard/, line)
    await press('Discard permanently', await screen.findByRole('dialog'))
    await waitFor(async () => expect((await listDrafts(local)).map(({ id }) => id)).toEqual([kept.id]))
    await waitFor(() => expect(notices()).toEqual([['waiting', 'Discarded']]))
  })
})

describe('a device', () => {
  it('with nothing on it says so, and that it has never synchronised', async () => {
    await open((local) => writeMeta(local, 'pulledAt', undefined))
    await screen.findByText('Nothing is pending.')
    screen.getByText('Not synchronised yet')
    await screen.findByText(
      'There are no received answers, drafts or maps to remove. The app and the forms stay on the device.',
    )
  })

  it('claims nothing before it has read what it holds', async () => {
    let end: () => void = () => undefined
    const waits = new Promise<void>((resolve) => void (end = resolve))
    await open(async (local) => {
      await save(local, 1)
      const { outbox } = local.database
      const orderBy = outbox.orderBy.bind(outbox)
      vi.spyOn(outbox, 'orderBy').mockImplementation((index) => {
        const found = orderBy(index as string)
        const toArray = found.toArray.bind(found)
        return Object.assign(found, { toArray: () => toArray().then(async (rows) => (await waits, rows)) })
      })
    })
    screen.getByRole('status', { name: 'Loading' })
    expect(screen.queryByText('Nothing is pending.')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Synchronise now' })).toBeNull()
    end()
    await listNamed('To be sent')
  })

  it('whose storage cannot be read never claims that nothing is waiting', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await open(async (local) => {
      await save(local, 1)
      fail(local.database.outbox, 'orderBy')
    })
    // The app shows its own text here; this router has its library's.
    await screen.findByText(/Something went wrong/)
    expect(screen.queryByText('Nothing is pending.')).toBeNull()
  })

  it('works without a network: nothing is asked of the server to show it, discard or export', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { asked } = await open((local) => saveRefused(local, 1))
    await press(/^Discard/, await listNamed('Needs your attention'))
    const dialog = await screen.findByRole('dialog')
    await press('Export backup', dialog)
    await waitFor(() => expect(downloads.size).toBe(1))
    await press('Discard permanently', dialog)
    await screen.findByText('Nothing is pending.')
    expect(asked).toEqual([])
  })

  it('says how much is used and whether the browser keeps it, and asks for that', async () => {
    let persisted = false
    const persist = vi.fn(async () => persisted)
    const storage = {
      estimate: async () => ({ usage: 2_000_000, quota: 10_000_000 }),
      persisted: async () => persisted,
      persist,
    }
    Object.defineProperty(navigator, 'storage', { configurable: true, value: storage })
    await open()
    await screen.findByText(/^2 MB of 10 MB$/)
    screen.getByText('The browser may delete the data')
    screen.getByText(APP_VERSION)
    await press('Keep my work on this device')
    await waitFor(() =>
      expect(notices()).toEqual([
        ['attention', 'The browser did not agree to keep your work. Installing the app usually helps.'],
      ]),
    )
    persisted = true
    await press('Keep my work on this device')
    await screen.findByText('Protected from deletion')
    expect(screen.queryByRole('button', { name: 'Keep my work on this device' })).toBeNull()
  })
})
