// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Role } from '#domain/documents/index.ts'
import { templateIdSchema, toInstant } from '#domain/kernel/index.ts'
import type { AreaEntry } from '#domain/sync/index.ts'
import { emptyForm, updateForm } from '#domain/templates/index.ts'
import { listEdits, saveEdit } from '#local/index.ts'
import { AREA, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { FormsListScreen } from './forms-list-screen.tsx'

afterEach(cleanup)

const AREAS = [
  { path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' },
] as readonly AreaEntry[]
const EDIT = {
  id: templateIdSchema.parse('ferias'),
  base: null,
  form: updateForm(emptyForm(), { titulo: 'Ferias' }),
  sent: null,
  startedAt: toInstant(0),
  updatedAt: toInstant(1000),
}

/** A device with one published form and an edit of another; the server cannot be asked. */
function list(role: Role) {
  const published = buildPlainTemplate({ id: templateIdSchema.parse('poda'), areas: [AREA] }, { titulo: 'Poda' })
  const fill = (local: Parameters<typeof saveEdit>[0]) => saveEdit(local, EDIT, null)
  return openScreen({ path: '/listar', screen: FormsListScreen, role, templates: [published], areas: AREAS, fill })
}

it('lists a form that only this device has, to go on with or to give up after a question', async () => {
  const { local } = await list('ROLE_GENERADOR')
  const lines = await screen.findByRole('list', { name: 'Not published' })
  within(lines).getByText(/^Changes only on this device/)
  await screen.findByText('The server cannot be asked for drafts now. This is what is on this device.')
  expect(within(lines).getByRole('link', { name: 'Continue Ferias' }).getAttribute('href')).toBe('/editar/ferias')
  fireEvent.click(within(lines).getByRole('button', { name: 'Discard the changes to Ferias' }))
  const dialog = await screen.findByRole('dialog', { name: 'Discard your changes?' })
  expect(dialog.textContent).toContain('Ferias was never saved: it goes as a whole.')
  expect(await listEdits(local)).toHaveLength(1)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Not published' })).toBeNull())
  expect(await listEdits(local)).toEqual([])
})

it('shows nothing of it to whoever edits no forms', async () => {
  await list('ROLE_INSPECTOR')
  await screen.findByText('Poda')
  expect(screen.queryByText('Ferias')).toBeNull()
})
