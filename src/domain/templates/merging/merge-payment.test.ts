import { describe, expect, it } from 'vitest'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { compareTemplates } from '../comparing/difference.ts'
import { setCurrency, setSale, updateCharge, updateSale } from '../editing/edit-payment.ts'
import { pickDraftFields, toEditorForm } from '../form/to-editor-form.ts'
import { toTemplateDraft } from '../form/to-template-draft.ts'
import { mergeTemplates } from './merge.ts'

let keys = 0
const newKey = (): string => `k${(keys += 1)}`
const EUR = { sign: '€', name: 'EUR' }
const BASE = setSale(setCurrency(toEditorForm(pickDraftFields(buildTemplate()), newKey), EUR), true, 'zone')
const merged = (mine: typeof BASE, theirs: typeof BASE) =>
  mergeTemplates({ base: BASE, mine, theirs: toTemplateDraft(theirs) }, newKey)

describe('what a form costs', () => {
  it('is shown field by field between two versions', () => {
    const after = updateSale(updateCharge(BASE, { base: 500 }), { maxPerPerson: 4 })
    expect(compareTemplates(toTemplateDraft(BASE), toTemplateDraft(after))).toMatchObject([
      { kind: 'changed', field: 'charge.base', before: 0, after: 500 },
      { kind: 'changed', field: 'ticketSale.maxPerPerson', before: undefined, after: 4 },
    ])
  })

  it('of two authors who changed different fields of it is both', () => {
    const { form, clashes } = merged(updateCharge(BASE, { base: 500 }), updateCharge(BASE, { minutes: 30 }))
    expect(clashes).toEqual([])
    expect(toTemplateDraft(form).charge).toMatchObject({ base: 500, minutes: 30, currency: EUR })
  })

  it('is asked about where one sells nothing any more and the other changed what is sold', () => {
    const { form, clashes } = merged(updateSale(BASE, { maxPerPerson: 4 }), setSale(BASE, false, ''))
    expect(clashes).toMatchObject([{ field: 'ticketSale' }])
    expect(toTemplateDraft(form).ticketSale).toEqual({ ...BASE.ticketSale, maxPerPerson: 4 })
  })
})
