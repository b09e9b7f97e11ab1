// @vitest-environment jsdom
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { saveChange, type ChangeInput } from '#local/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { AREA, BEFORE, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { PrintScreen } from './print-screen.tsx'
import { receivePage } from '#tests/support/device/pages.ts'

afterEach(cleanup)

const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const SETTINGS = { municipalityName: 'City of Serena', additionalInformation: 'Main street 1', answerSize: 14 }

const STATES = {
  disponibles: [
    { id: 0, nombre: 'Open', transiciones: [1] },
    { id: 1, nombre: 'Closed', transiciones: [] },
  ],
  inicial: 0,
}
const PAGE = { cursor: 'c2', scope: 's', reset: false, more: false, templates: [], goneTemplates: [], goneAnswers: [] }
const HOST = { device: DEVICE, now: () => Date.parse(BEFORE), random: (length: number) => new Uint8Array(length) }

type Given = {
  readonly draft?: Readonly<Record<string, unknown>>
  readonly content?: unknown
  readonly act?: ChangeInput
}

/** A device that has the whole answer, offline. */
function open({ draft = {}, content, act }: Given = {}) {
  const template = buildPlainTemplate({}, draft)
  const author = { ...buildUser('ines'), id: AUTHOR_PROFILE.id }
  const submit = buildPlainSubmit(1, 'A leaking pipe', content === undefined ? {} : { content })
  const answer = composeAnswer(template, submit, { code: 'VIS1', now: BEFORE, author })
  return openScreen({
    path: '/imprimir/$id',
    screen: PrintScreen,
    role: 'ROLE_INSPECTOR',
    areas: AREAS,
    templates: [template],
    address: `/imprimir/${answer.id}`,
    fill: async (local) => {
      await receivePage(local, { ...PAGE, serverTime: BEFORE, answers: [answer] })
      if (act !== undefined) expect((await saveChange(local, { answer, act }, HOST)).ok).toBe(true)
    },
  })
}

describe('an answer on paper', () => {
  it('is there without a network, with its code, under the name of its municipality', async () => {
    await open()
    await screen.findByText('A leaking pipe')
    expect(screen.getByText('VIS1')).toBeTruthy()
    expect(screen.getByText('Villa Serena')).toBeTruthy()
    await waitFor(() => expect(document.title).toBe('VIS1 · Nota'))
  })

  it('looks as its form says', async () => {
    await open({ draft: { pdfSettings: SETTINGS } })
    await screen.findByText('City of Serena')
    expect(screen.getByText('Main street 1')).toBeTruthy()
    expect(screen.queryByText('Villa Serena')).toBeNull()
    expect(document.querySelector('article')?.style.getPropertyValue('--answer-size')).toBe('14pt')
  })

  it('leaves out what was not answered where the form wants that, and the other sections keep their numbers', async () => {
    const asked = { orden: 0, titulo: 'Nota', tipoPregunta: QUESTION_TYPE.OPEN }
    const secciones = [0, 1].map((orden) => ({ orden, preguntas: [asked] }))
    const values = { '1/0': { respuesta: 'A leaking pipe' } }
    await open({
      draft: { secciones, pdfSettings: { removeUnanswered: true } },
      content: { values, conditions: {}, rows: {} },
    })
    await screen.findByText('Section 2')
    await waitFor(() => expect(screen.queryByText('Section 1')).toBeNull())
    expect(screen.getByText('Section 2')).toBeTruthy()
  })

  it('says that it shows what has not arrived at the server yet', async () => {
    await open({ draft: { estados: STATES }, act: { kind: 'answer.changeState', from: 0, to: 1 } })
    await screen.findByText('Created with changes that the server had not received yet.')
    expect(screen.getByText('Closed')).toBeTruthy()
  })

  it('is printed when its pictures are there', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
    await open()
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Print or save as PDF' })
    await waitFor(() => expect(button.disabled).toBe(false))
    fireEvent.click(button)
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
  })
})
