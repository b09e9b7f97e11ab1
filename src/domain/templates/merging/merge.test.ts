import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { type Act, acts, draft, keysOf, performAll } from '#tests/support/builders/template-edits.ts'
import { QUESTION_TYPE } from '../../questions/index.ts'
import {
  templateDraftSchema,
  type TemplateDraft,
  addOptions,
  addQuestion,
  changeQuestionType,
  changeSectionType,
  toTemplateDraft,
  pickDraftFields,
  duplicateSection,
  type EditorForm,
  mergeTemplates,
  moveQuestion,
  moveSection,
  toEditorForm,
  walkQuestions,
  removeQuestion,
  removeSection,
  removeState,
  setTransitions,
  compareTemplates,
  updateForm,
  updateQuestion,
  updateSection,
} from '../index.ts'
import { flattenForm } from '../comparing/parts.ts'
import { isDeepEqual } from '../form/same.ts'

/** Another author's changes of the same version on another device: without my keys. */
function elsewhere(start: TemplateDraft, edit: (form: EditorForm) => EditorForm): TemplateDraft {
  return toTemplateDraft(edit(toEditorForm(start, keysOf('elsewhere'))))
}
const doing = (all: readonly Act[]) => (form: EditorForm) => performAll(form, all, keysOf('new'))
const few = fc.tuple(draft, acts, acts)

describe('a merge', () => {
  it('of a form whose tie to another system one has changed and the other has taken away says nothing for the one that is gone', () => {
    const start = templateDraftSchema.parse({ ...buildTemplate(), muniCore: { areaId: '102' } })
    const tie = (areaId: string | undefined) => (form: EditorForm) =>
      updateForm(form, { muniCore: areaId === undefined ? undefined : { ...form.muniCore, areaId } } as never)
    const base = toEditorForm(start, keysOf('base'))
    const { clashes } = mergeTemplates(
      { base, mine: tie(undefined)(base), theirs: elsewhere(start, tie('103')) },
      keysOf('theirs'),
    )
    expect(clashes).toMatchObject([{ field: 'muniCore', theirs: { areaId: '103' } }])
    expect(clashes[0]?.mine).toBeUndefined()
  })

  it('is mine where no one else changed anything', () => {
    fc.assert(
      fc.property(draft, acts, (start, mine) => {
        const base = toEditorForm(start, keysOf('base'))
        const merged = mergeTemplates({ base, mine: doing(mine)(base), theirs: start }, keysOf('theirs'))
        expect(merged.clashes).toEqual([])
        expect(toTemplateDraft(merged.form)).toEqual(toTemplateDraft(doing(mine)(base)))
      }),
    )
  })

  it('is theirs where I changed nothing', () => {
    fc.assert(
      fc.property(draft, acts, (start, theirs) => {
        const base = toEditorForm(start, keysOf('base'))
        const saved = elsewhere(start, doing(theirs))
        const merged = mergeTemplates({ base, mine: base, theirs: saved }, keysOf('theirs'))
        expect(merged.clashes).toEqual([])
        expect(toTemplateDraft(merged.form)).toEqual(saved)
      }),
    )
  })

  it('of what both did alike is that, without a clash', () => {
    fc.assert(
      fc.property(draft, acts, (start, both) => {
        const base = toEditorForm(start, keysOf('base'))
        const mine = doing(both)(base)
        const merged = mergeTemplates({ base, mine, theirs: toTemplateDraft(mine) }, keysOf('theirs'))
        expect(merged.clashes).toEqual([])
        expect(toTemplateDraft(merged.form)).toEqual(toTemplateDraft(mine))
      }),
    )
  })

  it('a second time changes nothing and asks nothing', () => {
    fc.assert(
      fc.property(few, ([start, mine, theirs]) => {
        const base = toEditorForm(start, keysOf('base'))
        const saved = elsewhere(start, doing(theirs))
        const once = mergeTemplates({ base, mine: doing(mine)(base), theirs: saved }, keysOf('theirs'))
        const twice = mergeTemplates({ base: once.base, mine: once.form, theirs: saved }, keysOf('again'))
        expect(twice.clashes).toEqual([])
        expect(toTemplateDraft(twice.form)).toEqual(toTemplateDraft(once.form))
      }),
    )
  })

  it.each(['mine', 'theirs'] as const)(
    'loses no value that somebody gave: each stands in the form or in a clash, and clashes go to %s',
    (side) => {
      fc.assert(
        fc.property(few, ([start, mine, theirs]) => {
          const base = toEditorForm(start, keysOf('base'))
          const own = doing(mine)(base)
          const saved = elsewhere(start, doing(theirs))
          const first = mergeTemplates({ base, mine: own, theirs: saved }, keysOf('theirs'))
          const choices = Object.fromEntries(first.clashes.map(({ unit }) => [unit, side]))
          const merged = mergeTemplates({ base, mine: own, theirs: saved }, keysOf('theirs'), choices)
          const [before, result, sides] = [
            flattenForm(base),
            flattenForm(merged.form),
            { mine: flattenForm(own), theirs: flattenForm(merged.base) },
          ]
          const clashing = new Set(
            merged.clashes
              .filter(({ field }) => field === null)
              .flatMap(({ key }) => [...insideOf(key, before, sides.mine, sides.theirs)]),
          )
          for (const parts of Object.values(sides)) {
            for (const { key, fields } of parts.values()) {
              if (clashing.has(key)) continue
              for (const [field, value] of Object.entries(fields)) {
                if (field === 'transiciones' || field === 'estados.inicial') continue
                const untouched = before.has(key) && isDeepEqual(before.get(key)?.fields[field], value)
                const clashed = merged.clashes.some(
                  (clash) => clash.key === key && clash.field !== null && `${field}.`.startsWith(`${clash.field}.`),
                )
                if (!untouched && !clashed) expect(isDeepEqual(result.get(key)?.fields[field], value)).toBe(true)
              }
            }
          }
          for (const { key, field } of merged.clashes) {
            if (field === null) expect(result.has(key)).toBe(sides[side].has(key))
            else if (!['transiciones', 'estados.inicial'].includes(field))
              expect(isDeepEqual(result.get(key)?.fields[field], sides[side].get(key)?.fields[field])).toBe(true)
          }
        }),
      )
    },
  )
})

function insideOf(key: string, ...forms: readonly ReturnType<typeof flattenForm>[]): ReadonlySet<string> {
  const inside = new Set([key])
  for (const parts of forms)
    for (const part of parts.values()) if (part.parent !== null && inside.has(part.parent)) inside.add(part.key)
  return inside
}

describe('two people at one form', () => {
  const START = pickDraftFields(buildTemplate())
  const base = toEditorForm(START, keysOf('base'))
  const newKey = keysOf('new')
  const titled = (form: EditorForm, titulo: string): string =>
    [...walkQuestions(form)].find(({ found }) => found.titulo === titulo)?.found.key ?? ''
  const section = (form: EditorForm, at: number): string => form.secciones[at]?.key ?? ''
  const merge = (mine: (form: EditorForm) => EditorForm, theirs: (form: EditorForm) => EditorForm, choices = {}) =>
    mergeTemplates({ base, mine: mine(base), theirs: elsewhere(START, theirs) }, keysOf('theirs'), choices)
  const titlesIn = (form: EditorForm, at: number) => form.secciones[at]?.preguntas.map(({ titulo }) => titulo)
  const ask = (titulo: string, changed: string) => (form: EditorForm) =>
    updateQuestion(form, titled(form, titulo), { titulo: changed })

  it('at different questions of one section both have their way, without being asked', () => {
    const { form, clashes } = merge(ask('Nombre', 'Nombre del local'), ask('Superficie', 'Superficie total'))
    expect(clashes).toEqual([])
    expect(titlesIn(form, 0)?.slice(0, 3)).toEqual(['Nombre del local', 'Empleados', 'Superficie total'])
  })

  it('at the same title are asked, by section; mine stands until then', () => {
    const [mine, theirs] = [ask('Nombre', 'Mine'), ask('Nombre', 'Theirs')]
    const { form, clashes } = merge(mine, theirs)
    const unit = section(base, 0)
    expect(clashes).toMatchObject([
      {
        unit,
        key: titled(base, 'Nombre'),
        field: 'titulo',
        mine: 'Mine',
        theirs: 'Theirs',
        part: { within: [{ text: 'Local' }] },
      },
    ])
    expect(titlesIn(form, 0)?.[0]).toBe('Mine')
    expect(titlesIn(merge(mine, theirs, { [unit]: 'theirs' }).form, 0)?.[0]).toBe('Theirs')
    expect(titlesIn(merge(mine, theirs, { form: 'theirs' }).form, 0)?.[0]).toBe('Mine')
  })

  it('adding each a question at the same place have both', () => {
    const adding = (titulo: string) => (form: EditorForm) =>
      updateQuestion(addQuestion(form, section(form, 1), titulo, 1), titulo, { titulo })
    const { form, clashes } = merge(adding('Ancho'), adding('Alto'))
    expect(clashes).toEqual([])
    expect(titlesIn(form, 1)?.toSorted()).toEqual(['Alto', 'Ancho', 'Foto', 'Ubicación'])
    expect(toTemplateDraft(form).secciones[1]?.preguntas.map(({ orden }) => orden)).toEqual([0, 1, 2, 3])
  })

  it('where I removed what they changed: asked, with all that they have', () => {
    const [mine, theirs] = [(form: EditorForm) => removeSection(form, section(form, 2)), ask('Metros', 'Metros²')]
    const { form, clashes } = merge(mine, theirs)
    expect(clashes).toMatchObject([
      {
        unit: section(base, 2),
        key: section(base, 2),
        field: null,
        mine: undefined,
        part: { kind: 'section', text: 'Tipo de local' },
      },
    ])
    expect(JSON.stringify(clashes[0]?.theirs)).toContain('Metros²')
    expect(form.secciones).toHaveLength(2)
    const kept = merge(mine, theirs, { [section(base, 2)]: 'theirs' }).form
    expect(kept.secciones[2]?.conditions[1]?.questions[0]?.titulo).toBe('Metros²')
  })

  it('where they removed what I did not touch: gone', () => {
    const { form, clashes } = merge(ask('Nombre', 'Mine'), (theirs) => removeQuestion(theirs, titled(theirs, 'Foto')))
    expect([clashes, titlesIn(form, 1), titlesIn(form, 0)?.[0]]).toEqual([[], ['Ubicación'], 'Mine'])
  })

  it('where I changed a section’s type and they filled it: one of the two, as a whole', () => {
    const mine = (form: EditorForm) => changeSectionType(form, section(form, 1), true)
    const theirs = (form: EditorForm) => addQuestion(form, section(form, 1), 'x')
    const { form, clashes } = merge(mine, theirs)
    expect(clashes.map(({ key, field }) => [key, field])).toEqual([[section(base, 1), null]])
    expect(form.secciones[1]).toMatchObject({ conditionalSection: true, preguntas: [] })
    const other = merge(mine, theirs, { [section(base, 1)]: 'theirs' }).form
    expect(other.secciones[1]).toMatchObject({ conditionalSection: false })
    expect(titlesIn(other, 1)).toEqual(['Ubicación', 'Foto', ''])
  })

  it('where I made a select of what they gave options as a radio: one of the two, as a whole', () => {
    const key = titled(base, 'Estado')
    const theirs = (form: EditorForm) => addOptions(form, titled(form, 'Estado'), { texts: ['Regular'], newKey })
    const { form, clashes } = merge((mine) => changeQuestionType(mine, key, QUESTION_TYPE.OPEN), theirs)
    expect(clashes).toMatchObject([{ key, field: null }])
    expect(form.secciones[0]?.preguntas[5]).toMatchObject({ tipoPregunta: QUESTION_TYPE.OPEN, opciones: [] })
  })

  it('where I moved a question and they reworded it: moved and reworded', () => {
    const { form, clashes } = merge(
      (mine) => moveQuestion(mine, titled(mine, 'Foto'), { parent: section(mine, 0), index: 0 }),
      (theirs) => updateQuestion(theirs, titled(theirs, 'Foto'), { titulo: 'Foto de la salida', required: true }),
    )
    expect(clashes).toEqual([])
    expect(form.secciones[0]?.preguntas[0]).toMatchObject({ titulo: 'Foto de la salida', required: true })
    expect(titlesIn(form, 1)).toEqual(['Ubicación'])
  })

  it('where I put sections in another order and they added one: in my order, theirs after what it was after', () => {
    const { form } = merge(
      (mine) => moveSection(mine, section(mine, 2), 0),
      (theirs) => updateSection(copyOfFirst(theirs), 'copy', { titulo: 'Copy' }),
    )
    expect(form.secciones.map(({ titulo }) => titulo)).toEqual(['', 'Local', 'Copy', 'Salidas'])
  })

  it('where they removed the initial state: the first that remains, and no transition to what is gone', () => {
    const [pending, approved] = base.estados.disponibles.map(({ key }) => key)
    const { form } = merge(
      (mine) => setTransitions(mine, approved ?? '', [pending ?? '']),
      (theirs) => removeState(theirs, theirs.estados.disponibles[0]?.key ?? ''),
    )
    expect(form.estados.disponibles.flatMap(({ transiciones }) => transiciones)).toEqual([])
    expect(toTemplateDraft(form).estados).toMatchObject({
      disponibles: [{ id: 0, nombre: 'Aprobado', transiciones: [] }],
      inicial: 0,
    })
  })

  it('content only, of a form with answers: the numbers stay those of the server', () => {
    const gaps = { ...START, secciones: START.secciones.map((one) => ({ ...one, orden: one.orden * 2 + 1 })) }
    const opened = toEditorForm(gaps, keysOf('base'))
    const saved = toTemplateDraft(updateForm(toEditorForm(gaps, keysOf('elsewhere')), { descripcion: 'Theirs' }))
    const { form } = mergeTemplates(
      { base: opened, mine: updateForm(opened, { titulo: 'Mine' }), theirs: saved },
      keysOf('theirs'),
    )
    expect(compareTemplates(gaps, toTemplateDraft(form)).map((one) => one.kind === 'changed' && one.field)).toEqual([
      'titulo',
      'descripcion',
    ])
    expect(toTemplateDraft(form).secciones.map(({ orden }) => orden)).toEqual([1, 3, 5])
  })

  function copyOfFirst(form: EditorForm): EditorForm {
    return duplicateSection(form, section(form, 0), 'copy', newKey)
  }
})
