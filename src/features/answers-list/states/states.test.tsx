// @vitest-environment jsdom
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { type Answer, toAnswerListItem, toListedAnswer } from '#domain/answers/index.ts'
import type { Role } from '#domain/users/index.ts'
import type { SyncedArea } from '#domain/sync/index.ts'
import { listOutbox } from '#local/index.ts'
import { buildSubmit, bytesFor } from '#tests/support/builders/submit.ts'
import { AREA, buildTemplate, NOW } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { composeAnswer } from '#domain/answering/index.ts'
import { generateAnswerId } from '#domain/kernel/index.ts'
import { AnswersListScreen } from '../answers-list-screen.tsx'
import { LIST_ROUTE } from '../list-address.ts'

afterEach(cleanup)

const AREAS = [
  { path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' },
] as readonly SyncedArea[]
const FINAL = buildTemplate()
const { estados: finalStates } = FINAL
if (finalStates === undefined) throw new Error('The form has states')
/** From Aprobado, answers can go back to Pendiente. */
const template: typeof FINAL = {
  ...FINAL,
  estados: {
    ...finalStates,
    disponibles: finalStates.disponibles.map((state) => ({ ...state, transiciones: state.id === 1 ? [0] : [1] })),
  },
}

/** Answers 1 and 2 are pending, 3 is approved and stays so. */
function stored(): readonly Answer[] {
  return [1, 2, 3].map((seed) => {
    const submit = { ...buildSubmit(seed), answer: generateAnswerId(bytesFor(seed)) }
    const answer = composeAnswer(FINAL, submit, { code: `VIS${seed}`, now: NOW, author: AUTHOR_PROFILE })
    const { estados } = answer
    if (estados === undefined) throw new Error('The form has states')
    return seed === 3 ? { ...answer, estados: { ...estados, actual: 1 } } : answer
  })
}

/** @param beyond answers of the next page */
async function openList(
  answers: readonly Answer[],
  role: Role = 'ROLE_SUPERVISOR',
  whole = answers,
  { beyond = [], form = template }: { readonly beyond?: readonly Answer[]; readonly form?: typeof FINAL } = {},
) {
  const page = {
    template: {
      id: template.id,
      titulo: template.titulo,
      descripcion: '',
      states: [
        { id: 0, nombre: 'Pendiente' },
        { id: 1, nombre: 'Aprobado' },
      ],
    },
    answers: linesOf(answers),
    total: answers.length + beyond.length,
    andMore: false,
    ...(beyond.length > 0 && { next: 'there' }),
  }
  const all = { ...page, answers: linesOf([...answers, ...beyond]), next: undefined }
  const answer = ({ path }: SentRequest): Response | undefined => {
    if (path.startsWith('/api/answers?')) return Response.json(path.includes('size=50') ? all : page)
    const one = whole.find(({ id }) => path === `/api/answers/${id}`)
    return one === undefined
      ? Response.json({ error: { code: 'answer.missing' } }, { status: 404 })
      : Response.json({ answer: one })
  }
  return openScreen({
    path: LIST_ROUTE,
    screen: () => <AnswersListScreen details={null} />,
    role,
    areas: AREAS,
    templates: [form],
    address: `/respuestas/listado/${template.id}`,
    answer,
  })
}

const rowOf = (code: string) =>
  screen.getAllByRole('row').find(({ textContent }) => textContent.includes(code)) as HTMLElement
const linesOf = (answers: readonly Answer[]) => answers.map((answer) => toAnswerListItem(toListedAnswer(answer)))

describe('the state of an answer in its row', () => {
  it('offers the states that may follow and nothing else, and keeps the choice in the outbox', async () => {
    const { local } = await openList(stored())
    const select = await screen.findByRole('combobox', { name: /^Change the state of VIS1, now Pendiente/ })
    expect(
      within(select)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Aprobado'])
    expect(screen.queryByRole('combobox', { name: /^State of VIS3/ })).toBeNull()
    fireEvent.change(select, { target: { value: '1' } })
    await waitFor(async () =>
      expect((await listOutbox(local)).map(({ mutation }) => mutation)).toMatchObject([
        { kind: 'answer.changeState', from: 0, to: 1, answer: stored()[0]?.id },
      ]),
    )
  })

  it('can be undone for some seconds, without leaving the row', async () => {
    const { local, asked } = await openList(stored())
    const name = /^Change the state of VIS1, now Pendiente/
    fireEvent.change(await screen.findByRole('combobox', { name }), { target: { value: '1' } })
    await screen.findByText('VIS1: Aprobado')
    expect(screen.queryByRole('combobox', { name })).toBeNull()
    expect(within(rowOf('VIS1')).getByText('Aprobado')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'See answer VIS1' }))
    expect((await listOutbox(local)).map(({ mutation }) => mutation.answer)).toEqual([stored()[0]?.id])
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByRole('combobox', { name })
    expect(await listOutbox(local)).toEqual([])
    expect(screen.queryByText('VIS1: Aprobado')).toBeNull()
    expect(asked.filter(({ path }) => path.includes('sync'))).toEqual([])
  })

  it('is only read by a role that moves nothing', async () => {
    await openList(stored(), 'ROLE_INSPECTOR')
    await screen.findAllByText('Pendiente')
    expect(screen.queryByRole('combobox', { name: /^Change the state of/ })).toBeNull()
    // It prints and exports several, whatever their states.
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select answer VIS3' }))
    const bar = await screen.findByRole('region', { name: 'Selected answers' })
    expect(
      within(bar)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Generate one PDF', 'Export results', 'Clear selection'])
  })

  it('says nothing of delivery while everything has arrived', async () => {
    await openList(stored())
    await screen.findAllByText('Pendiente')
    expect(screen.queryByRole('columnheader', { name: 'Delivery' })).toBeNull()
  })
})

describe('several answers at once', () => {
  it('are moved where the state follows theirs, in a line, and those that were not are listed', async () => {
    const [one, two, three] = stored()
    const moved = { ...two, estados: { ...two?.estados, actual: 1 } } as Answer
    // Another user has changed the second answer's state while the list was open.
    const { local } = await openList(stored(), 'ROLE_SUPERVISOR', [one as Answer, moved, three as Answer])
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    const bar = await screen.findByRole('region', { name: 'Selected answers' })
    expect(bar.textContent).toContain('3 answers selected')
    expect(bar.textContent).toContain('1 of them cannot change to this state.')
    fireEvent.click(within(bar).getByRole('button', { name: 'Change the state of 2 answers' }))
    await screen.findByText('1 answer: Aprobado')
    const failures = await screen.findByRole('alert', { name: 'State not changed' }, { timeout: 15_000 })
    expect(
      within(failures)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Bar El Puente VIS2The state could not be updated. Someone else has already changed its state.'])
    await screen.findByText('Saved on this device, to be sent automatically: 1 of 2.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('region', { name: 'Selected answers' })).toBeNull()
    expect((await listOutbox(local)).map(({ mutation }) => mutation.answer)).toEqual([one?.id])
  }, 20_000)

  it('can be undone for some seconds', async () => {
    const { local } = await openList(stored())
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Change the state of 2 answers' }))
    await screen.findByText('2 answers: Aprobado')
    const shown = (code: string) => within(rowOf(code)).queryAllByText('Aprobado').length
    expect([shown('VIS1'), shown('VIS2')]).toEqual([1, 1])
    expect(screen.queryByRole('combobox', { name: /^Change the state of VIS1/ })).toBeNull()
    expect(await listOutbox(local)).toHaveLength(2)
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('Undone. No state was changed.')
    await screen.findByRole('combobox', { name: /^Change the state of VIS1, now Pendiente/ })
    expect(await listOutbox(local)).toEqual([])
    expect(screen.queryByText('2 answers: Aprobado')).toBeNull()
  })

  it('are chosen in the head of the table: all of the page, then all of the list, and none again', async () => {
    const [one, two, three] = stored()
    await openList([one as Answer, two as Answer], 'ROLE_SUPERVISOR', stored(), { beyond: [three as Answer] })
    const all = (await screen.findByRole('checkbox', { name: 'Select all on this page' })) as HTMLInputElement
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select answer VIS1' }))
    await screen.findByText('1 answer selected')
    expect([all.checked, all.indeterminate]).toEqual([false, true])
    expect(screen.queryByRole('button', { name: /of the list$/ })).toBeNull()
    fireEvent.click(all)
    await screen.findByText('2 answers selected')
    expect([all.checked, all.indeterminate]).toEqual([true, false])
    fireEvent.click(screen.getByRole('button', { name: 'Select all 3 in the list' }))
    await screen.findByText('3 answers selected')
    expect(screen.queryByRole('button', { name: /of the list$/ })).toBeNull()
    fireEvent.click(all)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected answers' })).toBeNull())
  })
})

describe('a state without a way back', () => {
  const openFinal = () => openList(stored(), 'ROLE_SUPERVISOR', stored(), { form: FINAL })
  const name = /^Change the state of VIS1, now Pendiente/

  it('is applied to an answer only after a confirmation that says so', async () => {
    const { local } = await openFinal()
    const choose = async () =>
      fireEvent.change(await screen.findByRole('combobox', { name }), { target: { value: '1' } })
    await choose()
    const dialog = await screen.findByRole('dialog', { name: 'Change to “Aprobado”?' })
    expect(dialog.textContent).toContain('You cannot go back from this state')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await listOutbox(local)).toEqual([])
    await choose()
    fireEvent.click(await screen.findByRole('button', { name: 'Change state' }))
    await waitFor(async () => expect(await listOutbox(local)).toHaveLength(1))
    const other = await screen.findByRole('combobox', { name: /^Change the state of VIS2, now Pendiente/ })
    fireEvent.change(other, { target: { value: '1' } })
    await waitFor(async () => expect(await listOutbox(local)).toHaveLength(2))
    expect(screen.queryByRole('dialog', { name: 'Change to “Aprobado”?' })).toBeNull()
  })

  it('is applied to several answers only after a confirmation', async () => {
    const { local } = await openFinal()
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Change the state of 2 answers' }))
    const dialog = await screen.findByRole('dialog', { name: 'Change to “Aprobado”?' })
    expect(await listOutbox(local)).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Change the state of 2 answers' }))
    await screen.findByText('2 answers: Aprobado')
    expect(await listOutbox(local)).toHaveLength(2)
  })
})
