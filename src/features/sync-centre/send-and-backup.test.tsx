// @vitest-environment jsdom
import {
  downloads,
  fail,
  listNamed,
  NOW,
  notices,
  open,
  press,
  save,
  saveReceived,
  saveRefused,
  stubBrowser,
  startDraft,
} from '#tests/support/screens/sync-centre.tsx'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it, vi } from 'vitest'
import { toInstant, type Sha256 } from '#domain/kernel/index.ts'
import {
  attachFileToDraft,
  exportUnsentWork,
  listLocalAnswers,
  listDrafts,
  listOutbox,
  openLocal,
  type Local,
} from '#local/index.ts'
import { AUTHOR, hashOf } from '#tests/support/builders/submit.ts'
import { capture } from '#tests/support/device/device.ts'

stubBrowser()

describe('sending now', () => {
  it('says when everything has been received', async () => {
    const { sendNow } = await open()
    await screen.findByText(/^Last synchronised:/)
    await press('Synchronise now')
    await waitFor(() => expect(notices()).toEqual([['received', 'Synchronised']]))
    expect(sendNow).toHaveBeenCalledOnce()
  })

  it('shows that it is at work, and cannot be pressed twice', async () => {
    const { sendNow } = await open((local) => save(local, 1))
    let end: (outcome: { kind: 'busy' }) => void = () => undefined
    sendNow.mockReturnValueOnce(new Promise((resolve) => void (end = resolve)))
    await screen.findByRole('button', { name: 'Synchronise now' })
    await press('Synchronise now')
    const button = screen.getByRole('button', { name: 'Synchronise now' })
    expect(button.getAttribute('data-loading')).toBe('true')
    fireEvent.click(button)
    expect(sendNow).toHaveBeenCalledOnce()
    await act(async () => end({ kind: 'busy' }))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Synchronise now' }).getAttribute('data-loading')).toBeNull(),
    )
  })

  it('never says that everything is there while something waits or was refused', async () => {
    const { local } = await open((one) => save(one, 1))
    await screen.findByRole('button', { name: 'Synchronise now' })
    await press('Synchronise now')
    await waitFor(() =>
      expect(notices()).toEqual([['waiting', 'Some items have not been sent yet. Relevo will retry automatically.']]),
    )
    await act(async () => void (await saveRefused(local, 2)))
    await press('Synchronise now')
    await waitFor(() =>
      expect(notices().at(-1)).toEqual([
        'attention',
        'Synchronised, except for the items below that need your attention.',
      ]),
    )
    expect(notices().some(([tone]) => tone === 'received')).toBe(false)
  })

  it.each([
    [
      'there is no network',
      { kind: 'stopped', stop: { kind: 'unreachable', problem: { code: 'network.unreachable' } }, next: 1 },
      /Could not connect to the server. What you save stays/,
    ],
    [
      'the session has ended',
      { kind: 'stopped', stop: { kind: 'sign-in', problem: { code: 'session.required' } }, next: undefined },
      /Your session has ended/,
    ],
    [
      'the account is served nothing',
      { kind: 'stopped', stop: { kind: 'refused', problem: { code: 'municipality.blocked' } }, next: undefined },
      /Municipality blocked/,
    ],
    [
      'the server wants a pause',
      { kind: 'stopped', stop: { kind: 'wait', after: 5000 }, next: 5000 },
      /The server is busy/,
    ],
    ['the storage fails', { kind: 'storage-failed', problem: { code: 'device.storage-full' } }, /full|space/],
  ] as const)('says so when %s, and what waits stays', async (_, outcome, text) => {
    const { local, sendNow } = await open((one) => save(one, 1))
    sendNow.mockResolvedValueOnce(outcome)
    await screen.findByRole('button', { name: 'Synchronise now' })
    await press('Synchronise now')
    await waitFor(() => expect(notices()).toEqual([['attention', expect.stringMatching(text)]]))
    expect(await listOutbox(local)).toHaveLength(1)
    await listNamed('To be sent')
  })
})

const hash = async (bytes: Uint8Array): Promise<Sha256> => hashOf(bytes)

/** A backup of another device with an answer with a photo, and a draft. */
async function backupOf(
  account: typeof AUTHOR,
  fill: (local: Local) => Promise<unknown>,
): Promise<Uint8Array<ArrayBuffer>> {
  const local = openLocal(account, { indexedDB: new IDBFactory(), IDBKeyRange })
  await fill(local)
  return exportUnsentWork(local, hash, toInstant(NOW))
}

/** The same backup with another header, as written by another app version. */
function rewritten(backup: Uint8Array<ArrayBuffer>, change: (text: string) => string): Uint8Array<ArrayBuffer> {
  const end = 12 + new DataView(backup.buffer).getUint32(8)
  const header = new TextEncoder().encode(change(new TextDecoder().decode(backup.subarray(12, end))))
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, header.length)
  const body = Buffer.concat([backup.subarray(0, 8), length, header, backup.subarray(end, -32)])
  return new Uint8Array(Buffer.concat([body, Buffer.from(hashOf(body), 'hex')]))
}

async function importFile(content: Uint8Array<ArrayBuffer>): Promise<void> {
  const input = await screen.findByLabelText<HTMLInputElement>('Backup file')
  const file = Object.assign(new File([content], 'x.relevo'), { arrayBuffer: async () => content.slice().buffer })
  await act(async () => void fireEvent.change(input, { target: { files: [file] } }))
}

describe('the backup', () => {
  const fill = async (local: Local): Promise<void> => {
    await save(local, 1, [capture('a photo')])
    const { id } = await startDraft(local, 2)
    expect((await attachFileToDraft(local, id, capture('another photo'))).ok).toBe(true)
  }

  it('is written as one file that another device takes in whole, and says so', async () => {
    const { local } = await open(fill)
    await screen.findByRole('button', { name: 'Export backup' })
    await press('Export backup')
    await waitFor(() =>
      expect(notices()).toEqual([['received', 'Backup exported. Keep the file until everything has been received.']]),
    )
    const [[name, blob] = []] = downloads
    expect(name).toMatch(/^relevo-\d{4}-\d\d-\d\dT\d\d-\d\d\.relevo$/)
    expect([await listOutbox(local), await listDrafts(local)].map(({ length }) => length)).toEqual([1, 1])
    cleanup()

    const content = new Uint8Array(await readBlob(blob))
    const second = await open()
    await importFile(content)
    await screen.findByText(/^1 answer imported · 1 draft imported$/)
    expect(second.sendNow).toHaveBeenCalledOnce()
    expect((await listOutbox(second.local)).map(({ state }) => state.kind)).toEqual(['waiting'])
    expect(await second.local.database.blobs.count()).toBe(2)
    await importFile(content)
    await screen.findByText(/^0 answers imported · 0 drafts imported · 2 were already on this device$/)
    expect(second.sendNow).toHaveBeenCalledOnce()
  })

  it('is offered only while something is unsent', async () => {
    const { local } = await open((one) => saveReceived(one, 1))
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Export backup' })
    expect(button.disabled).toBe(true)
    await startDraft(local, 2)
    await waitFor(() => expect(button.disabled).toBe(false))
  })

  it('tells when it cannot be written', async () => {
    const { local } = await open(fill)
    await screen.findByRole('button', { name: 'Export backup' })
    fail(local.database.drafts, 'toArray')
    await press('Export backup')
    await waitFor(() =>
      expect(notices()).toEqual([['attention', expect.stringContaining('could not be saved on this device')]]),
    )
    expect(downloads.size).toBe(0)
  })

  it.each([
    [
      'that is none',
      async () => new TextEncoder().encode('holiday photos'),
      'This file is not a Relevo backup, or it is damaged.',
    ],
    [
      'that was damaged on the way',
      async () => (await backupOf(AUTHOR, fill)).map((byte, index) => (index === 40 ? byte ^ 1 : byte)),
      'This file is not a Relevo backup, or it is damaged.',
    ],
    [
      'of another account',
      () => backupOf('pablo' as typeof AUTHOR, (local) => startDraft(local, 2)),
      'This backup belongs to another account. Sign in with that account to import it.',
    ],
  ])('refuses a file %s, takes nothing from it, and takes a good one afterwards', async (_, content, text) => {
    const { local, sendNow } = await open()
    const cleared = vi.spyOn(await screen.findByLabelText<HTMLInputElement>('Backup file'), 'value', 'set')
    await importFile(await content())
    await screen.findByText(text)
    expect([await listOutbox(local), await listDrafts(local)]).toEqual([[], []])
    expect(sendNow).not.toHaveBeenCalled()
    // Otherwise the browser reports nothing when the same file is chosen again.
    expect(cleared).toHaveBeenCalledWith('')
    await importFile(await backupOf(AUTHOR, fill))
    await screen.findByText(/^1 answer imported/)
    expect(screen.queryByText(text)).toBeNull()
  })

  it('says what of it could not be read, and that the file is to be kept', async () => {
    const backup = rewritten(await backupOf(AUTHOR, fill), (text) =>
      text.replace('"kind":"answer.submit"', '"kind":"answer.sing"'),
    )
    const { local } = await open()
    await importFile(backup)
    const notice = await screen.findByText(
      /^0 answers imported · 1 draft imported · 1 could not be read and was not imported\. Keep the file/,
    )
    expect(notice.closest('[data-tone]')?.getAttribute('data-tone')).toBe('attention')
    expect([(await listOutbox(local)).length, (await listDrafts(local)).length]).toEqual([0, 1])
  })

  it('says which files the other device had lost', async () => {
    const backup = await backupOf(AUTHOR, async (local) => {
      await fill(local)
      await local.database.blobs.clear()
    })
    await open()
    await importFile(backup)
    await screen.findByText(/^1 answer imported · 1 draft imported · 2 files are missing from the backup$/)
  })
})

async function readBlob(blob: Blob | undefined): Promise<ArrayBuffer> {
  if (blob === undefined) throw new Error('Nothing was downloaded')
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as ArrayBuffer)
    reader.onerror = () => reject(new Error('The download cannot be read'))
    reader.readAsArrayBuffer(blob)
  })
}

describe('the space', () => {
  it('says where it goes, and removes copies of what the server has only after a question', async () => {
    const { local } = await open(async (one) => {
      await saveReceived(one, 1)
      await save(one, 2, [capture('x'.repeat(3000))])
    })
    const list = await listNamed('Storage on this device')
    within(list).getByText('Copy of 1 received answer')
    within(list).getByText('1 answer to be sent')
    await press('Remove copies', list)
    const dialog = await screen.findByRole('dialog', { name: 'Remove the copies?' })
    await press('Cancel', dialog)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await listLocalAnswers(local)).toHaveLength(2)
    await press('Remove copies', list)
    await press('Remove copies', await screen.findByRole('dialog'))
    await waitFor(() => expect(notices()).toEqual([['received', 'Copies removed']]))
    expect((await listLocalAnswers(local)).map(({ delivery }) => delivery?.kind)).toEqual(['saved'])
  })

  it('can be asked again after the storage has failed', async () => {
    const { local } = await open((one) => saveReceived(one, 1))
    await press('Remove copies', await listNamed('Storage on this device'))
    const dialog = await screen.findByRole('dialog')
    const failing = fail(local.database.answers, 'orderBy')
    await press('Remove copies', dialog)
    await waitFor(() =>
      expect(notices()).toEqual([['attention', expect.stringContaining('could not be saved on this device')]]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    failing.mockRestore()
    await press('Remove copies', await listNamed('Storage on this device'))
    await press('Remove copies', await screen.findByRole('dialog'))
    await waitFor(() => expect(notices().at(-1)).toEqual(['received', 'Copies removed']))
  })
})
