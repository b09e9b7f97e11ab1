// @vitest-environment jsdom
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { toInstant } from '#domain/kernel/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { DeletedScreen } from './deleted-screen.tsx'

afterEach(cleanup)

const HOUR = 3_600_000
const DAY = 24 * HOUR
const { answer } = buildPlainSubmit(1)
const now = Date.now()
const LINE = {
  id: answer,
  idPlantilla: 'form-1',
  titulo: 'Nota',
  codigoMunicipio: 'VIS7',
  areaInfo: { nombre: 'Inspección' },
  municipioInfo: { nombre: 'Villa Serena' },
  by: { email: 'ines@relevo.example', username: 'ines' },
  name: 'Inés Quiroga',
  at: toInstant(now - DAY),
  until: toInstant(now + 29 * DAY - HOUR),
}

function open(replies: (asked: SentRequest) => Response | undefined) {
  return openScreen({
    path: '/supervision/eliminadas',
    screen: () => (
      <main id="main" tabIndex={-1}>
        <DeletedScreen />
      </main>
    ),
    role: 'ROLE_SUPERVISOR_ELEVADO',
    areas: [],
    templates: [],
    answer: replies,
  })
}
const refusal = (code: string, status = 422) => Response.json({ error: { code } }, { status })

describe('answers that were deleted', () => {
  it('are listed with who deleted them and how long there is time', async () => {
    await open(() =>
      Response.json({
        deleted: [
          LINE,
          { ...LINE, id: buildPlainSubmit(2).answer, codigoMunicipio: 'VIS8', name: '', until: toInstant(now + HOUR) },
          { ...LINE, id: buildPlainSubmit(3).answer, codigoMunicipio: 'VIS9', until: undefined },
        ],
        next: 'deleted/x',
      }),
    )
    const rows = within(await screen.findByRole('table', { name: 'Deleted answers' })).getAllByRole('row')
    const texts = rows.map(({ textContent }) => textContent)
    expect(texts[1]).toMatch(/VIS7.*Nota.*Inspección · Villa Serena.*Inés Quiroga.*29 days left/)
    expect(texts[2]).toMatch(/VIS8.*ines@relevo\.example.*1 day left/)
    expect(texts[3]).toMatch(/VIS9.*No time limit/)
  })

  it('come back when someone says so, and the list is asked for again', async () => {
    const deleted = [LINE]
    const { asked } = await open(({ method }) => {
      if (method === 'GET') return Response.json({ deleted })
      deleted.length = 0
      return Response.json({ id: answer, idPlantilla: 'nota', codigoMunicipio: 'VIS7' })
    })
    const button = await screen.findByRole('button', { name: 'Restore answer VIS7: Nota' })
    button.focus()
    fireEvent.click(button)
    const dialog = await screen.findByRole('dialog', { name: 'Restore this answer?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Restore' }))
    await screen.findByText('Answer restored. It is back in the list of its form.')
    await screen.findByText('There are no deleted answers to restore.')
    // The row is removed, and its focused button with it.
    await waitFor(() => expect(document.activeElement?.id).toBe('main'))
    expect(asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      `/api/deleted/${answer}/restore`,
    ])
  })

  it.each([
    ['template.deleted', 'This answer cannot be restored because its form was deleted.'],
    [
      'answer.limit-reached',
      'The form has reached its limit of answers. Raise the limit or delete another answer, then try again.',
    ],
    ['answer.already-answered', 'This form takes one answer per citizen, and this citizen has already sent another.'],
    ['answer.not-deleted', 'Someone else has already restored this answer.'],
    ['answer.too-late', 'The time to restore this answer has expired.'],
    ['answer.missing', 'This answer can no longer be restored.'],
  ])('stay where something stands in the way, and that is said: %s', async (code, words) => {
    await open(({ method }) => (method === 'GET' ? Response.json({ deleted: [LINE] }) : refusal(code)))
    fireEvent.click(await screen.findByRole('button', { name: 'Restore answer VIS7: Nota' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Restore' }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain(words)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    screen.getByText('VIS7')
  })

  it('are searched, and it is said when there are too many to look through at once', async () => {
    const { asked, search } = await open(({ path }) =>
      Response.json(
        path.includes('search=')
          ? { deleted: [], next: 'deleted/y', lookedUpTo: LINE.at }
          : { deleted: [LINE], next: 'deleted/x' },
      ),
    )
    await screen.findByText('VIS7')
    fireEvent.click(screen.getByRole('button', { name: /Next/ }))
    await waitFor(() => expect(search()).toMatchObject({ despues: 'deleted/x' }))
    fireEvent.change(screen.getByLabelText('Code, form, area or user who deleted it'), { target: { value: 'vis9' } })
    await screen.findByText('Nothing found so far')
    await screen.findByText(/^Searched back to/)
    // Starts again at the first page.
    expect(search()).toEqual({ buscar: 'vis9' })
    expect(asked.at(-1)?.path).toBe('/api/deleted?search=vis9')
  })

  it('say that nothing contains what is searched', async () => {
    await open(({ path }) => Response.json({ deleted: path.includes('search=') ? [] : [LINE] }))
    await screen.findByText('VIS7')
    fireEvent.change(screen.getByLabelText('Code, form, area or user who deleted it'), { target: { value: 'vis9' } })
    await screen.findByText('No deleted answers contain “vis9”.')
  })

  it('are not known without a connection, nor shown to who may not see them', async () => {
    await open(() => undefined)
    await screen.findByRole('button', { name: 'Try again' })
    cleanup()
    await open(() => refusal('access.forbidden', 403))
    await screen.findByText('You do not have permission to do this.')
  })
})
