// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { buildReference } from '#domain/codes/index.ts'
import { generateAnswerId } from '#domain/kernel/index.ts'
import { listDrafts, saveDraft } from '#local/index.ts'
import { AREA, BEFORE, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { AnsweringScreen } from '../answering-screen.tsx'

afterEach(cleanup)

const FORM = buildPlainTemplate()
const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const [ONE, TWO] = [1, 2].map((seed) => generateAnswerId(new Uint8Array(16).fill(seed)))

it('offers each draft of the form and a new answer; one that is discarded can be brought back until the screen is left', async () => {
  const { local } = await openScreen({
    path: '/contestar/$id',
    screen: AnsweringScreen,
    role: 'ROLE_INSPECTOR',
    areas: AREAS,
    templates: [FORM],
    address: `/contestar/${FORM.id}`,
    fill: async (device) => {
      for (const id of [ONE, TWO]) {
        if (id === undefined) continue
        await saveDraft(device, {
          id,
          template: FORM.id,
          version: FORM.version,
          header: { signatures: [] },
          content: { values: {}, conditions: {}, rows: {} },
          startedAt: BEFORE,
          updatedAt: BEFORE,
        })
      }
    },
  })
  const names = [ONE, TWO].map((id) => buildReference(id as NonNullable<typeof id>))
  for (const [index, name] of names.entries()) {
    const link = await screen.findByRole('link', { name: `Continue draft ${name}` })
    expect(link.getAttribute('href')).toBe(`/contestar/${FORM.id}?borrador=${[ONE, TWO][index]}`)
  }
  expect(screen.getByRole('link', { name: 'Start a new answer' }).getAttribute('href')).toBe(
    `/contestar/${FORM.id}?borrador=nuevo`,
  )
  fireEvent.click(screen.getByRole('button', { name: `Discard draft ${names[0]}` }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByRole('link', { name: `Continue draft ${names[0]}` })
  fireEvent.click(screen.getByRole('button', { name: `Discard draft ${names[1]}` }))
  await screen.findByText('Draft discarded')
  expect(await listDrafts(local)).toHaveLength(2)
  cleanup()
  await waitFor(async () => expect((await listDrafts(local)).map(({ id }) => id)).toEqual([ONE]))
})
