// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import type { PdfImage } from '#domain/pdf/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, BEFORE, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { AnswerViewScreen } from '../answer-view-screen.tsx'
import { DownloadAnswerButton } from './download-answer.tsx'
import { receivePage } from '#tests/support/device/pages.ts'

type Request = { readonly papers: readonly { readonly name: string }[]; readonly language: string }
type Give = (image: PdfImage) => Promise<unknown>

/** The worker is tested in a browser, and its drawing by its own tests; here it returns the test's result. */
const { written } = vi.hoisted(() => ({
  written: vi.fn<(request: Request, give: Give, signal: AbortSignal) => Promise<Result<Blob>>>(),
}))
vi.mock('#documents/index.ts', () => ({ writePdf: written }))

const saved: string[] = []
vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
beforeEach(() => {
  written.mockReset()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => {
  cleanup()
  saved.length = 0
})

const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const PAGE = { cursor: 'c2', scope: 's', reset: false, more: false, templates: [], goneTemplates: [], goneAnswers: [] }
const template = buildPlainTemplate()
const author = { ...buildUser('ines'), id: AUTHOR_PROFILE.id }
const ANSWER = composeAnswer(template, buildPlainSubmit(1, 'A leaking pipe'), { code: 'VIS1', now: BEFORE, author })

/** A device that has the answer. */
function open(answer?: (asked: SentRequest) => Response | undefined, Screen = AnswerViewScreen) {
  return openScreen({
    path: '/ver/$id',
    screen: Screen,
    role: 'ROLE_SUPERVISOR',
    areas: AREAS,
    templates: [template],
    address: `/ver/${ANSWER.id}`,
    fill: (local) => receivePage(local, { ...PAGE, serverTime: BEFORE, answers: [ANSWER] }),
    ...(answer === undefined ? {} : { answer }),
  })
}
const press = async (name: string) => {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name })
  await waitFor(() => expect(button.disabled).toBe(false))
  fireEvent.click(button)
}

describe('the PDF of this device', () => {
  it('is made without a network, goes by the code, and is handed over', async () => {
    written.mockResolvedValue(ok(new Blob(['%PDF'], { type: 'application/pdf' })))
    await open()
    await press('Download PDF')
    await screen.findByText('The PDF was downloaded')
    expect(saved).toEqual(['VIS1.pdf'])
    expect(written.mock.calls[0]?.[0]).toMatchObject({ papers: [{ name: 'VIS1', title: 'Nota' }], language: 'en' })
  })

  it('says how far it is, and can be ended', async () => {
    const ended: boolean[] = []
    written.mockImplementation(
      (_, __, signal) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => (ended.push(true), resolve(refuse('server.failed')))),
        ),
    )
    await open()
    await press('Download PDF')
    await screen.findByText('Generating the PDF…')
    await press('Cancel')
    await waitFor(() => expect(screen.queryByText('Generating the PDF…')).toBeNull())
    expect([ended, saved]).toEqual([[true], []])
    expect(screen.queryByText(/error occurred/)).toBeNull()
  })

  it('that could not be made is said, and can be asked for again', async () => {
    written.mockResolvedValue(refuse('server.failed'))
    await open()
    await press('Download PDF')
    await screen.findByText('The PDF could not be downloaded')
    written.mockResolvedValue(ok(new Blob(['%PDF'], { type: 'application/pdf' })))
    await press('Download PDF')
    await waitFor(() => expect(saved).toEqual(['VIS1.pdf']))
  })

  it('is offered after saving, too', async () => {
    written.mockResolvedValue(ok(new Blob(['%PDF'], { type: 'application/pdf' })))
    await open(undefined, () => <DownloadAnswerButton id={ANSWER.id} />)
    await press('Download Answer')
    await waitFor(() => expect(saved).toEqual(['VIS1.pdf']))
  })
})

describe('the PDF of the server', () => {
  const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
  const made = (bodies: unknown[]) => (asked: SentRequest) => {
    if (!asked.path.endsWith('/generatePdfv3')) return undefined
    bodies.push(asked.body)
    return Response.json({ result: { status: 'ok', downloadUrl: '/api/pdfs/x' } })
  }
  const choose = (file: File) =>
    fireEvent.change(screen.getByLabelText('Logo', { selector: 'input[type=file]' }), { target: { files: [file] } })

  it('has a logo with its text and place, and opens in a new tab a second later', async () => {
    const bodies: unknown[] = []
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    await open(made(bodies))
    await press('More PDFs')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'PDF options…' }))
    const generate = await screen.findByRole<HTMLButtonElement>('button', { name: 'Generate PDF' })
    expect(generate.disabled).toBe(true)
    choose(new File([PNG], 'escudo.png'))
    await screen.findByText('escudo.png')
    fireEvent.change(screen.getByLabelText('Text next to the logo'), { target: { value: 'Ciudad' } })
    fireEvent.click(screen.getByLabelText('Right'))
    fireEvent.click(generate)
    await screen.findByText('The PDF was generated')
    expect(bodies).toEqual([
      {
        data: {
          answerId: ANSWER.id,
          logoData: {
            logoChecked: true,
            logo: btoa(String.fromCharCode(...PNG)),
            text: 'Ciudad',
            location: 'flex-end',
          },
          portablePrint: false,
          language: 'en',
          timeZone: expect.any(String),
        },
      },
    ])
    expect(opened).not.toHaveBeenCalled()
    await waitFor(() => expect(opened).toHaveBeenCalledWith('/api/pdfs/x', '_blank', 'noopener'), { timeout: 3_000 })
  })

  it('has portable print or a logo: choosing one clears the other', async () => {
    const bodies: { readonly data: { readonly logoData: unknown; readonly portablePrint: boolean } }[] = []
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    await open(made(bodies))
    await press('More PDFs')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'PDF options…' }))
    await screen.findByLabelText('Text next to the logo')
    choose(new File([PNG], 'escudo.png'))
    await screen.findByText('escudo.png')
    fireEvent.click(screen.getByLabelText('Portable printer'))
    expect(screen.queryByText('escudo.png')).toBeNull()
    await press('Generate PDF')
    await waitFor(() => expect(bodies).toHaveLength(1))
    await waitFor(() => expect(opened).toHaveBeenCalled(), { timeout: 3_000 })
    expect(bodies[0]?.data).toMatchObject({ portablePrint: true, logoData: { logoChecked: false, logo: '', text: '' } })
  })

  it('takes one PNG or JPEG of 5 MB at most', async () => {
    await open()
    await press('More PDFs')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'PDF options…' }))
    await screen.findByLabelText('Text next to the logo')
    choose(new File(['GIF89a'], 'escudo.png'))
    await screen.findByText('Invalid file format.')
    choose(new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'escudo.png'))
    await screen.findByText('The file is too large.')
  })

  it('that was not made says so, and why', async () => {
    await open((asked) =>
      asked.path.endsWith('/generatePdfv3')
        ? Response.json({ error: { status: 'INTERNAL', code: 'pdf.failed', details: {} } }, { status: 500 })
        : undefined,
    )
    await press('More PDFs')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'PDF options…' }))
    fireEvent.click(await screen.findByLabelText('Portable printer'))
    await press('Generate PDF')
    await screen.findByText(/The PDF could not be generated/)
  })
})
