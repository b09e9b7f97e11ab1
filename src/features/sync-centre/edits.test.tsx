// @vitest-environment jsdom
import { listNamed, offered, open, press, standInForBrowser } from '#tests/support/screens/sync-centre.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { templateIdSchema, toInstant } from '#domain/kernel/index.ts'
import { emptyForm, updateForm } from '#domain/templates/index.ts'
import { listEdits, saveEdit } from '#local/index.ts'

standInForBrowser()

it('a form with changes of this device is on the list, so that nobody is told that nothing waits, and is given up only after a question', async () => {
  const id = templateIdSchema.parse('ferias')
  const form = updateForm(emptyForm(), { titulo: 'Ferias' })
  const [startedAt, updatedAt] = [toInstant(0), toInstant(1000)]
  const { local } = await open((device) =>
    saveEdit(device, { id, base: null, form, sent: null, startedAt, updatedAt }, null),
  )
  const list = await listNamed('Forms with changes that are not saved')
  const line = within(list).getByText('Ferias').closest('li') ?? list
  expect(offered(line)).toEqual(['Continue', 'Discard'])
  expect(within(line).getByRole('link').getAttribute('href')).toBe('/editar/ferias')
  expect(screen.queryByText('Nothing is waiting.')).toBeNull()
  await press(/^Discard/, line)
  await press('Cancel', await screen.findByRole('dialog', { name: 'Discard your changes?' }))
  expect(await listEdits(local)).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press(/^Discard/, line)
  await press('Discard for good', await screen.findByRole('dialog'))
  await screen.findByText('Nothing is waiting.')
  expect(await listEdits(local)).toEqual([])
})
