// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Role } from '#domain/users/index.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { templateIdSchema } from '#domain/kernel/index.ts'
import type { SyncedArea } from '#domain/sync/index.ts'
import { AREA, buildPlainTemplate, FOREIGN_AREA, OTHER_AREA } from '#tests/support/builders/template.ts'
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { loadTemplate, type Local, writeMeta } from '#local/index.ts'
import { FormsListScreen } from './forms-list-screen.tsx'

/** The list of drafts is requested automatically. */
const actsOf = (asked: readonly SentRequest[]) => asked.filter(({ path }) => path !== '/api/drafts')

beforeEach(() => vi.stubGlobal('innerHeight', 700))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const LIST = { path: '/listar', screen: FormsListScreen }

const AREAS = [
  { path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' },
  { path: OTHER_AREA, nombre: 'Arbolado', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' },
] as readonly SyncedArea[]
const ABROAD = [
  { path: FOREIGN_AREA, nombre: 'Arbolado', municipio: 'Puerto Claro', provincia: 'Montevideo', pais: 'Uruguay' },
] as readonly SyncedArea[]

const form = (id: string, titulo: string, area = AREA, opcionales = {}) =>
  buildPlainTemplate({ id: templateIdSchema.parse(id), areas: [area] }, { titulo, opcionales })
const forms = [
  ...['Calles', 'Ferias', 'Kioscos', 'Obras', 'Plazas', 'Tránsito', 'Veredas'].map((titulo, index) =>
    form(`f${index}`, titulo),
  ),
  form('poda', 'Poda de árboles', OTHER_AREA),
]
const rows = (): readonly string[] => screen.getAllByRole('rowheader').map((cell) => cell.textContent)
const columns = (): readonly string[] => screen.getAllByRole('columnheader').map((cell) => cell.textContent)
const KNOWN = ['On this device', 'Form updated']
const total = (text: string) => screen.findByText(`Total forms: ${text}`)

/** A window of another size. */
function resize(height: number): void {
  vi.stubGlobal('innerHeight', height)
  fireEvent(window, new Event('resize'))
}

it('shows as many forms as the window has room for, seven at least, and follows its size', async () => {
  const more = [...forms, form('x1', 'Xilema'), form('y1', 'Yerbales')]
  await openScreen({ ...LIST, role: 'ROLE_INSPECTOR', templates: more, areas: AREAS })
  await total('10')
  resize(900)
  expect(rows()).toHaveLength(10)
  expect(screen.queryByRole('button', { name: '2' })).toBeNull()
  resize(400)
  expect(rows()).toHaveLength(7)
})

describe('the filters', () => {
  it('live in the address, and a change begins again at the first page', async () => {
    const { search } = await openScreen({
      ...LIST,
      role: 'ROLE_INSPECTOR',
      templates: forms,
      areas: AREAS,
      address: '/listar?pagina=2',
    })
    await total('8')
    expect(rows()).toEqual(['Veredas'])
    fireEvent.change(screen.getByLabelText('Form name'), { target: { value: '  ARBOL' } })
    await total('1')
    expect(rows()).toEqual(['Poda de árboles'])
    expect(search()).toEqual({ nombre: 'ARBOL' })
    fireEvent.change(screen.getByLabelText('Area'), { target: { value: AREA } })
    await screen.findByText('No forms were found with that name')
    expect(search()).toEqual({ nombre: 'ARBOL', area: AREA })
    fireEvent.click(screen.getByRole('button', { name: 'Clear the filters' }))
    await total('8')
    expect(search()).toEqual({})
  })

  it('say so when the area has no forms, and when there are none at all', async () => {
    await openScreen({
      ...LIST,
      role: 'ROLE_INSPECTOR',
      templates: forms,
      areas: AREAS,
      address: `/listar?area=${encodeURIComponent(FOREIGN_AREA)}`,
    })
    await screen.findByText('No forms were found for the selected area')
    cleanup()
    await openScreen({ ...LIST, role: 'ROLE_INSPECTOR', templates: [], areas: AREAS })
    await screen.findByText('No results found')
  })

  it('tell nothing of forms that have not come: that their first pull failed is said, and it is tried again from there', async () => {
    const never = async (local: Local): Promise<void> => {
      await writeMeta(local, 'pulledAt', undefined)
      await writeMeta(local, 'firstPullFailed', true)
    }
    const { sendNow } = await openScreen({ ...LIST, role: 'ROLE_INSPECTOR', templates: [], areas: AREAS, fill: never })
    await screen.findByText('The information could not be loaded. Try again.')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(sendNow).toHaveBeenCalledOnce()
  })

  it('offer the municipality to staff of several, and its areas alone once it is chosen', async () => {
    await openScreen({ ...LIST, role: 'ROLE_INSPECTOR', templates: forms, areas: AREAS })
    await total('8')
    expect(screen.queryByLabelText('Municipality')).toBeNull()
    cleanup()
    const { search } = await openScreen({
      ...LIST,
      role: 'ROLE_ADMIN',
      templates: [...forms, form('lejos', 'Poda', FOREIGN_AREA)],
      areas: [...AREAS, ...ABROAD],
    })
    await total('9')
    fireEvent.change(screen.getByLabelText('Area'), { target: { value: AREA } })
    await total('7')
    fireEvent.change(screen.getByLabelText('Municipality'), { target: { value: FOREIGN_AREA.split('/areas')[0] } })
    await total('1')
    expect(search()).toEqual({ municipio: FOREIGN_AREA.split('/areas')[0] })
    const offered = within(screen.getByLabelText('Area'))
      .getAllByRole('option')
      .map((option) => option.textContent)
    expect(offered).toEqual(['All', 'Arbolado'])
  })
})

describe('beginning a form', () => {
  it('is offered to those who make forms, empty and with a file', async () => {
    await openScreen({ ...LIST, role: 'ROLE_GENERADOR', templates: forms, areas: AREAS })
    const address = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    await screen.findByRole('link', { name: 'New form' })
    expect(address('New form')).toBe('/editar/nuevo/formulario')
    expect(address('Import form')).toBe('/editar/nuevo/formulario?desde=archivo')
    cleanup()
    await openScreen({ ...LIST, role: 'ROLE_INSPECTOR', templates: forms, areas: AREAS })
    await total('8')
    expect(screen.queryByRole('link', { name: 'Import form' })).toBeNull()
  })
})

describe('a form that its answers lock', () => {
  const open = async (answers: number, opcionales: object, role: Role) => {
    const { asked } = await openScreen({
      ...LIST,
      role,
      templates: [form('tasas', 'Tasas', AREA, opcionales)],
      areas: AREAS,
      answer: ({ path }) => (path.endsWith('/answers/count') ? Response.json({ answers }) : undefined),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'More actions for Tasas' }))
    await screen.findByRole('menuitem', { name: 'Edit' })
    return asked
  }

  it('says so in its menu, and that a copy can be edited, which starts in the editor without the right to duplicate', async () => {
    await open(3, {}, 'ROLE_SUPERVISOR_DUPLICADOR')
    await screen.findByText('Locked because it has 3 answers. Duplicate it and edit the copy.')
    cleanup()
    await open(3, {}, 'ROLE_SUPERVISOR')
    await screen.findByText('Locked because it has 3 answers. Duplicate it and edit the copy.')
    const copy = screen.getByRole('menuitem', { name: 'Duplicate' })
    expect(copy.getAttribute('href')).toMatch(/^\/editar\/nuevo\/formulario\?desde=/)
  })

  it('says nothing while it has none, and is not asked for where answers do not lock it', async () => {
    const asked = await open(0, {}, 'ROLE_SUPERVISOR_DUPLICADOR')
    await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/answers/count'))).toBe(true))
    expect(screen.queryByText(/Locked because/)).toBeNull()
    cleanup()
    const more = await open(3, { editableForm: true }, 'ROLE_SUPERVISOR_DUPLICADOR')
    expect(more.some(({ path }) => path.endsWith('/answers/count'))).toBe(false)
  })
})

describe('the columns', () => {
  const paid = form('tasas', 'Tasas', AREA, { addPaymentGateway: true })

  it('show the scope to three roles only, and the payment when some form of the list has it', async () => {
    await openScreen({ ...LIST, role: 'ROLE_SUPERVISOR', templates: forms, areas: AREAS })
    await total('8')
    expect(columns()).toEqual(['Form name', 'Area', ...KNOWN, 'Actions'])
    cleanup()
    // The form with the payment is on the second page.
    await openScreen({ ...LIST, role: 'ROLE_GENERADOR', templates: [...forms, paid], areas: AREAS })
    await total('9')
    expect(columns()).toEqual(['Form name', 'Area', 'Visibility', 'Online payment', ...KNOWN, 'Actions'])
    fireEvent.change(screen.getByLabelText('Form name'), { target: { value: 'poda' } })
    await total('1')
    expect(columns()).toEqual(['Form name', 'Area', 'Visibility', ...KNOWN, 'Actions'])
  })
})

describe('what someone may do', () => {
  const named = (role: 'link' | 'button', name: RegExp): number => screen.queryAllByRole(role, { name }).length

  it('is answering and reading for an inspector, with a menu; and no menu for ROLE_INSPECTOR_ACTAS', async () => {
    await openScreen({ ...LIST, role: 'ROLE_INSPECTOR', templates: [form('poda', 'Poda')], areas: AREAS })
    await total('1')
    const seen = () => [
      named('link', /^Answer/),
      named('link', /^See answers/),
      named('button', /^More actions/),
      named('link', /^New form/),
    ]
    expect(seen()).toEqual([1, 1, 1, 0])
    cleanup()
    await openScreen({ ...LIST, role: 'ROLE_INSPECTOR_ACTAS', templates: [form('poda', 'Poda')], areas: AREAS })
    await total('1')
    expect(seen()).toEqual([1, 1, 0, 0])
    cleanup()
    await openScreen({ ...LIST, role: 'ROLE_GENERADOR', templates: [form('poda', 'Poda')], areas: AREAS })
    await total('1')
    expect(seen()).toEqual([0, 0, 1, 1])
  })

  it.each([
    ['ROLE_INSPECTOR', '/contestar/poda'],
    ['ROLE_TESORERIA', '/respuestas/listado/poda'],
    ['ROLE_GENERADOR', '/editar/poda'],
  ] as const)('opens with the name and the row: %s, %s', async (role, address) => {
    const { pathname } = await openScreen({ ...LIST, role, templates: [form('poda', 'Poda')], areas: AREAS })
    expect((await screen.findByRole('link', { name: 'Poda' })).getAttribute('href')).toBe(address)
    fireEvent.click(screen.getByText('Inspección', { selector: 'td' }))
    await waitFor(() => expect(pathname()).toBe(address))
  })
})

describe('a form of the citizen', () => {
  it('cannot be made public, and says why', async () => {
    const { asked } = await openScreen({
      ...LIST,
      role: 'ROLE_ADMIN',
      templates: [form('c', 'Carnet', AREA, { ciudadano: true })],
      areas: AREAS,
    })
    await total('1')
    const scope = await screen.findByRole<HTMLInputElement>('switch', { name: 'Public: Carnet' })
    expect(scope.disabled).toBe(true)
    expect(scope.getAttribute('aria-describedby')).toBe(
      screen.getByText('Always private: answers are linked to a citizen').id,
    )
    expect(actsOf(asked)).toEqual([])
  })
})

describe('the scope switch', () => {
  const template = form('poda', 'Poda')
  const scope = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Public: Poda' })
  const answerDialog = async (button: string) => {
    const dialog = await screen.findByRole('dialog', { name: 'Make “Poda” public?' })
    expect(dialog.textContent).toMatch(/account at \S+\/contestar\/podaIt .+ list of public forms\. Answers already/)
    fireEvent.click(within(dialog).getByRole('button', { name: button }))
  }

  it('asks the server, shows what it has accepted, and pulls', async () => {
    const published = { ...template, version: 2, opcionales: { ...template.opcionales, publico: true } }
    const { asked, local, sendNow } = await openScreen({
      ...LIST,
      role: 'ROLE_ADMIN',
      templates: [template],
      areas: AREAS,
      answer: () => Response.json({ template: published }),
    })
    fireEvent.click(await scope())
    await answerDialog('Make public')
    await waitFor(() => expect(sendNow).toHaveBeenCalled())
    expect(actsOf(asked)).toEqual([{ method: 'PUT', path: '/api/templates/poda/scope', body: { publico: true } }])
    expect((await scope()).checked).toBe(true)
    expect((await scope()).disabled).toBe(false)
    const page = `${location.origin}/publico/contestar/poda`
    expect(screen.getByRole('link', { name: 'Public page of Poda' }).getAttribute('href')).toBe(page)
    await screen.findByText('Poda is now public')
    // An editor opened now begins with this version, not with the previous one.
    expect((await loadTemplate(local, template.id))?.version).toBe(2)
  })

  it('changes nothing until it is confirmed', async () => {
    const { asked } = await openScreen({ ...LIST, role: 'ROLE_ADMIN', templates: [template], areas: AREAS })
    fireEvent.click(await scope())
    await answerDialog('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(actsOf(asked)).toEqual([])
    expect((await scope()).checked).toBe(false)
  })

  it('goes back when the server cannot be reached, and says that nothing was changed', async () => {
    const { sendNow } = await openScreen({ ...LIST, role: 'ROLE_ADMIN', templates: [template], areas: AREAS })
    fireEvent.click(await scope())
    await answerDialog('Make public')
    await screen.findByText('Could not connect to the server. Nothing was changed. Try again when you are online.')
    expect((await scope()).checked).toBe(false)
    expect(sendNow).not.toHaveBeenCalled()
  })
})
