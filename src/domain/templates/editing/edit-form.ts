import { pdfSettingsSchema, type PdfSettings } from '../documents/pdf-settings.ts'
import type { EditorForm } from '../form/editor-form.ts'
import { applyPatch } from '../form/lists.ts'
import { keepIfEqual } from '../form/same.ts'

/**
 * Changes to fields of the form itself, such as titles and descriptions in all languages, areas, image, agenda and
 * limit.
 */
export type FormPatch = Partial<
  Omit<EditorForm, 'secciones' | 'estados' | 'signatures' | 'opcionales' | 'muniCore' | 'pdfSettings' | 'restructured'>
>
export type MuniCorePatch = Partial<NonNullable<EditorForm['muniCore']>>
export type PdfPatch = Partial<PdfSettings>

export function updateForm(form: EditorForm, patch: FormPatch): EditorForm {
  return applyPatch(form, patch)
}

/** Checks whether the form is linked to the management system (`muniCore`, possibly empty). */
export function isLinkedToManagementSystem({ muniCore }: Pick<EditorForm, 'muniCore'>): boolean {
  return muniCore !== undefined
}

/**
 * Switches the link to the management system on or off. Off removes the link, the incidents option and the states'
 * incident types.
 */
export function setManagementSystemLink(form: EditorForm, on: boolean): EditorForm {
  if (on === isLinkedToManagementSystem(form)) return form
  if (on) return { ...form, muniCore: {} }
  const opcionales = applyPatch(form.opcionales, { incidentes: false })
  const { muniCore: _link, ...rest } = form
  return { ...rest, opcionales, estados: withoutIncidentTypes(form.estados) }
}

/**
 * Edits the link to the management system, and creates it if missing. Removes incident types when the area changes, and
 * when switching between one type per form and one per state, because each type belongs to the area for which it was
 * created.
 */
export function updateMuniCore(form: EditorForm, patch: MuniCorePatch): EditorForm {
  const before = form.muniCore ?? {}
  const after = applyPatch(before, patch)
  if (after === before && form.muniCore !== undefined) return form
  const stale = after.areaId !== before.areaId || (after.perState ?? false) !== (before.perState ?? false)
  if (!stale) return { ...form, muniCore: after }
  const { idTipoIncidente } = patch
  return { ...form, muniCore: applyPatch(after, { idTipoIncidente }), estados: withoutIncidentTypes(form.estados) }
}

/**
 * Edits the PDF settings. Portable print and a logo exclude each other. Without the logo, its image and text are
 * removed (part 2, point 3).
 */
export function updatePdfSettings(form: EditorForm, patch: PdfPatch): EditorForm {
  const before = form.pdfSettings ?? pdfSettingsSchema.parse({})
  const edited = applyPatch(before, patch)
  const withOneLogoChoice =
    patch.logoChecked === true ? applyPatch(edited, { portablePrint: false }) : withoutLogoOnPortable(edited)
  const withCheckedLogoText = withOneLogoChoice.logoChecked
    ? withOneLogoChoice
    : applyPatch(withOneLogoChoice, { logo: undefined, text: undefined })
  const pdfSettings = keepIfEqual(before, withCheckedLogoText)
  const opcionales = applyPatch(form.opcionales, { pdfPortablePrint: pdfSettings.portablePrint })
  return pdfSettings === form.pdfSettings && opcionales === form.opcionales
    ? form
    : { ...form, pdfSettings, opcionales }
}

function withoutLogoOnPortable(settings: PdfSettings): PdfSettings {
  return settings.portablePrint ? applyPatch(settings, { logoChecked: false }) : settings
}

function withoutIncidentTypes(estados: EditorForm['estados']): EditorForm['estados'] {
  if (estados.disponibles.every((state) => state.idTipoIncidente === undefined)) return estados
  return {
    ...estados,
    disponibles: estados.disponibles.map((state) => applyPatch(state, { idTipoIncidente: undefined })),
  }
}
