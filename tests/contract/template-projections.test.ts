import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderPublicPage } from '#core/pages/public-page.ts'
import { createEmptyValues } from '#domain/answers/index.ts'
import { publicFormSchema } from '#domain/pages/index.ts'
import {
  formTemplateSchema,
  type FormTemplate,
  pickDraftFields,
  toEditorForm,
  toTemplateDraft,
} from '#domain/templates/index.ts'
import {
  toFormShownToAuthor,
  toFormForReader,
  findMissingItems,
  toPublicForm,
  rebuildTemplateFromPublicForm,
} from '#domain/answering/index.ts'
import { toPublishedTemplate, publishedTemplateSchema } from '#domain/integrations/index.ts'
import { ok, PUBLIC_AUTHOR } from '#domain/kernel/index.ts'
import { buildPreviewTemplate } from '#domain/preview/index.ts'
import { adoptTemplate, exportTemplate, importTemplate } from '#domain/template-file/index.ts'
import { anyTemplate } from '#tests/support/agreeing/any-template.ts'
import { CITIZEN_AUTHOR } from '#tests/support/builders/permits.ts'
import { keysOf } from '#tests/support/builders/template-edits.ts'

/** Checks that every publishable form passes through every format it is sent in unchanged. */

const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const always = (law: (form: FormTemplate) => void, numRuns = 100): void =>
  fc.assert(
    fc.property(anyTemplate, (form) => {
      law(form)
    }),
    { numRuns },
  )

/** The parts of a form that answering reads, besides its states and prices. */
function asked(form: FormTemplate): unknown {
  const { id, version, titulo, descripcion, nombreRespuesta, textoEmergencia, areas, areaInfo, municipioInfo } = form
  const { headerImageURL, customizedVoucherText, opcionales, secciones, signatures, pdfSettings } = form
  const { tituloAlternativeLanguage_en: en, descripcionAlternativeLanguage_pt: pt } = form
  const who = { id, version, titulo, descripcion, nombreRespuesta, areas, areaInfo, municipioInfo, en, pt }
  return {
    ...who,
    textoEmergencia,
    headerImageURL,
    customizedVoucherText,
    opcionales,
    secciones,
    signatures,
    pdfSettings,
  }
}

/** The public part of a form's discounts. */
const open = (all: readonly { readonly name: string }[] | undefined) => all?.filter(({ name }) => name === 'Feria')

function comesBack(original: FormTemplate, back: FormTemplate): void {
  expect(asked(back)).toEqual(asked(original))
  expect(back.charge?.base ?? 0).toBe(original.charge?.base ?? 0)
  expect(back.ticketSale?.zones).toEqual(original.ticketSale?.zones)
  expect(back.ticketSale?.promotions).toEqual(open(original.ticketSale?.promotions))
  expect(back.charge?.discounts ?? []).toEqual(open(original.charge?.discounts) ?? [])
}

describe.each([
  ['the public', PUBLIC_AUTHOR, 'publico', undefined],
  ['a citizen of the portal', CITIZEN_AUTHOR, 'citizenAssociationFromCitizenPortal', false],
] as const)('to %s', (_, author, channel, picksState) => {
  const sent = (form: FormTemplate) =>
    rebuildTemplateFromPublicForm(publicFormSchema.parse(overTheWire(toPublicForm(form, picksState))))

  it('comes what is asked, with the prices and reductions that are open to everyone', () => {
    always((form) => comesBack(form, sent(form)))
  })

  it('is asked on the device what the server asks for', () => {
    always((form) => {
      if (!form.opcionales[channel]) return
      const header = { signatures: [] }
      const both = [sent(form), toFormShownToAuthor(form, author)]
      const [here, there] = both.map((one) => findMissingItems(one, createEmptyValues(), header))
      expect(here).toEqual(there)
    })
  })
})

it('into the page of the public, and out of it', () => {
  always((form) => {
    const data = { form: toPublicForm(form), codeHidden: false, timeZone: 'UTC' }
    const page = renderPublicPage('<title></title><div id="root"></div>', ok(data), 'es')
    const [, json = ''] = /<script type="application\/json" id="relevo-form">(.*?)<\/script>/s.exec(page) ?? []
    const { form: read } = JSON.parse(json) as { readonly form: unknown }
    comesBack(form, rebuildTemplateFromPublicForm(publicFormSchema.parse(read)))
  }, 60)
})

it('to staff who may not change it, and to their device', () => {
  always((form) => {
    const read = formTemplateSchema.parse(overTheWire(toFormForReader({ kind: 'public' }, form)))
    comesBack(form, read)
    expect(read.appointmentGroup).toEqual(form.appointmentGroup)
    expect(read.estados).toEqual(form.estados)
  })
})

it('into the editor, into a file and into the preview, and out of them, whole', () => {
  always((form) => {
    const draft = pickDraftFields(form)
    expect(toTemplateDraft(toEditorForm(draft, keysOf('k')))).toEqual(draft)
    expect(importTemplate(exportTemplate(form))).toEqual(ok(draft))
    const own = { id: form.id, incidentTypes: ['3', '4'], areas: form.areas }
    expect(adoptTemplate(draft, own)).toEqual({ draft, left: [] })
    const shown = buildPreviewTemplate({ draft, viewer: 'staff' })
    expect({ ...pickDraftFields(shown), areas: form.areas }).toEqual(draft)
    expect(buildPreviewTemplate({ draft, viewer: 'public' }).secciones).toEqual(draft.secciones)
  })
})

it('to other systems, in the shape that is described to them', () => {
  always((form) => {
    const published = toPublishedTemplate(form, () => 'Inspección')
    expect(publishedTemplateSchema.safeParse(overTheWire(published)).error).toBeUndefined()
  })
})
