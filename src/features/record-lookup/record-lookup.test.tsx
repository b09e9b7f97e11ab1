// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { RequestSender } from '#domain/endpoints/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { SessionActionsProvider, type SessionActions } from '#ui/index.ts'
import { RecordLookupScreen } from './record-lookup-screen.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

type Said = { readonly downloadUrl: string } | Problem

/** The page with this reply of the server; no one is signed in. */
async function open(said: Said, hash = '') {
  const asked: unknown[] = []
  const ask = (async (_: unknown, input: { readonly body: unknown }) => {
    asked.push(input.body)
    return 'downloadUrl' in said
      ? { kind: 'ok', value: { status: 'ok', ...said }, sentAt: 0, gotAt: 0 }
      : { kind: 'refused', problem: said, status: 404 }
  }) as unknown as RequestSender
  await openScreen({
    path: '/actas/consultar',
    address: `/actas/consultar${hash}`,
    screen: () => (
      <SessionActionsProvider value={{ ask } as SessionActions}>
        <RecordLookupScreen />
      </SessionActionsProvider>
    ),
    role: 'ROLE_INSPECTOR',
    areas: [],
    templates: [],
  })
  return asked
}
async function search(code: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Code'), { target: { value: code } })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
}

/** The server's reply for the record's URL; returns the names of the downloaded files. */
function files(reply: Response): readonly string[] {
  vi.stubGlobal('fetch', async (address: string) => {
    expect(address).toBe('/api/public/records/x')
    return reply
  })
  URL.createObjectURL = () => 'blob:record'
  URL.revokeObjectURL = () => undefined
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return names
}

it('asks for what was typed, and says that the record was downloaded when it was', async () => {
  const names = files(new Response(new Uint8Array([1])))
  const asked = await open({ downloadUrl: '/api/public/records/x' })
  await search('AB7VIS1')
  await screen.findByText('The record was downloaded')
  expect(asked).toEqual([{ code: 'AB7VIS1', language: 'en', timeZone: expect.any(String) }])
  expect(names).toEqual(['AB7VIS1.pdf'])
  expect(screen.getByRole('link', { name: 'Open record' }).getAttribute('href')).toBe('/api/public/records/x')
})

it('says when it was found and could not be made', async () => {
  const names = files(new Response(null, { status: 503 }))
  await open({ downloadUrl: '/api/public/records/x' })
  await search('AB7VIS1')
  await screen.findByText(/The record could not be downloaded/)
  expect(screen.queryByText('The record was downloaded')).toBeNull()
  expect(names).toEqual([])
})

it('says that no record was found, and nothing else', async () => {
  await open({ code: 'record.missing' })
  await search('ab7vis1')
  await screen.findByText('No records were found for this code.')
  expect(screen.queryByText(/could not be downloaded/)).toBeNull()
})

it('says what else went wrong, with the reason', async () => {
  await open({ code: 'request.too-many', details: { seconds: 300 } })
  await search('AB7VIS1')
  await screen.findByText(/The record could not be downloaded/)
})

it('asks for the beginning of the reference where it was given a code alone, and sends both as the download code', async () => {
  files(new Response(new Uint8Array([1])))
  const asked = await open({ downloadUrl: '/api/public/records/x' })
  await search('vis12')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Search' }).disabled).toBe(true)
  fireEvent.change(screen.getByLabelText(/^First three characters/), { target: { value: '7f3-k2m' } })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  await screen.findByText('The record was downloaded')
  expect(asked).toMatchObject([{ code: '7f3vis12' }])
})

it('asks for it after a code that may be either has found nothing', async () => {
  const asked = await open({ code: 'record.missing' })
  await search('ABCVIS12')
  await screen.findByLabelText(/^First three characters/)
  expect(asked).toMatchObject([{ code: 'ABCVIS12' }])
})

it('has the code that a QR code brings', async () => {
  const asked = await open({ code: 'record.missing' }, '#7F3VIS1')
  expect((await screen.findByLabelText<HTMLInputElement>('Code')).value).toBe('7F3VIS1')
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  await screen.findByText('No records were found for this code.')
  expect(asked).toMatchObject([{ code: '7F3VIS1' }])
})

it('does not ask without a code', async () => {
  const asked = await open({ code: 'record.missing' })
  await search('   ')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Search' }).disabled).toBe(true)
  expect(asked).toEqual([])
})
