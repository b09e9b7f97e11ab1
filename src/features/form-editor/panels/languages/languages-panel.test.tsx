// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { findReaderAdvice, updateQuestion } from '#domain/templates/index.ts'
import { condition, question, section } from '#tests/support/builders/form-parts.ts'
import { goToFormPlace } from '../../save/go-to.ts'
import { applyEdit as changeStore } from '../../store/editor-store.ts'
import { field, flip, prepare, showPanels, type, unfold } from '#tests/support/screens/show-panels.tsx'

beforeEach(prepare)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const FORM = {
  titulo: 'Shops',
  descripcion: 'Once a year',
  secciones: [
    section(
      0,
      [
        question(0, {
          titulo: 'Trade',
          tipoPregunta: QUESTION_TYPE.RADIO,
          opciones: [
            { orden: 0, texto: 'Bar' },
            { orden: 1, texto: '' },
          ],
        }),
      ],
      { titulo: 'Premises' },
    ),
    section(1, [], {
      titulo: '',
      conditionalSection: true,
      conditionalQuestion: 'Kind',
      conditions: [condition(0, [question(0, { titulo: 'Seats' })])],
    }),
  ],
}

function show(change: object = FORM) {
  const shown = showPanels(change)
  unfold('Other languages')
  pick('Português')
  return shown
}
const pick = (language: string): void =>
  void fireEvent.click(within(screen.getByRole('group', { name: 'Language' })).getByLabelText(language))
function openSection(name: string): void {
  const details = screen.getByText(name, { selector: 'strong' }).closest('details')
  if (details === null) throw new Error('no such section')
  act(() => {
    details.open = true
    fireEvent(details, new Event('toggle'))
  })
}

describe('another language', () => {
  it('is written for the names of states, and for those of signatures while the form has any', () => {
    const estados = { disponibles: [{ id: 0, nombre: 'Pending', transiciones: [] }], inicial: 0 }
    const signatures = [{ title: 'Owner', indexSignature: 0 }]
    const { draft } = show({ ...FORM, estados, signatures, opcionales: { digitalSignature: true } })
    type('State: Pending', 'Pendente')
    type('Signature label: Owner', 'Dono')
    expect(draft().estados.disponibles).toMatchObject([{ nombre: 'Pending', nombreAlternativeLanguage_pt: 'Pendente' }])
    expect(draft().signatures).toMatchObject([{ title: 'Owner', titleAlternativeLanguage_pt: 'Dono' }])
    type('State: Pending', '')
    expect(draft().estados.disponibles[0]).not.toHaveProperty('nombreAlternativeLanguage_pt')
    cleanup()
    show({ ...FORM, signatures, opcionales: { digitalSignature: false } })
    expect(screen.queryByLabelText('Signature label: Owner')).toBeNull()
  })

  it('is written for titles, descriptions, conditions, questions and options, each in its own field', () => {
    const { draft } = show()
    openSection('Premises')
    openSection('Kind')
    type('Form title: Shops', 'Lojas')
    type('Description: Once a year', 'Uma vez por ano')
    type('Section title: Premises', 'Local')
    type('Question: Trade', 'Ramo')
    type('Option: Bar', 'Botequim')
    type('Conditional question: Kind', 'Tipo')
    type('Condition: Condition 0', 'Condição')
    type('Question: Seats', 'Lugares')
    const saved = draft()
    expect(saved).toMatchObject({
      titulo: 'Shops',
      tituloAlternativeLanguage_pt: 'Lojas',
      descripcionAlternativeLanguage_pt: 'Uma vez por ano',
    })
    expect(saved.secciones).toMatchObject([
      {
        tituloAlternativeLanguage_pt: 'Local',
        preguntas: [
          { tituloAlternativeLanguage_pt: 'Ramo', opciones: [{ textoAlternativeLanguage_pt: 'Botequim' }, {}] },
        ],
      },
      {
        conditionalQuestionAlternativeLanguage_pt: 'Tipo',
        conditions: [
          { conditionAlternativeLanguage_pt: 'Condição', questions: [{ tituloAlternativeLanguage_pt: 'Lugares' }] },
        ],
      },
    ])
    expect(field('Form title: Shops').lang).toBe('pt')
  })

  it('does not touch the others', () => {
    const { draft } = show({ ...FORM, tituloAlternativeLanguage_ca: 'Botigues' })
    type('Form title: Shops', 'Lojas')
    pick('Català')
    expect(field('Form title: Shops').value).toBe('Botigues')
    expect(draft()).toMatchObject({ tituloAlternativeLanguage_ca: 'Botigues', tituloAlternativeLanguage_pt: 'Lojas' })
  })

  it('that is emptied leaves no field behind', () => {
    const { draft } = show({ ...FORM, tituloAlternativeLanguage_pt: 'Lojas' })
    type('Form title: Shops', '')
    expect('tituloAlternativeLanguage_pt' in draft()).toBe(false)
  })

  it('has what the rows of a section are, while it repeats', () => {
    const rows = { titulo: 'Street', nombreFila: 'tree' }
    const { draft } = show({
      ...FORM,
      secciones: [section(0, [], { ...rows, repetible: true }), section(1, [], { ...rows, titulo: 'Position' })],
    })
    openSection('Street')
    type('Name of each repetition: tree', 'árvore')
    expect(draft().secciones[0]).toMatchObject({ nombreFilaAlternativeLanguage_pt: 'árvore' })
    openSection('Position')
    expect(screen.getAllByText('tree')).toHaveLength(1)
  })

  it('counts what is translated of what was written; blank originals do not count', () => {
    show()
    expect(screen.getByText('Translated: 0 of 11 texts.')).toBeTruthy()
    type('Form title: Shops', 'Lojas')
    expect(screen.getByText('Translated: 1 of 11 texts.')).toBeTruthy()
  })

  it('is chosen by a suggestion, which counts the same texts', async () => {
    Element.prototype.scrollIntoView = vi.fn()
    const { store, draft } = showPanels({ ...FORM, tituloAlternativeLanguage_ca: 'Botigues' })
    const missing = findReaderAdvice(draft())
    expect(missing).toMatchObject([{ kind: 'translation-missing', language: 'ca', count: 10 }])
    for (const { place } of missing) act(() => goToFormPlace(store, place))
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Other languages'))
    expect(document.activeElement?.closest('details')?.open).toBe(true)
    unfold('Other languages')
    expect(screen.getByLabelText<HTMLInputElement>('Català').checked).toBe(true)
    expect(screen.getByText('Translated: 1 of 11 texts.')).toBeTruthy()
  })

  it('shows only what is missing, and does not take a row away while it is being typed', () => {
    show({ ...FORM, tituloAlternativeLanguage_pt: 'Lojas' })
    flip('Only missing texts')
    expect(screen.queryByRole('textbox', { name: 'Form title: Shops' })).toBeNull()
    type('Description: Once a year', 'U')
    type('Description: Once a year', 'Uma')
    expect(field('Description: Once a year').value).toBe('Uma')
  })

  it('follows what happens inside the sections', () => {
    const { store, form } = show()
    openSection('Premises')
    const key = form().secciones[0]?.preguntas[0]?.key ?? ''
    act(() => void changeStore(store, 'title', (now) => updateQuestion(now, key, { titulo: 'Business' })))
    expect(field('Question: Business')).toBeTruthy()
  })
})

describe('what is long', () => {
  it('is not drawn before it is opened', () => {
    show({
      ...FORM,
      secciones: [
        section(
          0,
          Array.from({ length: 1000 }, (_, index) => question(index)),
        ),
      ],
    })
    expect(screen.queryByRole('textbox', { name: 'Question: Question 5' })).toBeNull()
    expect(screen.getByText('Translated: 0 of 1006 texts.')).toBeTruthy()
  })
})

it('names the original language, which is the last one to translate into', () => {
  show()
  const original = screen.getByText(/The form itself is taken to be in the language of its country/)
  expect(original.textContent).toMatch(/: Español$/)
  const languages = within(screen.getByRole('group', { name: 'Language' })).getAllByRole('radio')
  expect(languages.at(-1)?.closest('label')?.textContent).toBe('Español (original)')
})
