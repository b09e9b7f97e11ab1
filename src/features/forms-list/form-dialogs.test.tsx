// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Role } from '#domain/users/index.ts'
import { templateIdSchema } from '#domain/kernel/index.ts'
import type { SyncedArea } from '#domain/sync/index.ts'
import { AREA, buildPlainTemplate, FOREIGN_AREA, OTHER_AREA } from '#tests/support/builders/template.ts'
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { FormsListScreen } from './forms-list-screen.tsx'

/** The list of drafts is requested automatically. */
const actsOf = (asked: readonly SentRequest[]) => asked.filter(({ path }) => path !== '/api/drafts')

afterEach(cleanup)

const LIST = { path: '/listar', screen: FormsListScreen }

const AREAS = [
  { path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' },
  { path: OTHER_AREA, nombre: 'Arbolado', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' },
] as readonly SyncedArea[]
/** The menu asks whether the form has answers that lock it. */
const template = buildPlainTemplate(
  { id: templateIdSchema.parse('poda'), areas: [AREA] },
  { titulo: 'Poda', opcionales: { editableForm: true } },
)
const refused = (status: number, code: string) => Response.json({ error: { code } }, { status })

/** Opens the menu of the only form, like a user, and chooses from it. */
async function choose(
  item: string,
  answer: (asked: SentRequest) => Response | undefined,
  { role = 'ROLE_SUPERVISOR_DUPLICADOR', titulo = 'Poda' }: { readonly role?: Role; readonly titulo?: string } = {},
) {
  const templates = [{ ...template, titulo }]
  const opened = await openScreen({ ...LIST, role, templates, areas: AREAS, answer })
  fireEvent.click(await screen.findByRole('button', { name: `More actions for ${titulo}` }))
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
  return { ...opened, dialog: await screen.findByRole('dialog') }
}

const button = (dialog: HTMLElement, name: string) => within(dialog).getByRole<HTMLButtonElement>('button', { name })

describe('deleting', () => {
  const withAnswers = (answers: number) => (asked: SentRequest) =>
    asked.method === 'DELETE'
      ? Response.json({ deleted: answers > 0 ? 'kept' : 'removed' })
      : Response.json({ template, answers })

  it('says that the answers go with the form, and how many they are', async () => {
    const { dialog, asked, sendNow } = await choose('Delete', withAnswers(3))
    await within(dialog).findByText('This action will delete the form and all its associated answers.')
    within(dialog).getByText('It has 3 answers.')
    fireEvent.click(button(dialog, 'Delete'))
    await screen.findByText('The form was deleted')
    expect(actsOf(asked).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/templates/poda/answers/count',
      'DELETE /api/templates/poda',
    ])
    expect(sendNow).toHaveBeenCalled()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('says that there are none', async () => {
    const { dialog } = await choose('Delete', withAnswers(0))
    await within(dialog).findByText('The form has no associated answers.')
    expect(within(dialog).queryByText(/This action/)).toBeNull()
  })

  it('waits until it is known what goes, and offers to ask again', async () => {
    let reachable = false
    const { dialog, asked } = await choose('Delete', (one) => (reachable ? withAnswers(1)(one) : undefined))
    await within(dialog).findByText(/Could not connect to the server/)
    expect(button(dialog, 'Delete').disabled).toBe(true)
    reachable = true
    fireEvent.click(button(dialog, 'Try again'))
    await within(dialog).findByText('It has 1 answer.')
    expect(button(dialog, 'Delete').disabled).toBe(false)
    expect(asked.every(({ method }) => method === 'GET')).toBe(true)
  })

  it('stays open with the reason when the server refuses', async () => {
    const { dialog, sendNow } = await choose('Delete', (one) =>
      one.method === 'DELETE' ? refused(500, 'server.failed') : withAnswers(1)(one),
    )
    await within(dialog).findByText('It has 1 answer.')
    fireEvent.click(button(dialog, 'Delete'))
    await within(dialog).findByText('The form could not be deleted. Try again.')
    expect(sendNow).not.toHaveBeenCalled()
  })

  it('gives the focus back to the menu of the form when it is cancelled', async () => {
    const { dialog } = await choose('Delete', withAnswers(0))
    fireEvent.click(button(dialog, 'Cancel'))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('More actions for Poda'))
  })
})

describe('duplicating', () => {
  it('needs an area of one’s own', async () => {
    const { dialog, asked } = await choose('Duplicate', () => undefined)
    fireEvent.click(button(dialog, 'Duplicate'))
    within(dialog).getByText('Select the area of the copy.')
    const area = within(dialog).getByLabelText(/Area/)
    expect(area.getAttribute('aria-invalid')).toBe('true')
    expect(
      within(area)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Choose an area', 'Arbolado', 'Inspección'])
    expect(actsOf(asked)).toEqual([])
  })

  it('says what the copy does not have', async () => {
    const { dialog } = await choose('Duplicate', () => undefined)
    const text = dialog.textContent ?? ''
    for (const part of ['answers', 'MuniGestion', 'incidents', 'calendar', 'discounts'])
      expect([part, text.includes(part)]).toEqual([part, true])
  })

  it('proposes another title, and says in which state the copy starts', async () => {
    const { dialog, asked } = await choose('Duplicate', () => undefined)
    const title = within(dialog).getByLabelText<HTMLInputElement>(/Title of the copy/)
    expect(title.value).toBe('Poda (copy)')
    within(dialog).getByText('The copy is published at once, as a private form.')
    fireEvent.change(title, { target: { value: ' \u200B' } })
    fireEvent.change(within(dialog).getByLabelText(/Area/), { target: { value: AREA } })
    fireEvent.click(button(dialog, 'Duplicate'))
    within(dialog).getByText('Enter a title.')
    expect(actsOf(asked)).toEqual([])
  })

  it.each([
    ['x'.repeat(2000), `${'x'.repeat(1993)} (copy)`],
    [`${'x'.repeat(1992)}🌳`, `${'x'.repeat(1992)} (copy)`],
    ['x'.repeat(1993), `${'x'.repeat(1993)} (copy)`],
  ])('cuts a title that is too long with its addition', async (titulo, proposed) => {
    const { dialog } = await choose('Duplicate', () => undefined, { titulo })
    expect(within(dialog).getByLabelText<HTMLInputElement>(/Title of the copy/).value).toBe(proposed)
  })

  it('is one copy, however often it is tried', async () => {
    let reachable = false
    const { dialog, asked, sendNow } = await choose('Duplicate', () =>
      reachable ? Response.json({ template: { ...template, id: 'copia' } }) : undefined,
    )
    fireEvent.change(within(dialog).getByLabelText(/Area/), { target: { value: OTHER_AREA } })
    fireEvent.click(button(dialog, 'Duplicate'))
    await within(dialog).findByText(/Could not connect to the server/)
    reachable = true
    fireEvent.click(button(dialog, 'Duplicate'))
    await screen.findByText('The form was duplicated')
    const [first, second, ...more] = actsOf(asked).map(({ path, body }) => ({ path, body }))
    expect(first).toEqual({
      path: '/api/templates/poda/duplicate',
      body: { id: expect.stringMatching(/^[0-9A-Z]{26}$/), area: OTHER_AREA, titulo: 'Poda (copy)' },
    })
    expect(second).toEqual(first)
    expect(more).toEqual([])
    expect(sendNow).toHaveBeenCalledOnce()
    // It is in the list before any pull.
    await screen.findByText('Total forms: 2')
  })

  it.each([
    ['the form is no longer there', 404, 'template.missing'],
    ['the copy is there with another title', 409, 'template.exists'],
  ])('asks for a fresh list when %s', async (_, status, code) => {
    const { dialog } = await choose('Duplicate', () => refused(status, code))
    fireEvent.change(within(dialog).getByLabelText(/Area/), { target: { value: AREA } })
    fireEvent.click(button(dialog, 'Duplicate'))
    await within(dialog).findByText('The form could not be duplicated. Reload the page.')
  })

  it('lets ROLE_ADMIN choose any place, from the country down', async () => {
    const segment = (path: string, length: number): string => path.split('/').slice(0, length).join('/')
    const tree = [AREA, FOREIGN_AREA].map((area) => ({
      ref: segment(area, 2),
      id: 'x',
      nombre: `Country of ${area}`,
      provincias: [
        {
          ref: segment(area, 4),
          id: 'x',
          nombre: 'P',
          municipios: [
            {
              ref: segment(area, 6),
              id: 'x',
              nombre: 'M',
              usarAWS: false,
              areas: [{ ref: area, id: 'x', nombre: `Area of ${area}` }],
            },
          ],
        },
      ],
    }))
    const { dialog, asked } = await choose(
      'Duplicate',
      ({ path }) => Response.json(path === '/api/getListaPaises' ? { result: tree } : { template }),
      { role: 'ROLE_ADMIN' },
    )
    const pick = (label: RegExp, value: string): void =>
      void fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
    const options = (label: RegExp): readonly (string | null)[] =>
      within(within(dialog).getByLabelText(label))
        .getAllByRole('option')
        .map((option) => option.textContent)
    // The dialog starts with the form's current area.
    await waitFor(() => expect(options(/Area/)).toEqual(['Choose an area', `Area of ${AREA}`]))
    pick(/Area/, AREA)
    pick(/Country/, segment(FOREIGN_AREA, 2))
    expect(within(dialog).getByLabelText<HTMLSelectElement>(/Area/).disabled).toBe(true)
    pick(/Province/, segment(FOREIGN_AREA, 4))
    pick(/Municipality/, segment(FOREIGN_AREA, 6))
    fireEvent.click(button(dialog, 'Duplicate'))
    within(dialog).getByText('Select the area of the copy.')
    pick(/Area/, FOREIGN_AREA)
    fireEvent.click(button(dialog, 'Duplicate'))
    await screen.findByText('The form was duplicated')
    expect(asked.at(-1)?.body).toMatchObject({ area: FOREIGN_AREA })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('an address that asks for a copy', () => {
  const open = (role: Role) =>
    openScreen({ ...LIST, role, templates: [template], areas: AREAS, address: '/listar?copiar=poda' })

  it('opens the dialog, and is the list again once that is closed', async () => {
    const { search } = await open('ROLE_SUPERVISOR_DUPLICADOR')
    const dialog = await screen.findByRole('dialog', { name: 'Duplicate “Poda”' })
    fireEvent.click(button(dialog, 'Cancel'))
    await waitFor(() => expect(search()).toEqual({}))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is nothing but the list for anyone who may copy nothing', async () => {
    await open('ROLE_INSPECTOR')
    await screen.findByText('Total forms: 1')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
