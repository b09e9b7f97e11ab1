// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { pickRequiredMark, toPublicForm } from '#domain/answering/index.ts'
import { addressSchema } from '#domain/kernel/index.ts'
import { renderFirstSection } from '#core/pages/public-page.ts'
import { buildInitialFormMessages } from '#core/pages/messages.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { setValue } from '#features/answering/form/form-actions.ts'
import { createFormStore } from '#features/answering/form/form-store.ts'
import { applyTypedState as openForm, restoreFocus, readTypedState } from '#features/answering/public/typed-state.ts'

const question = (orden: number, change: object) => ({
  orden,
  titulo: `Question ${orden}`,
  tipoPregunta: QUESTION_TYPE.OPEN,
  tipoDato: 1,
  opciones: [],
  ...change,
})
const OPTIONS = ['a', 'b', 'c'].map((texto, orden) => ({ orden, texto }))
const FORM = buildPlainTemplate(
  {},
  {
    opcionales: { publico: true },
    secciones: [
      {
        orden: 0,
        titulo: 'One',
        preguntas: [
          question(0, {}),
          question(1, { tipoDato: 4 }),
          question(2, { tipoPregunta: QUESTION_TYPE.BOOLEAN }),
          question(3, { tipoPregunta: QUESTION_TYPE.RADIO, opciones: OPTIONS }),
          question(4, { tipoPregunta: QUESTION_TYPE.SELECT, opciones: OPTIONS }),
          question(5, { tipoDato: 2 }),
        ],
      },
    ],
  },
)

/** Puts the server's page into the document. */
function written(): void {
  document.body.innerHTML = renderFirstSection(toPublicForm(FORM), 'en', buildInitialFormMessages('en'))
}
const field = (at: string, index = 0) =>
  document.querySelectorAll<HTMLInputElement>(`[data-at="${at}"]`)[index] as HTMLInputElement

// jsdom does not scroll.
globalThis.scrollBy = () => undefined
let close = (): void => undefined
const applyTypedState = (form: ReturnType<typeof createFormStore>): void => {
  close = openForm(form)
}
afterEach(() => {
  close()
  document.body.innerHTML = ''
})

describe('the first questions as the server writes them', () => {
  it('are marked as the app marks them', () => {
    const marked = (required: number): readonly (string | undefined)[] => {
      const preguntas = [0, 1, 2, 3].map((orden) =>
        question(orden, { required: orden < required, adjuntar: orden === 0 }),
      )
      const form = buildPlainTemplate({}, { secciones: [{ orden: 0, titulo: 'One', preguntas }] })
      document.body.innerHTML = renderFirstSection(toPublicForm(form), 'en', buildInitialFormMessages('en'))
      const { marksOptional } = createFormStore(form)
      return [...document.querySelectorAll('.card')].map((card, index) => {
        const said = card.querySelector('.note')?.textContent
        const asked = form.secciones[0]?.preguntas[index]
        const mark = asked && pickRequiredMark(asked, marksOptional)
        expect(said).toBe(mark && buildInitialFormMessages('en')[mark])
        return said
      })
    }
    expect(marked(1)).toEqual(['* Required attachment', undefined, undefined, undefined])
    expect(marked(3)).toEqual([undefined, undefined, undefined, 'Optional'])
    // The photo question, with its note, is rendered by the app.
    expect(document.querySelector('[data-at="0/0"]')).toBeNull()
    expect(document.querySelectorAll('textarea')).toHaveLength(3)
    // Without something to leave out, an empty list would prove nothing.
    expect(marked(4)).toEqual(['* Required attachment', '* Required answer', '* Required answer', '* Required answer'])
  })
})

describe('what was typed into the page before the app stood', () => {
  it("is the form's, each kind as its own control would keep it, and once", () => {
    written()
    field('0/0').value = 'Ana'
    field('0/1').value = '21/11/2026'
    field('0/2', 1).checked = true
    field('0/3', 2).checked = true
    field('0/4', 0).checked = true
    field('0/4', 2).checked = true
    field('0/5').value = '12a'
    readTypedState(document)
    const form = createFormStore(FORM)
    applyTypedState(form)
    expect(form.state.getState().content.values).toEqual({
      '0/0': { respuesta: 'Ana' },
      '0/1': { respuesta: '2026-11-21' },
      '0/2': { respuesta: false },
      '0/3': { chosen: [2] },
      '0/4': { chosen: [0, 2] },
      // Unparsable input is kept as typed, and reported before saving.
      '0/5': { respuesta: '12a' },
    })
    const next = createFormStore(FORM)
    applyTypedState(next)
    expect(next.state.getState().content.values).toEqual({})
  })

  it('takes nothing from a draft: what has an answer keeps it, and several choices come together', () => {
    written()
    field('0/0').value = 'Ana'
    field('0/2', 1).checked = true
    field('0/3', 2).checked = true
    field('0/4', 0).checked = true
    field('0/5').value = '7'
    readTypedState(document)
    const form = createFormStore(FORM)
    const before = {
      '0/0': { respuesta: 'Eva' },
      '0/2': { respuesta: true },
      '0/3': { chosen: [1] },
      '0/4': { chosen: [1, 2] },
    }
    for (const [at, value] of Object.entries(before)) setValue(form, addressSchema.parse(at), value)
    applyTypedState(form)
    expect(form.state.getState().content.values).toEqual({
      ...before,
      '0/4': { chosen: [0, 1, 2] },
      '0/5': { respuesta: '7' },
    })
  })

  it('also reaches a form that was opened while typing went on', () => {
    written()
    const form = createFormStore(FORM)
    applyTypedState(form)
    field('0/0').value = 'Ana'
    readTypedState(document)
    expect(form.state.getState().content.values).toEqual({ '0/0': { respuesta: 'Ana' } })
  })

  it('is nothing where nothing was: opening a form makes no draft', () => {
    written()
    readTypedState(document)
    const form = createFormStore(FORM)
    let changes = 0
    form.state.subscribe(() => (changes += 1))
    applyTypedState(form)
    expect(changes).toBe(0)
  })

  it('keeps in place what was typed or scrolled to, and leaves who has only looked at the top there', () => {
    written()
    expect(readTypedState(document).anchor).toBeUndefined()
    field('0/0').value = 'Ana'
    expect(readTypedState(document).anchor?.address).toBe('0/0')
    written()
    vi.stubGlobal('scrollY', 40)
    expect(readTypedState(document).anchor?.address).toBe('0/0')
    vi.unstubAllGlobals()
  })

  it('continues at the same letter of the same field, and at the same option', () => {
    written()
    field('0/0').value = 'Ana Luz'
    field('0/0').focus()
    field('0/0').setSelectionRange(3, 3)
    const inText = readTypedState(document)
    written()
    field('0/3', 1).focus()
    const inOptions = readTypedState(document)
    document.body.innerHTML =
      '<textarea id="q-0-0">Ana Luz</textarea><input type="radio" name="q-0-3" id="q-0-3" /><input type="radio" name="q-0-3" />'
    restoreFocus(inText)
    const area = document.querySelector('textarea')
    expect(document.activeElement).toBe(area)
    expect([area?.selectionStart, area?.selectionEnd]).toEqual([3, 3])
    restoreFocus(inOptions)
    expect(document.activeElement).toBe(document.getElementsByName('q-0-3')[1])
  })
})
