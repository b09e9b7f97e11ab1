// @vitest-environment jsdom
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import { applyPull } from '#local/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, BEFORE, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { PrintScreen } from './print-screen.tsx'

afterEach(cleanup)

const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const SETTINGS = { municipalityName: 'City of Serena', additionalInformation: 'Main street 1', answerSize: 14 }

/** A device that has the answer, whole, and no network. */
function open(pdfSettings?: Readonly<Record<string, unknown>>) {
  const template = buildPlainTemplate({}, pdfSettings === undefined ? {} : { pdfSettings })
  const author = { ...buildUser('ines'), id: AUTHOR_PROFILE.id }
  const answer = composeAnswer(template, buildPlainSubmit(1, 'A leaking pipe'), { code: 'VIS1', now: BEFORE, author })
  const page = {
    cursor: 'c2',
    scope: 's',
    reset: false,
    more: false,
    templates: [],
    goneTemplates: [],
    goneAnswers: [],
  }
  return openScreen({
    path: '/imprimir/$id',
    screen: PrintScreen,
    role: 'ROLE_INSPECTOR',
    areas: AREAS,
    templates: [template],
    address: `/imprimir/${answer.id}`,
    fill: (local) => applyPull(local, { ...page, serverTime: BEFORE, answers: [answer] }),
  })
}

describe('an answer on paper', () => {
  it('stands there without a network, with its code, under the name of its municipality', async () => {
    await open()
    await screen.findByText('A leaking pipe')
    expect(screen.getByText('VIS1')).toBeTruthy()
    expect(screen.getByText('Villa Serena')).toBeTruthy()
    await waitFor(() => expect(document.title).toBe('VIS1 · Nota'))
  })

  it('looks as its form says', async () => {
    await open(SETTINGS)
    await screen.findByText('City of Serena')
    expect(screen.getByText('Main street 1')).toBeTruthy()
    expect(screen.queryByText('Villa Serena')).toBeNull()
    expect(document.querySelector('article')?.style.getPropertyValue('--answer-size')).toBe('14pt')
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
