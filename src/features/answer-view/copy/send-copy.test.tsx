// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import type { SendCopyMutation } from '#domain/sync/index.ts'
import { listOutbox, saveAnswer, type Local } from '#local/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, BEFORE, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { AnswerViewScreen } from '../answer-view-screen.tsx'
import { SendCopyButtonForAnswer } from './send-copy.tsx'
import { receivePage } from '#tests/support/device/pages.ts'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const PAGE = { cursor: 'c2', scope: 's', reset: false, more: false, templates: [], goneTemplates: [], goneAnswers: [] }
const author = { ...buildUser('ines'), id: AUTHOR_PROFILE.id }
const submit = buildPlainSubmit(1, 'A leaking pipe', { author: AUTHOR_PROFILE.id })
const formWith = (opcionales: object) => buildPlainTemplate({}, { opcionales })
const MAILED = { envioEmail: true }

type Case = { readonly opcionales?: object; readonly unsent?: boolean; readonly asked?: boolean }

/** A device with an answer: received by the server, or unsent. */
function open({ opcionales = MAILED, unsent = false, asked }: Case = {}) {
  const template = formWith(opcionales)
  const answer = composeAnswer(template, submit, { code: 'VIS1', now: BEFORE, author })
  return openScreen({
    path: '/ver/$id',
    screen: asked === undefined ? AnswerViewScreen : () => <SendCopyButtonForAnswer id={answer.id} asked={asked} />,
    role: 'ROLE_INSPECTOR',
    areas: AREAS,
    templates: [template],
    address: `/ver/${answer.id}`,
    fill: async (local: Local) => {
      if (unsent) await saveAnswer(local, { mutation: submit })
      else await receivePage(local, { ...PAGE, serverTime: BEFORE, answers: [answer] })
    },
  })
}
const dialog = () => screen.findByRole('dialog', { name: 'Send a copy by e-mail' })
const offer = () => screen.findByRole('button', { name: 'Send a copy by e-mail' })
const field = async () => within(await dialog()).getByLabelText('E-mail address')
async function type(address: string): Promise<void> {
  fireEvent.change(await field(), { target: { value: address } })
  fireEvent.click(screen.getByRole('button', { name: 'Add address' }))
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const copies = async (local: Local) =>
  (await listOutbox(local))
    .map(({ mutation }) => mutation)
    .filter((one): one is SendCopyMutation => one.kind === 'answer.sendCopy')

describe('a copy by e-mail', () => {
  it('goes to the addresses that were added, with what was written', async () => {
    const { local } = await open()
    fireEvent.click(await offer())
    await type('ana@example.org')
    fireEvent.change(await field(), { target: { value: 'beto@example.org' } })
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await type('ANA@example.org')
    fireEvent.change(screen.getByLabelText('Message (optional)'), { target: { value: ' Buen día. ' } })
    press('Send')
    await waitFor(async () => expect(await copies(local)).toHaveLength(1))
    const [copy] = await copies(local)
    expect(copy).toMatchObject({
      to: ['ana@example.org', 'beto@example.org'],
      body: 'Buen día.',
      language: 'en',
      files: [],
    })
  })

  it('says what is no address, and how one is added', async () => {
    const { local } = await open()
    fireEvent.click(await offer())
    await type('ana at example')
    await screen.findByText('Please enter a valid address')
    fireEvent.change(await field(), { target: { value: 'ana@example.org' } })
    press('Send')
    await screen.findByText("Remember to press the '+' button after typing an address.")
    expect(await copies(local)).toEqual([])
    await type('ana@example.org')
    fireEvent.click(
      within(screen.getByRole('list', { name: 'Addresses' })).getByRole('button', { name: 'Remove ana@example.org' }),
    )
    expect(screen.queryByRole('list', { name: 'Addresses' })).toBeNull()
  })

  it('shows the hint about adding an address for three and a half seconds', async () => {
    await open()
    fireEvent.click(await offer())
    await dialog()
    vi.useFakeTimers()
    const hint = () => screen.queryByText("Remember to press the '+' button after typing an address.")
    press('Send')
    act(() => void vi.advanceTimersByTime(3_499))
    expect(hint()).not.toBeNull()
    act(() => void vi.advanceTimersByTime(1))
    expect(hint()).toBeNull()
  })

  it('leaves no one out whose address was typed and not added', async () => {
    const { local } = await open()
    fireEvent.click(await offer())
    await type('ana@example.org')
    fireEvent.change(await field(), { target: { value: 'beto@example.org' } })
    press('Send')
    await screen.findByText("Remember to press the '+' button after typing an address.")
    expect(await copies(local)).toEqual([])
    press('Add address')
    press('Send')
    await waitFor(async () => expect(await copies(local)).toHaveLength(1))
    expect((await copies(local))[0]?.to).toEqual(['ana@example.org', 'beto@example.org'])
  })

  it('brings a file along by its bytes, and refuses what is none of the kinds', async () => {
    const { local } = await open()
    fireEvent.click(await offer())
    await type('ana@example.org')
    const choose = (file: File) =>
      fireEvent.change(screen.getByLabelText('File to attach', { selector: 'input' }), { target: { files: [file] } })
    choose(new File(['<html><script>1</script></html>'], 'page.pdf'))
    await screen.findByText('invalid document format')
    choose(new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'large.pdf'))
    await screen.findByText('The file is too large.')
    choose(new File(['%PDF-1.7\n1 0 obj\n%%EOF'], 'acta.pdf'))
    await screen.findByText('acta.pdf')
    press('Send')
    await waitFor(async () => expect(await copies(local)).toHaveLength(1))
    const [copy] = await copies(local)
    expect(copy?.files).toMatchObject([{ sha256: copy?.attachment, name: 'acta.pdf', type: 'application/pdf' }])
  })

  it('of an answer that has not left yet goes behind it, and makes no copy of the server out of it', async () => {
    const { local } = await open({ unsent: true })
    fireEvent.click(await offer())
    await type('ana@example.org')
    press('Send')
    await screen.findByText('Copy by e-mail to 1 address.')
    expect((await listOutbox(local)).map(({ mutation }) => mutation.kind)).toEqual(['answer.submit', 'answer.sendCopy'])
  })

  it('is open after the save that asked for it, and cancelling it asks once more', async () => {
    const { local } = await open({ asked: true })
    await dialog()
    press('Cancel')
    await screen.findByText('Your answer was saved. Do you want to cancel the e-mail?')
    press('Keep writing')
    await type('ana@example.org')
    press('Cancel')
    fireEvent.click(await screen.findByRole('button', { name: 'Do not send' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await copies(local)).toEqual([])
  })

  it('is offered where the form does', async () => {
    await open({ opcionales: {} })
    await screen.findByText('A leaking pipe')
    expect(screen.queryByRole('button', { name: 'Send a copy by e-mail' })).toBeNull()
  })
})
