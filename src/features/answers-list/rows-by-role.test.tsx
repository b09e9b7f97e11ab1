// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ROLES, type Role } from '#domain/users/index.ts'
import { type Answer, toAnswerListItem, toListedAnswer } from '#domain/answers/index.ts'
import { answerAt, formOf } from '#tests/support/builders/reviewing.ts'
import { AREA } from '#tests/support/builders/template.ts'
import { reachOf } from '#tests/support/reviewing-roles.ts'
import { there } from '#tests/support/there.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { AnswersListScreen } from './answers-list-screen.tsx'
import { LIST_ROUTE } from './list-address.ts'

afterEach(cleanup)

const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const form = formOf('area')

/** The list as the server returns it: only answers that the user may read. */
async function openList(role: Role, answers: readonly Answer[]): Promise<void> {
  const { id, titulo } = form
  const states = form.estados?.disponibles.map(({ id: state, nombre }) => ({ id: state, nombre }))
  const page = {
    template: { id, titulo, descripcion: '', states },
    answers: answers.map((answer) => toAnswerListItem(toListedAnswer(answer))),
    total: answers.length,
    andMore: false,
  }
  await openScreen({
    path: LIST_ROUTE,
    screen: () => <AnswersListScreen details={null} />,
    role,
    areas: AREAS,
    templates: [form],
    address: `/respuestas/listado/${id}`,
    answer: ({ path }) => (path.startsWith('/api/answers?') ? Response.json(page) : Response.json({ filters: [] })),
  })
}

/** Names of the actions in the row's menu. */
async function actionsIn(row: HTMLElement): Promise<readonly (string | null)[]> {
  const button = within(row).queryByRole('button')
  if (button === null) return []
  fireEvent.click(button)
  const menu = await within(row).findByRole('menu')
  return within(menu)
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent)
}

describe('what the list of a form offers is what the table of reviewing allows', () => {
  it.each(ROLES.filter((role) => reachOf(role, 'read') !== '-'))('%s', async (role) => {
    await openList(role, [answerAt('area', 'own', 1), answerAt('area', 'own', 2)])
    const rows = within(await screen.findByRole('table'))
      .getAllByRole('row')
      .slice(1)
    const moves = reachOf(role, 'state') !== '-'
    for (const row of rows) {
      const ways = [reachOf(role, 'correct') !== '-' && 'Edit', reachOf(role, 'complete') !== '-' && 'Fill in']
      expect(await actionsIn(row)).toEqual(ways.filter((way) => way !== false))
      expect(within(row).getAllByRole('link')).toHaveLength(1)
      expect(within(row).queryAllByRole('combobox')).toHaveLength(moves ? 1 : 0)
      // A role that reads may print and export several.
      expect(within(row).queryAllByRole('checkbox')).toHaveLength(1)
    }
    expect(screen.queryAllByRole('checkbox', { name: 'Select all on this page' })).toHaveLength(1)
    expect(screen.queryAllByRole('button', { name: 'Export' })).toHaveLength(1)
  })
})

describe('a row of the list', () => {
  const incomplete = answerAt('area', 'own', 1)
  const [first] = incomplete.secciones
  /** The builder leaves the first question and two photos in other sections unanswered. */
  const complete = {
    ...incomplete,
    secciones: [
      {
        ...there(first),
        preguntas: there(first).preguntas.map((one, at) => (at === 0 ? { ...one, respuesta: 'Bar El Puente' } : one)),
      },
    ],
  }
  const paid = (answer: Answer): Answer => ({
    ...answer,
    opcionales: { ...answer.opcionales, addPaymentGateway: true },
  })

  it.each([
    ['offers to complete an incomplete answer', incomplete, ['Edit', 'Fill in']],
    ['does not offer to complete a complete answer', complete, ['Edit']],
    ['does not offer to change an answer with a payment', paid(incomplete), []],
  ])('%s', async (_title, answer, offered) => {
    await openList('ROLE_ADMIN', [answer])
    const [, row] = within(await screen.findByRole('table')).getAllByRole('row')
    expect(await actionsIn(there(row))).toEqual(offered)
  })
})
