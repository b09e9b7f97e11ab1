// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answerIdSchema } from '#domain/kernel/index.ts'
import { type Local, saveDraft } from '#local/index.ts'
import { AREA, BEFORE, buildPlainTemplate, OTHER_AREA } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { AnsweringScreen } from './answering-screen.tsx'

afterEach(cleanup)

const FORM = buildPlainTemplate({ areas: [OTHER_AREA, AREA] })
const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]

function open(fill?: (local: Local) => Promise<unknown>) {
  Element.prototype.scrollIntoView = () => undefined
  return openScreen({
    path: '/contestar/$id',
    screen: AnsweringScreen,
    role: 'ROLE_INSPECTOR',
    areas: AREAS,
    templates: [FORM],
    address: `/contestar/${FORM.id}`,
    ...(fill === undefined ? {} : { fill }),
  })
}

it('does not open a form whose first area is not one of theirs: nobody fills in what would only be held', async () => {
  await open()
  await screen.findByText(/You do not have permission to see the form/)
  expect(screen.queryByLabelText('Nota')).toBeNull()
})

it('opens the draft of one whose area was withdrawn: what was written is theirs to send, and a supervisor decides', async () => {
  await open(async (local) =>
    saveDraft(local, {
      id: answerIdSchema.parse('7F3K2MXXXXXXXXXXXXXXXXXXXX'),
      template: FORM.id,
      version: FORM.version,
      header: { signatures: [] },
      content: { values: {}, conditions: {}, rows: {} },
      startedAt: BEFORE,
      updatedAt: BEFORE,
    }),
  )
  await screen.findByLabelText('Nota')
})
