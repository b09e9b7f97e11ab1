// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import type { PdfContent, PdfImage } from '#domain/pdf/index.ts'
import { buildSubmit, PHOTO } from '#tests/support/builders/submit.ts'
import { BEFORE, buildTemplate } from '#tests/support/builders/template.ts'
import { mediaThat } from '#tests/support/what-jsdom-lacks.ts'
import { AnswerDownloads, type AnswerDownloadsProps } from './answer-downloads.tsx'

configure({ asyncUtilTimeout: 10_000 })

type Give = (image: PdfImage) => Promise<Uint8Array | null>
/** The worker is tested in a browser: here only its request is checked. */
const { written } = vi.hoisted(() => ({
  written: vi.fn<(request: { readonly papers: readonly PdfContent[] }, give: Give) => Promise<Result<Blob>>>(),
}))
vi.mock('#documents/index.ts', () => ({ writePdf: written }))
vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
const saved: string[] = []
const given: (Uint8Array | null)[] = []
beforeEach(() => {
  saved.length = 0
  given.length = 0
  written.mockReset()
  written.mockImplementation(async (_, give) => {
    given.push(await give({ sha256: PHOTO.sha256, url: '/nowhere', bytes: PHOTO.bytes, type: PHOTO.type }))
    return ok(new Blob(['%PDF'], { type: 'application/pdf' }))
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(cleanup)

const submit = buildSubmit()
const BYTES = new Uint8Array([1, 2, 3])
const template = { ...buildTemplate(), customizedVoucherText: 'Gracias' }
const withVoucher = { ...template, opcionales: { ...template.opcionales, publico: true, customizedVoucher: true } }
const here = { submit, template, at: BEFORE, pictures: new Map([[PHOTO.sha256 as string, BYTES.buffer]]) }

function shown(change: Partial<AnswerDownloadsProps>) {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.stubGlobal('matchMedia', mediaThat(false))
  const given = { template, answer: submit.answer, code: undefined, at: BEFORE, hasArrived: false, written: here }
  const page = (more: Partial<AnswerDownloadsProps>) => (
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <AnswerDownloads {...given} {...change} {...more} />
      </MantineProvider>
    </I18nProvider>
  )
  const { rerender } = render(page({}))
  return { becomes: (more: Partial<AnswerDownloadsProps>) => rerender(page(more)) }
}
const papers = (): readonly PdfContent[] => written.mock.calls.flatMap(([request]) => request.papers)

describe('the answer of someone without an account', () => {
  it('has the header image and the logo of the form, which the server gives; without a network it goes without', async () => {
    const url = `/api/templates/comercios/images/${'c'.repeat(64)}`
    const asked: unknown[] = []
    const replies = [new Response(BYTES), new Response(null, { status: 404 })]
    vi.stubGlobal('fetch', async (address: unknown) => {
      asked.push(address)
      return replies.shift()
    })
    written.mockImplementation(async (_, give) => {
      for (const bytes of [null, null, 9]) given.push(await give({ sha256: 'c'.repeat(64), url, bytes, type: null }))
      return ok(new Blob(['%PDF'], { type: 'application/pdf' }))
    })
    shown({})
    fireEvent.click(await screen.findByRole('button', { name: 'Download Answer' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect([given, asked]).toEqual([
      [BYTES, null, null],
      [url, url],
    ])
  })

  it('is downloaded once automatically when the municipality has it, with its code and the pictures that the page holds', async () => {
    const { becomes } = shown({})
    await screen.findByRole('button', { name: 'Download Answer' })
    expect(written).not.toHaveBeenCalled()
    becomes({ hasArrived: true, code: 'VIS1' })
    await waitFor(() => expect(saved).toEqual(['VIS1.pdf']))
    becomes({ hasArrived: true, code: 'VIS1' })
    expect(written).toHaveBeenCalledTimes(1)
    expect(given).toEqual([BYTES])
    expect(papers()[0]).toMatchObject({ name: 'VIS1', notes: [] })
    expect(papers()[0]?.facts.some(({ value }) => value === submit.answer)).toBe(false)
  })

  it('can be downloaded before, and says that it has not arrived', async () => {
    shown({})
    fireEvent.click(await screen.findByRole('button', { name: 'Download Answer' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(papers()[0]?.notes).toHaveLength(1)
  })

  it('can be downloaded again: the pictures are still held', async () => {
    shown({ hasArrived: true, code: 'VIS1' })
    await waitFor(() => expect(saved).toHaveLength(1))
    fireEvent.click(await screen.findByRole('button', { name: 'Download Answer' }))
    await waitFor(() => expect(given).toEqual([BYTES, BYTES]))
  })

  it('that could not be made is said, and can be asked for again', async () => {
    written.mockResolvedValueOnce(refuse('network.unreachable'))
    shown({ hasArrived: true, code: 'VIS1' })
    expect((await screen.findByRole('alert')).textContent).toBe('The PDF could not be downloaded')
    fireEvent.click(screen.getByRole('button', { name: 'Download Answer' }))
    await waitFor(() => expect(saved).toEqual(['VIS1.pdf']))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is not offered where the page does not hold it', () => {
    shown({ written: undefined, hasArrived: true, code: 'VIS1' })
    expect(screen.queryByRole('button', { name: 'Download Answer' })).toBeNull()
    expect(written).not.toHaveBeenCalled()
  })
})

it('the voucher is in the menu of the answer, once the municipality has it', async () => {
  const { becomes } = shown({ template: withVoucher })
  await screen.findByRole('button', { name: 'Download Answer' })
  expect(screen.queryByRole('button', { name: 'More PDFs' })).toBeNull()
  becomes({ hasArrived: true, code: 'VIS1' })
  fireEvent.click(await screen.findByRole('button', { name: 'More PDFs' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Download voucher' }))
  await waitFor(() => expect(saved).toEqual(['VIS1.pdf', 'Voucher_VIS1.pdf']))
})

it('the voucher of the form is handed over when it is asked for, as long as the page stands', async () => {
  shown({ template: withVoucher, written: undefined, hasArrived: true, code: 'VIS1' })
  fireEvent.click(await screen.findByRole('button', { name: 'Download voucher' }))
  await waitFor(() => expect(saved).toEqual(['Voucher_VIS1.pdf']))
  expect(papers()[0]).toMatchObject({ title: 'Voucher', text: 'Gracias' })
})
