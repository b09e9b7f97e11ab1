// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  createEmptyValues,
  type AnswerValues,
  type Answer,
  toAnswerListItem,
  toListedAnswer,
} from '#domain/answers/index.ts'
import { buildQuestionCells, listQuestionColumns } from '#domain/answering/index.ts'
import { readListColumns, saveAnswer, writeListColumns, type Local } from '#local/index.ts'
import { answerAt, formOf } from '#tests/support/builders/reviewing.ts'
import { buildSubmit } from '#tests/support/builders/submit.ts'
import { AREA, BEFORE } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { there } from '#tests/support/there.ts'
import { AnswersListScreen } from '../answers-list-screen.tsx'
import { LIST_ROUTE } from '../list-address.ts'
import { receivePage } from '#tests/support/device/pages.ts'

afterEach(cleanup)

/** The dialog and its questions are loaded first. */
const SLOW = { timeout: 10_000 }

const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const form = formOf('area')
const ADDRESS = `/respuestas/listado/${form.id}`
const keyOf = (title: string) =>
  there(listQuestionColumns(form.secciones).find(({ question }) => question.titulo === title)).key

const EMPLOYEES = { ...createEmptyValues(), values: { '0/1': { respuesta: '12' } } } as AnswerValues

/** A server that returns columns like ours. */
function serverWith(answers: readonly Answer[], asked: (string | null)[] = []) {
  return ({ path }: { readonly path: string }) => {
    if (!path.startsWith('/api/answers?')) return Response.json({ filters: [] })
    const columns = new URL(path, 'http://x').searchParams.get('columns')
    asked.push(columns)
    const lines = answers.map((answer) => ({
      ...toAnswerListItem(toListedAnswer(answer)),
      ...(columns === null ? {} : { cells: buildQuestionCells(answer.secciones, columns.split(','), 'en') }),
    }))
    const template = { id: form.id, titulo: form.titulo, descripcion: '', states: [] }
    return Response.json({ template, answers: lines, total: lines.length, andMore: false })
  }
}

async function openList({
  address = ADDRESS,
  answers = [answerAt('area', 'own', 1), answerAt('area', 'own', 2)],
  fill = async () => undefined,
  cut = false,
}: { address?: string; answers?: readonly Answer[]; fill?: (local: Local) => Promise<unknown>; cut?: boolean } = {}) {
  const asked: (string | null)[] = []
  const answer = serverWith(answers, asked)
  const opened = await openScreen({
    path: LIST_ROUTE,
    screen: () => <AnswersListScreen details={null} />,
    role: 'ROLE_SUPERVISOR',
    areas: AREAS,
    templates: [form],
    address,
    fill,
    answer: (one) => (cut ? undefined : answer(one)),
  })
  await screen.findByRole('table', { name: 'Answers' })
  return { ...opened, asked }
}
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const cellsUnder = (head: string) => {
  const at = heads().indexOf(head)
  const rows = screen.getAllByRole('row').slice(1)
  return rows.map((row) => [...row.querySelectorAll('th, td')][at]?.textContent)
}
async function choose(...titles: readonly string[]) {
  fireEvent.click(await screen.findByRole('button', { name: 'Columns' }))
  const dialog = await screen.findByRole('dialog', { name: 'Columns' }, SLOW)
  await within(dialog).findByLabelText('Search questions', {}, SLOW)
  for (const title of titles) fireEvent.click(within(dialog).getByRole('checkbox', { name: title }))
  return dialog
}
const show = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
const order = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('combobox')
    .map((width) => width.getAttribute('aria-label')?.replace('Width of ', ''))

describe('questions as columns', () => {
  it('are chosen in a dialog, are in the list and the address, and are there again the next time', async () => {
    const { local, asked, search } = await openList()
    expect(heads()).not.toContain('Empleados')
    await choose('Matafuegos', 'Empleados')
    show()
    await waitFor(() => expect(heads()).toEqual(expect.arrayContaining(['Empleados', 'Matafuegos'])))
    await waitFor(() => expect(cellsUnder('Empleados')).toEqual(['4', '4']))
    expect(cellsUnder('Matafuegos')).toEqual(['Yes', 'Yes'])
    const keys = [keyOf('Empleados'), keyOf('Matafuegos')]
    expect(asked.at(-1)).toBe(keys.join())
    expect(search()).toMatchObject({ columnas: keys.join() })
    expect(await readListColumns(local, form.id)).toEqual(keys)
    cleanup()
    const again = await openList({ fill: (device) => writeListColumns(device, form.id, keys) })
    await waitFor(() => expect(cellsUnder('Empleados')).toEqual(['4', '4']))
    // The last choice is requested at once, without a second request.
    expect(new Set(again.asked)).toEqual(new Set([keys.join()]))
  })

  it('are moved in the dialog in which they are chosen, and there is no second one', async () => {
    await openList()
    expect(screen.queryByRole('button', { name: 'Arrange columns' })).toBeNull()
    const dialog = await choose('Matafuegos', 'Empleados')
    expect(order(dialog)).toEqual(['Answer', 'Date and time', 'Author', 'Matafuegos', 'Empleados', 'State'])
    const up = within(dialog).getByRole('button', { name: 'Move Empleados up' })
    fireEvent.click(up)
    await waitFor(() => expect(document.activeElement).toBe(up))
    fireEvent.change(within(dialog).getByLabelText('Width of Empleados'), { target: { value: '10' } })
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Superficie' }))
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Superficie' }))
    show()
    const chosen = ['Answer', 'Date and time', 'Author', 'Empleados', 'Matafuegos', 'State', 'Actions']
    await waitFor(() => expect(heads()).toEqual(chosen))
    expect(screen.getByRole('columnheader', { name: 'Empleados' }).style.width).toBe('10%')
  })

  it('go when they are taken away, also from what is remembered', async () => {
    const keys = [keyOf('Empleados')]
    const { local } = await openList({ fill: (device) => writeListColumns(device, form.id, keys) })
    await waitFor(() => expect(heads()).toContain('Empleados'))
    await choose()
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(heads()).not.toContain('Empleados'))
    expect(await readListColumns(local, form.id)).toEqual([])
  })

  it.each(['Save', 'Reset'])(
    'leave the focus on their button after %s, while the list is loading and then',
    async (name) => {
      const { asked } = await openList({ address: `${ADDRESS}?columnas=${keyOf('Matafuegos')}` })
      await waitFor(() => expect(heads()).toContain('Matafuegos'))
      const button = await screen.findByRole('button', { name: 'Columns' })
      button.focus()
      await choose('Empleados')
      const before = asked.length
      fireEvent.click(screen.getByRole('button', { name }))
      await waitFor(() => expect(document.activeElement).toBe(button))
      await waitFor(() => expect(asked.length).toBeGreaterThan(before))
      await screen.findByRole('table', { name: 'Answers' })
      expect(document.activeElement).toBe(button)
    },
  )

  it('stay ticked in the dialog while another list is loading behind it', async () => {
    const { asked, goTo } = await openList()
    const dialog = await choose('Empleados')
    const before = asked.length
    await goTo(`${ADDRESS}?codigo=palabra`)
    await waitFor(() => expect(asked.length).toBeGreaterThan(before))
    expect(screen.getByRole('dialog', { name: 'Columns' })).toBe(dialog)
    expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'Empleados' }).checked).toBe(true)
    show()
    await waitFor(() => expect(cellsUnder('Empleados')).toEqual(['4', '4']))
  })

  it('are in the list and the address also where the device has no room to remember them', async () => {
    const failed = vi.fn()
    process.on('unhandledRejection', failed)
    const { search } = await openList()
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await choose('Empleados')
    show()
    await waitFor(() => expect(cellsUnder('Empleados')).toEqual(['4', '4']))
    expect(search()).toMatchObject({ columnas: keyOf('Empleados') })
    await new Promise((resolve) => setTimeout(resolve, 50))
    full.mockRestore()
    process.off('unhandledRejection', failed)
    expect(failed).not.toHaveBeenCalled()
  })

  it('are shown without a network, too, of what this device has: what waits here and copies', async () => {
    const page = { cursor: 'd', scope: 's', reset: false, more: false, templates: [], goneTemplates: [] }
    const copied = { ...page, serverTime: BEFORE, answers: [answerAt('area', 'own', 1)], goneAnswers: [], held: [] }
    const { template: _, version: __, ...submit } = buildSubmit(7)
    await openList({
      cut: true,
      address: `${ADDRESS}?columnas=${keyOf('Empleados')}`,
      fill: async (local) => {
        await receivePage(local, copied)
        const mutation = { ...submit, template: form.id, version: form.version, files: [], content: EMPLOYEES }
        expect((await saveAnswer(local, { mutation })).ok).toBe(true)
      },
    })
    await waitFor(() => expect(new Set(cellsUnder('Empleados'))).toEqual(new Set(['12', '4'])))
  })

  it('are five at most', async () => {
    await openList()
    const dialog = await choose('Nombre', 'Empleados', 'Superficie', 'Vencimiento', 'Rubros')
    within(dialog).getByText('5 questions selected (maximum 5).')
    const sixth = within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'Matafuegos' })
    expect(sixth.disabled).toBe(true)
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Rubros' }))
    expect(sixth.disabled).toBe(false)
  })

  it('are found among many by a word', async () => {
    await openList()
    const dialog = await choose()
    fireEvent.change(within(dialog).getByLabelText('Search questions'), { target: { value: 'cubiertos' } })
    expect(within(dialog).getAllByRole('checkbox')).toHaveLength(1)
    within(dialog).getByText('Tipo de local · Gastronómico')
    fireEvent.change(within(dialog).getByLabelText('Search questions'), { target: { value: 'xyz' } })
    within(dialog).getByText('No questions of this form contain “xyz”.')
  })

  it('say what was not answered, what was not asked, files as their number, and rows beside the first', async () => {
    const whole = answerAt('area', 'own', 1)
    const cells = {
      [keyOf('Empleados')]: { parts: [], files: 0, rows: 0 },
      [keyOf('Fachada')]: { parts: [], files: 1, rows: 0 },
      [keyOf('Ubicación')]: { parts: ['Puerta'], files: 0, rows: 2 },
    }
    const keys = ['Empleados', 'Fachada', 'Ubicación', 'Metros'].map(keyOf)
    const template = { id: form.id, titulo: form.titulo, descripcion: '', states: [] }
    const lines = [
      { ...toAnswerListItem(toListedAnswer(whole)), cells },
      { ...toAnswerListItem(toListedAnswer(answerAt('area', 'own', 2))) },
    ]
    await openScreen({
      path: LIST_ROUTE,
      screen: () => <AnswersListScreen details={null} />,
      role: 'ROLE_SUPERVISOR',
      areas: AREAS,
      templates: [form],
      address: `${ADDRESS}?columnas=${keys.join('%2C')}`,
      answer: () => Response.json({ template, answers: lines, total: 2, andMore: false }),
    })
    await waitFor(() => expect(heads()).toContain('Fachada'))
    const unknown = '…Open the answer to see the value'
    expect(cellsUnder('Empleados')).toEqual(['–Not answered', unknown])
    expect(cellsUnder('Fachada')).toEqual(['1 file', unknown])
    expect(cellsUnder('Ubicación')).toEqual(['Puerta and 2 more repetitions', unknown])
    expect(cellsUnder('Metros')).toEqual(['Not asked', unknown])
  })

  it.each(['constructor', '__proto__', 'x;y', ',,,', 'a,b,c,d,e,f,g'])(
    'of an address that names none, %j, are none',
    async (columnas) => {
      const { asked } = await openList({ address: `${ADDRESS}?columnas=${encodeURIComponent(columnas)}` })
      await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3))
      expect(heads()).toEqual(['Answer', 'Date and time', 'Author', 'State', 'Actions'])
      for (const one of asked) expect(one === null || /^[a-z0-9,]+$/.test(one)).toBe(true)
    },
  )
})
