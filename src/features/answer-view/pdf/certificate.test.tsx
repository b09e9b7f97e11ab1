// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import { addressSchema } from '#domain/kernel/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, BEFORE, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { setSessionPhase } from '#ui/index.ts'
import { AnswerViewScreen } from '../answer-view-screen.tsx'
import { receivePage } from '#tests/support/device/pages.ts'

afterEach(cleanup)

const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const PAGE = { cursor: 'c2', scope: 's', reset: false, more: false, templates: [], goneTemplates: [], goneAnswers: [] }
const template = buildPlainTemplate()
const answer = composeAnswer(template, buildPlainSubmit(1), { code: 'VIS1', now: BEFORE, author: buildUser('ines') })
const asked = addressSchema.parse('0/0')

async function open(form: typeof template.id | null) {
  const certificate =
    form === null ? {} : { certificate: { template: form, activity: asked, surface: asked, taxId: asked } }
  await openScreen({
    path: '/ver/$id',
    screen: AnswerViewScreen,
    role: 'ROLE_INSPECTOR',
    areas: AREAS,
    templates: [template],
    address: `/ver/${answer.id}`,
    fill: (local) => receivePage(local, { ...PAGE, serverTime: BEFORE, answers: [answer] }),
  })
  const municipality = { ...AUTHOR_PROFILE.municipality, ...certificate }
  act(() => setSessionPhase({ kind: 'authenticated', profile: { ...AUTHOR_PROFILE, municipality } }))
}

describe('the registration certificate', () => {
  it('is offered at the answers of the form that the municipality has named', async () => {
    await open(template.id)
    fireEvent.click(await screen.findByRole('button', { name: 'More PDFs' }))
    await screen.findByRole('menuitem', { name: 'Download the registration certificate' })
  })

  it('is not offered elsewhere', async () => {
    await open(null)
    fireEvent.click(await screen.findByRole('button', { name: 'More PDFs' }))
    await screen.findByRole('menuitem', { name: 'PDF options…' })
    expect(screen.queryByRole('menuitem', { name: 'Download the registration certificate' })).toBeNull()
  })
})
