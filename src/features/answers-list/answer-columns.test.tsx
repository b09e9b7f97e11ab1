// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { type Answer, toAnswerListItem, toListedAnswer } from '#domain/answers/index.ts'
import { buildPaymentEntry } from '#domain/payments/index.ts'
import { buildOrder } from '#tests/support/builders/payments.ts'
import { answerAt, formOf } from '#tests/support/builders/reviewing.ts'
import { AREA } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { AnswersListScreen } from './answers-list-screen.tsx'
import { LIST_ROUTE } from './list-address.ts'

afterEach(cleanup)

const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const form = formOf('area')
const whole = answerAt('area', 'other', 1)
const { datosCiudadano: _, ...ofNobody } = answerAt('area', 'other', 2)
const { estados: __, ...stateless } = answerAt('area', 'other', 3)

async function rowsOf(answers: readonly Answer[]) {
  const template = { id: form.id, titulo: form.titulo, descripcion: '', states: [] }
  const page = {
    template,
    answers: answers.map((answer) => toAnswerListItem(toListedAnswer(answer))),
    total: answers.length,
    andMore: false,
  }
  const { asked, search } = await openScreen({
    path: LIST_ROUTE,
    screen: () => <AnswersListScreen details={null} />,
    role: 'ROLE_INSPECTOR',
    areas: AREAS,
    templates: [form],
    address: `/respuestas/listado/${form.id}`,
    answer: ({ path }) => (path.startsWith('/api/answers?') ? Response.json(page) : Response.json({ filters: [] })),
  })
  const table = await screen.findByRole('table', { name: 'Answers' })
  const heads = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))
  return { heads, cells, asked, search }
}

describe('the columns of a list', () => {
  it('say of each answer whom it is about, its code second, and where it is', async () => {
    const { heads, cells } = await rowsOf([whole, stateless])
    expect(cells.map((row) => [row[0], row[heads.indexOf('State')]])).toEqual([
      ['Ana PazVIS1', 'Pendiente'],
      ['Ana PazVIS3', 'No states'],
    ])
    // The recipient is in the name.
    expect(heads).not.toContain('Recipient')
  })

  it('show a stored tower of combining marks no higher than eight', async () => {
    const tower = (height: number): string => `a${'\u0301'.repeat(height)}`
    const citizen = { ...whole.datosCiudadano, nombre: tower(40), apellido: '' } as Answer['datosCiudadano']
    const { cells } = await rowsOf([{ ...whole, datosCiudadano: citizen } as Answer])
    expect(cells[0]?.[0]).toBe(`${tower(8)}VIS1`)
  })

  it('say whose an answer is where its author said that something else names it, and say so where there is no one', async () => {
    const naming = (answer: Answer): Answer => ({
      ...answer,
      secciones: answer.secciones.map((section) => ({
        ...section,
        preguntas: section.preguntas.map((question) => ({
          ...question,
          ...(typeof question.respuesta === 'string' && { nombraRespuesta: true, respuesta: 'Panadería Sol' }),
        })),
      })),
    })
    const { heads, cells } = await rowsOf([naming(whole), naming(ofNobody)])
    expect(cells.map((row) => [row[0], row[heads.indexOf('Recipient')]])).toEqual([
      ['Panadería SolVIS1', 'Ana Paz'],
      ['Panadería SolVIS2', 'No recipient'],
    ])
  })

  it('turn the order of the list round, each by its head', async () => {
    const { search } = await rowsOf([whole])
    const head = () => screen.getByRole('columnheader', { name: 'Date and time' })
    expect(head().getAttribute('aria-sort')).toBe('descending')
    fireEvent.click(within(head()).getByRole('button'))
    await waitFor(() => expect(search()).toEqual({ orden: 'viejas' }))
    await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('ascending'))
    fireEvent.click(within(head()).getByRole('button'))
    await waitFor(() => expect(search()).toEqual({}))
  })

  it('leave out what no answer has', async () => {
    const { estados: ___, ...neither } = ofNobody
    const { heads } = await rowsOf([neither])
    expect(heads).toEqual(['Answer', 'Date and time', 'Author'])
  })

  it('say how much of a payment was refunded, as the page of the payment does', async () => {
    const paid = buildPaymentEntry(buildOrder({ status: 'Pagado' }), '', 'UTC')
    const payments = [undefined, 'part', 'whole'] as const
    const { heads } = await rowsOf(
      payments.map((refunded, at) => ({
        ...answerAt('area', 'other', 4 + at),
        payments: [{ ...paid, ...(refunded === undefined ? {} : { refunded }) }],
      })),
    )
    await screen.findByText('Partly refunded')
    const shown = within(screen.getByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelectorAll('th, td')[heads.indexOf('Payment')]?.textContent)
    expect(shown).toEqual(['Paid', 'Partly refunded', 'Refunded'])
  })

  it('say where a payment is, of a form that asks for one, and narrow the list to it', async () => {
    const opcionales = { ...whole.opcionales, addPaymentGateway: true }
    const paid = buildPaymentEntry(buildOrder({ status: 'Pagado' }), '', 'UTC')
    const { heads, asked, search } = await rowsOf([
      { ...whole, opcionales, payments: [paid] },
      { ...ofNobody, opcionales },
    ])
    await screen.findByText('Pending validation')
    expect(within(screen.getByRole('table')).getByText('Paid').closest('[data-tone]')?.getAttribute('data-tone')).toBe(
      'received',
    )
    expect(heads).toContain('Payment')
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }))
    fireEvent.change(await screen.findByLabelText('Payment'), { target: { value: 'Rechazado' } })
    await waitFor(() => expect(search()).toEqual({ pago: 'rechazado' }))
    await screen.findByRole('button', { name: 'Remove filter: Payment: Declined' })
    await waitFor(() => expect(asked.some(({ path }) => path.includes('payment=Rechazado'))).toBe(true))
    fireEvent.change(screen.getByLabelText('Payment'), { target: { value: 'Devuelto' } })
    await waitFor(() => expect(search()).toEqual({ pago: 'devuelto' }))
    await screen.findByRole('button', { name: 'Remove filter: Payment: Refunded' })
    await waitFor(() => expect(asked.some(({ path }) => path.includes('payment=Devuelto'))).toBe(true))
  })
})
