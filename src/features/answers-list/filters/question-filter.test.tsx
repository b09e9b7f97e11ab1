// @vitest-environment jsdom
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { buildOutline } from '#domain/statistics/index.ts'
import type { SyncedArea } from '#domain/sync/index.ts'
import { saveAnswer, type Local } from '#local/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, buildPlainTemplate, buildTemplate } from '#tests/support/builders/template.ts'
import { AnswersListScreen } from '../answers-list-screen.tsx'
import { LIST_ROUTE } from '../list-address.ts'

afterEach(cleanup)

const AREAS = [
  { path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' },
] as readonly SyncedArea[]
const template = buildPlainTemplate()

function Screen() {
  return <AnswersListScreen details={null} />
}

/** Chooses a question in the filters, which are open. */
async function chooseQuestion(title: string): Promise<void> {
  const question = await screen.findByRole('combobox', { name: 'Question' })
  fireEvent.click(question)
  fireEvent.click(await screen.findByRole('option', { name: title }))
}

async function openList(
  answer: (asked: SentRequest) => Response | undefined = () => undefined,
  search = '',
  form = template,
  fill: (local: Local) => Promise<unknown> = async () => undefined,
) {
  const address = `/respuestas/listado/${form.id}${search}`
  return openScreen({
    path: LIST_ROUTE,
    screen: Screen,
    role: 'ROLE_SUPERVISOR',
    areas: AREAS,
    templates: [form],
    address,
    answer,
    fill,
  })
}

describe('the filters of an answers list by its questions', () => {
  it('is narrowed to what was answered to any question of the form that has options, and says so above the list', async () => {
    const form = buildTemplate()
    const { id, titulo, descripcion, secciones } = form
    const question = buildOutline([{ secciones }], 'en')
      .flatMap(({ questions }) => questions)
      .find(({ kind, options }) => kind === 'options' && options.length > 0)
    const option = question?.options[0]
    const empty = { template: { id, titulo, descripcion, states: [] }, answers: [], total: 0, andMore: false }
    const { asked, search } = await openList(() => Response.json(empty), '?autor=rosa', form)
    screen.getByRole('button', { name: 'Filters (1)' })
    await screen.findByRole('button', { name: 'Remove filter: Author: rosa' })
    fireEvent.click(screen.getByRole('button', { name: 'Filters (1)' }))
    await chooseQuestion(question?.titulo ?? '')
    const bar = `${question?.key}.${option?.key}`
    fireEvent.change(await screen.findByLabelText('Answer'), { target: { value: option?.key } })
    fireEvent.click(screen.getByRole('button', { name: 'Add filter' }))
    await waitFor(() => expect(search()).toEqual({ autor: 'rosa', opciones: bar }))
    await waitFor(() => expect(asked.some(({ path }) => path.includes(`options=${bar}`))).toBe(true))
    fireEvent.click(await screen.findByRole('button', { name: `Remove filter: ${question?.titulo}: ${option?.texto}` }))
    await waitFor(() => expect(search()).toEqual({ autor: 'rosa' }))
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter: Author: rosa' }))
    await waitFor(() => expect(search()).toEqual({}))
  })

  it('is narrowed by conditions on several questions at once, each with the operators of its type', async () => {
    const form = buildTemplate()
    const { id, titulo, descripcion, secciones } = form
    const outline = buildOutline([{ secciones }], 'en').flatMap(({ questions }) => questions)
    const find = (name: string) => outline.find((one) => one.titulo === name)
    const keyOf = (name: string): string => find(name)?.key ?? ''
    const [surface, name, trades] = [keyOf('Superficie'), keyOf('Nombre'), keyOf('Rubros')]
    const bar = find('Rubros')?.options.find(({ texto }) => texto === 'Bar')?.key ?? ''
    const empty = { template: { id, titulo, descripcion, states: [] }, answers: [], total: 0, andMore: false }
    const { asked, search } = await openList(() => Response.json(empty), '', form)
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }))
    const operatorsOf = async (question: string): Promise<readonly (string | null)[]> => {
      await chooseQuestion(question)
      const condition = await screen.findByLabelText('Condition')
      return within(condition)
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
    }
    const set = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
    const add = () => fireEvent.click(screen.getByRole('button', { name: 'Add filter' }))

    const ordered = ['is', 'is not', 'is at least', 'is at most', 'is between', 'is answered', 'is not answered']
    expect(await operatorsOf('Superficie')).toEqual(ordered)
    expect(screen.getByRole('button', { name: 'Add filter' })).toHaveProperty('disabled', true)
    set('Condition', 'between')
    set('Lowest value', '12,5')
    set('Lowest value', '12,5x')
    expect((screen.getByLabelText('Lowest value') as HTMLInputElement).value).toBe('12,5')
    set('Highest value', '80')
    add()
    await screen.findByRole('button', { name: 'Remove filter: Superficie: 12.5 to 80' })
    expect(search()).toEqual({ valores: `${surface}:12.5..80` })

    expect(await operatorsOf('Nombre')).toEqual([
      'contains',
      'does not contain',
      'is',
      'is not',
      'is answered',
      'is not answered',
    ])
    // Statistics store no more of a text: anything after that is not found.
    expect(screen.getByLabelText('Value').getAttribute('placeholder')).toBe('first 120 characters')
    set('Value', 'pan, dulce')
    add()
    await screen.findByRole('button', { name: 'Remove filter: Nombre: contains “pan, dulce”' })

    expect(await operatorsOf('Rubros')).toEqual(['is', 'is not', 'is answered', 'is not answered'])
    set('Condition', 'not')
    set('Answer', bar)
    add()
    await screen.findByRole('button', { name: 'Remove filter: Rubros: is not Bar' })
    await operatorsOf('Rubros')
    set('Condition', 'answered')
    expect(screen.queryByLabelText('Answer')).toBeNull()
    add()
    await screen.findByRole('button', { name: 'Remove filter: Rubros: answered' })
    const both = `${surface}:12.5..80,${name}~pan%2C%20dulce,${trades}!.${bar},${trades}*`
    expect(search()).toEqual({ valores: both })
    await waitFor(() =>
      expect(asked.some(({ path }) => path.includes(`values=${encodeURIComponent(both)}`))).toBe(true),
    )

    // Another required value of a question replaces the first one.
    await chooseQuestion('Superficie')
    set('Condition', 'least')
    set('Value', '7')
    add()
    await screen.findByRole('button', { name: 'Remove filter: Superficie: at least 7' })
    expect(search()).toEqual({ valores: `${name}~pan%2C%20dulce,${trades}!.${bar},${trades}*,${surface}:7..` })
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter: Rubros: is not Bar' }))
    await waitFor(() => expect(search()).toEqual({ valores: `${name}~pan%2C%20dulce,${trades}*,${surface}:7..` }))
    expect(await operatorsOf('Vencimiento')).toEqual(
      ordered.map((text) => text.replace('at least', 'on or after').replace('at most', 'on or before')),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(search()).toEqual({}))
  })

  it('finds a question by words of its title or section, in any order and without accents', async () => {
    const form = buildTemplate()
    await openList(() => undefined, '', form)
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }))
    const question = await screen.findByRole('combobox', { name: 'Question' })
    act(() => question.focus())
    fireEvent.click(question)
    const found = () =>
      within(screen.getByRole('listbox'))
        .queryAllByRole('option')
        .map(({ textContent }) => textContent)
    await screen.findByRole('listbox')
    const type = (value: string) => fireEvent.change(question, { target: { value } })
    type('ubicacion sali')
    await waitFor(() => expect(found()).toEqual(['Ubicación']))
    type('nada')
    await screen.findByText('No results found', { selector: '[role="listbox"] *' })
    expect(found()).toEqual([])
  })

  it('compares questions without a network as well, and says which answers it cannot compare', async () => {
    const outline = buildOutline([{ secciones: template.secciones }], 'en').flatMap(({ questions }) => questions)
    const key = outline[0]?.key ?? ''
    const fill = async (local: Local) => {
      for (const [seed, text] of ['una luz rota', 'dos luces rotas', 'nada'].entries())
        expect((await saveAnswer(local, { mutation: buildPlainSubmit(seed + 1, text) })).ok).toBe(true)
    }
    const { goTo } = await openList(() => undefined, `?valores=${key}~luces`, template, fill)
    const rows = () => screen.getAllByRole('rowheader').length
    await waitFor(() => expect(rows()).toBe(1))
    for (const [valores, count] of [
      [`${key}!~luces`, 2],
      [`${key}*`, 3],
      [`${key}=nada`, 1],
      [`${key}!=nada,${key}!~una`, 1],
    ] as const) {
      await act(() => goTo(`/respuestas/listado/${template.id}?valores=${encodeURIComponent(valores)}`))
      await waitFor(() => expect([valores, rows()]).toEqual([valores, count]))
    }
    await act(() => goTo(`/respuestas/listado/${template.id}?valores=${key}*&hasta=2020-01-01`))
    await screen.findByText('No results found')
  })
})
