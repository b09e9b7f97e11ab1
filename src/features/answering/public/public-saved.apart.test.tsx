// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toPublicForm, rebuildTemplateFromPublicForm } from '#domain/answering/index.ts'
import { PUBLIC_AUTHOR, toInstant } from '#domain/kernel/index.ts'
import { storePublicForm, openLocal, saveAnswer } from '#local/index.ts'
import { storeReceipts } from '#local/sending.ts'
import type { StoredReceipt } from '#domain/sync/index.ts'
import { AccountProvider, type Account } from '#ui/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { modulesOfSvg } from '#tests/support/qr/modules.ts'
import { readQr } from '#tests/support/qr/read-qr.ts'
import { mediaThat } from '#tests/support/what-jsdom-lacks.ts'
import type { AnswerDownloadsProps } from '../downloads/answer-downloads.tsx'
import { PublicSavedPage } from './public-saved.tsx'
import { loadSentAnswer } from '../downloads/sent-answer.ts'

/** Its PDFs have their own tests. */
const { papers } = vi.hoisted(() => ({ papers: vi.fn<(given: AnswerDownloadsProps) => null>() }))
vi.mock('../downloads/answer-downloads.tsx', () => ({ AnswerDownloads: papers }))

configure({ asyncUtilTimeout: 10_000 })
beforeEach(() => {
  papers.mockReset()
  papers.mockReturnValue(null)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const VOUCHER = 'Presente este comprobante en la ventanilla 3.'
const submit = buildPlainSubmit(1, 'sin luz', { author: PUBLIC_AUTHOR })
const receipt = {
  id: submit.id,
  answer: submit.answer,
  status: 'applied',
  version: 1,
  code: 'VIS1',
  receivedAt: toInstant(0),
  receipt: [],
} satisfies StoredReceipt

type Options = {
  readonly automaticDownload?: boolean
  readonly customizedVoucher?: boolean
  readonly pdfDownloadCode?: boolean
  readonly singleAnswer?: boolean
}

/** Number of sentences about the answer's state. */
const sentences = (): number =>
  screen
    .getByRole('status')
    .querySelector('p')
    ?.textContent.match(/\.(?= |$)/g)?.length ?? 0

async function open(
  opcionales: Options,
  { codeHidden = false, isSentHere = false, locale = 'en', keptByPage = false, hasStates = true } = {},
) {
  i18n.loadAndActivate({ locale, messages: {} })
  vi.stubGlobal('matchMedia', mediaThat(false))
  const local = openLocal(PUBLIC_AUTHOR, { indexedDB: new IDBFactory(), IDBKeyRange })
  const form = buildPlainTemplate({}, { opcionales: { publico: true, ...opcionales }, customizedVoucherText: VOUCHER })
  await storePublicForm(local, rebuildTemplateFromPublicForm(toPublicForm(form)), { codeHidden, hasStates })
  await saveAnswer(local, { mutation: submit })
  const sent = isSentHere ? await loadSentAnswer(local, submit.answer) : undefined
  if (isSentHere) await storeReceipts(local, [receipt])
  const sync = { sendNow: async () => ({ kind: 'done' }), saved: async () => ({ kind: 'done' }) }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <AccountProvider value={{ local, sync, keptByPage } as unknown as Account}>
          <PublicSavedPage form={form.id} answer={submit.answer} sent={sent} />
        </AccountProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  await screen.findByRole('heading', { level: 1 })
  const arrives = (stored: StoredReceipt = receipt) => act(() => storeReceipts(local, [stored]))
  return { arrives, shown: () => papers.mock.lastCall?.[0] }
}

describe('what someone without an account takes along', () => {
  it('is what they wrote, held by the page after it has left the device, with the code that came', async () => {
    const { arrives, shown } = await open({ automaticDownload: true })
    await waitFor(() => expect(shown()?.written?.submit.content).toEqual(submit.content))
    expect(shown()).toMatchObject({ hasArrived: false, code: undefined })
    await arrives()
    await waitFor(() => expect(shown()).toMatchObject({ hasArrived: true, code: 'VIS1' }))
    expect(shown()?.written?.submit.content).toEqual(submit.content)
    await screen.findByText(
      /Your answer is downloaded as a PDF, and can be downloaded again until you leave this page;/,
    )
  })

  it('is what they wrote also where it arrived before the page stood', async () => {
    const { shown } = await open({ automaticDownload: true }, { isSentHere: true })
    await waitFor(() => expect(shown()).toMatchObject({ hasArrived: true, code: 'VIS1' }))
    expect(shown()?.written?.submit.content).toEqual(submit.content)
  })

  it('is not what they wrote where the form does not say so: nothing of it is held', async () => {
    const { arrives, shown } = await open({ customizedVoucher: true })
    await arrives()
    await screen.findByText(VOUCHER)
    await waitFor(() => expect(shown()).toMatchObject({ hasArrived: true, code: 'VIS1', written: undefined }))
    expect(screen.queryByText(/delete the file/)).toBeNull()
  })

  it('is no voucher while the municipality has nothing: it would say that it had', async () => {
    const { arrives, shown } = await open({ customizedVoucher: true })
    await waitFor(() => expect(shown()).toMatchObject({ hasArrived: false }))
    expect(screen.queryByText(VOUCHER)).toBeNull()
    await arrives()
    await screen.findByText(VOUCHER)
  })

  it('has no code where the municipality keeps it to itself', async () => {
    const { arrives, shown } = await open({ automaticDownload: true }, { codeHidden: true })
    await arrives()
    await waitFor(() => expect(shown()).toMatchObject({ hasArrived: true, code: undefined }))
  })

  it('has the one code that the look-up takes, with its QR, and none where the form gives no records', async () => {
    const reference = `${submit.answer.slice(0, 3)}-${submit.answer.slice(3, 6)}`
    const { arrives } = await open({ pdfDownloadCode: true })
    const qr = await screen.findByRole('img', { name: 'QR code to look up the record' })
    expect(screen.getAllByText(reference)).toHaveLength(1)
    expect(screen.queryByText('Download code (keep it)')).toBeNull()
    expect(readQr(modulesOfSvg(qr))).toBe(`${location.origin}/actas/consultar#${reference}`)
    await arrives()
    const code = `${submit.answer.slice(0, 3)}VIS1`
    await screen.findByText(code)
    expect(screen.getByText('Download code (keep it)').closest('details')?.open).toBe(false)
    expect(readQr(modulesOfSvg(screen.getByRole('img')))).toBe(`${location.origin}/actas/consultar#${code}`)
    cleanup()
    await (await open({})).arrives()
    await screen.findByText('VIS1')
    expect(screen.queryByRole('img', { name: 'QR code to look up the record' })).toBeNull()
  })

  it('has the address that tells its state once there is a code, with its QR where no other is there', async () => {
    const { arrives } = await open({})
    expect(screen.queryByRole('link', { name: /consultar-estado/ })).toBeNull()
    await arrives()
    const address = `${location.origin}/publico/consultar-estado#VIS1`
    const next = await screen.findByRole('region', { name: 'What happens next' })
    expect(
      within(next)
        .getByRole('link', { name: /consultar-estado/ })
        .getAttribute('href'),
    ).toBe(address)
    expect(readQr(modulesOfSvg(screen.getByRole('img')))).toBe(address)
    cleanup()
    await (await open({ pdfDownloadCode: true })).arrives()
    await screen.findByRole('link', { name: /consultar-estado/ })
    expect(screen.getAllByRole('img')).toHaveLength(1)
  })

  it.each([{}, { automaticDownload: true }, { pdfDownloadCode: true }])(
    'is said in three sentences: %o',
    async (options) => {
      const { arrives, shown } = await open(options)
      // The page reads the answer before it leaves the device.
      if (options.automaticDownload === true) await waitFor(() => expect(shown()?.written).toBeDefined())
      await arrives()
      await screen.findByText(/and all attachments/)
      if (options.automaticDownload === true) await screen.findByText(/downloaded as a PDF/)
      expect(sentences()).toBe(3)
    },
  )

  it('says that the municipality’s text is not translated where it is not in the reader’s language', async () => {
    await (await open({ customizedVoucher: true })).arrives()
    await screen.findByText('Text from the municipality, not translated:')
    expect(screen.getByText(VOUCHER).lang).toBe('es')
    cleanup()
    await (await open({ customizedVoucher: true }, { locale: 'es' })).arrives()
    expect((await screen.findByText(VOUCHER)).lang).toBe('')
    expect(screen.queryByText(/Text from the municipality/)).toBeNull()
  })

  it.each([{ codeHidden: true }, { hasStates: false }])('has no such address, nor code to keep: %o', async (facts) => {
    await (await open({}, facts)).arrives()
    expect((await screen.findByText(/and all attachments/)).textContent).not.toContain('Keep the code')
    expect(screen.queryByRole('link', { name: /consultar-estado/ })).toBeNull()
    expect(screen.queryByRole('img')).toBeNull()
  })

  it('continues to another answer, but where one is all that the form takes', async () => {
    await open({})
    expect((await screen.findByRole('link', { name: 'Send another' })).getAttribute('href')).toMatch(
      /^\/publico\/contestar\//,
    )
    cleanup()
    await open({ singleAnswer: true })
    await screen.findByText(/safe on this device/)
    expect(screen.queryByRole('link', { name: 'Send another' })).toBeNull()
  })

  it('has the reference to keep where the municipality shows no code', async () => {
    await (await open({ pdfDownloadCode: true }, { codeHidden: true })).arrives()
    await screen.findByText(`${submit.answer.slice(0, 3)}-${submit.answer.slice(3, 6)}`)
    expect(screen.queryByText(/VIS1/)).toBeNull()
  })

  it('is nothing where the form gives nothing', async () => {
    const { arrives, shown } = await open({})
    await arrives()
    await screen.findByText('VIS1')
    expect(shown()).toBeUndefined()
    expect(screen.queryByText(VOUCHER)).toBeNull()
  })
})

const SITES = 'https://*.villa.example https://tramites.example'

describe('a site around the form', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    document.head.replaceChildren()
  })

  /** Messages posted to a page of this origin. */
  async function messagesTo(origin: string): Promise<unknown> {
    const post = vi.fn()
    vi.stubGlobal('parent', { postMessage: post })
    const named = document.createElement('meta')
    named.name = 'relevo-framers'
    named.content = SITES
    document.head.append(named)
    vi.spyOn(document, 'referrer', 'get').mockReturnValue(`${origin}/tramites?de=ana`)
    const { arrives } = await open({})
    expect(post).not.toHaveBeenCalled()
    await arrives()
    await screen.findByText('VIS1')
    // Effects after React's paint have run, including the message to the site.
    await act(() => Promise.resolve())
    return post.mock.calls
  }

  it.each(['https://tramites.example', 'https://web.villa.example'])(
    'that its municipality names is told once that an answer has arrived, at its origin exactly, and nothing of what is in it: %s',
    async (origin) => {
      const message = {
        type: 'answer-saved',
        answerId: submit.answer,
        docCode: 'VIS1',
        timestamp: expect.any(Number) as number,
      }
      expect(await messagesTo(origin)).toEqual([[message, origin]])
    },
  )

  it.each([
    'https://other.example',
    'https://villa.example',
    'http://tramites.example',
    'https://web.villa.example.org',
  ])('that it does not name is told nothing: %s', async (origin) => expect(await messagesTo(origin)).toEqual([]))
})

/** A browser that sends from its service worker after the page is closed. */
function hasBackgroundSync(): void {
  vi.stubGlobal('SyncManager', {})
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller: {} } })
}

it.each([true, false])('promises no sending automatically without Background Sync: online %s', async (online) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  await open({})
  await screen.findByText(/Open this page again with a connection if you have not received the code/)
  expect(screen.queryByText(/sent automatically/)).toBeNull()
  expect(screen.queryByText(/^No connection/) === null).toBe(online)
})

it('promises to send an answer only while it waits, and not when it is held', async () => {
  hasBackgroundSync()
  const { arrives } = await open({})
  await screen.findByText(/will be sent automatically/)
  const { id, answer, receivedAt } = receipt
  await arrives({ id, answer, receivedAt, receipt: [], status: 'held', reason: { code: 'answer.limit-reached' } })
  await screen.findByText(/The municipality has received your answer and will decide/)
  expect(screen.queryByText(/sent automatically/)).toBeNull()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

it('asks to keep the page open where the browser stores nothing for it', async () => {
  await open({}, { keptByPage: true })
  await screen.findByText('Sending your answer. Keep this page open until it has been received.')
  expect(screen.queryByText(/safe on this device/)).toBeNull()
})
