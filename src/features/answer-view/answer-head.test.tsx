// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import { writeMeta, type Local } from '#local/index.ts'
import { setSessionPhase } from '#ui/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, BEFORE, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { AnswerViewScreen } from './answer-view-screen.tsx'
import { receivePage } from '#tests/support/device/pages.ts'

afterEach(cleanup)

const template = buildPlainTemplate()
const author = { ...buildUser('ines'), id: AUTHOR_PROFILE.id }
const answer = composeAnswer(template, buildPlainSubmit(1, 'A leaking pipe'), { code: 'VIS1', now: BEFORE, author })
const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const page = { cursor: 'c2', scope: 's', reset: false, more: false, templates: [], goneTemplates: [], goneAnswers: [] }

/** An answer on the device, in a municipality whose setting shows or hides the electronic signature. */
async function open(electronicSignatureHidden: boolean, shown = answer): Promise<void> {
  const municipality = { ...AUTHOR_PROFILE.municipality, electronicSignatureHidden }
  const profile = { ...AUTHOR_PROFILE, municipality, areas: [AREA] }
  const fill = async (local: Local) => {
    await receivePage(local, { ...page, serverTime: BEFORE, answers: [shown] })
    await writeMeta(local, 'profile', profile)
  }
  await openScreen({
    path: '/ver/$id',
    screen: AnswerViewScreen,
    role: 'ROLE_INSPECTOR',
    areas: AREAS,
    templates: [template],
    address: `/ver/${answer.id}`,
    fill,
  })
  setSessionPhase({ kind: 'authenticated', profile })
  await screen.findByText('A leaking pipe')
}

describe('the electronic signature of an answer', () => {
  it('is in its head', async () => {
    await open(false)
    const signature = await screen.findByText('Electronic signature')
    expect(signature.nextSibling?.textContent).toBe(answer.electronicSignature)
    expect(signature.closest('details')?.open).toBe(false)
  })

  it('is not shown where the municipality hides it', async () => {
    await open(true)
    expect(screen.queryByText(answer.electronicSignature)).toBeNull()
    expect(screen.queryByText('Electronic signature')).toBeNull()
  })
})

it('the download code of an answer is under its details', async () => {
  await open(true, { ...answer, pdfDownloadCode: '7F3VIS1' })
  const code = await screen.findByText('Download code')
  expect(code.nextSibling?.textContent).toBe('7F3VIS1')
  expect(code.closest('details')?.open).toBe(false)
})

it('the state is named in the language of the reader, with the colour of the form', async () => {
  const state = { id: 0, nombre: 'Pendiente', nombreAlternativeLanguage_en: 'Pending', transiciones: [] }
  const estados = { disponibles: [{ ...state, color: 3 }], inicial: 0, actual: 0, history: [] }
  await openScreen({
    path: '/ver/$id',
    screen: AnswerViewScreen,
    role: 'ROLE_INSPECTOR',
    areas: AREAS,
    templates: [template],
    address: `/ver/${answer.id}`,
    fill: async (local: Local) =>
      receivePage(local, { ...page, serverTime: BEFORE, answers: [{ ...answer, estados }] }),
  })
  expect((await screen.findByText('Pending')).dataset['hue']).toBe('3')
  expect(screen.queryByText('Pendiente')).toBeNull()
})
