import type { TemplateDraft } from '../templates/documents/template.ts'
import type { AreaPath, TemplateId } from '../kernel/index.ts'
import { parseHeaderImageUrl } from '../templates/templates-api.ts'

/** References of an imported form that are not valid on this server. */
export type DroppedReference = 'areas' | 'header-image' | 'pdf-logo' | 'agenda' | 'management-system' | 'incident-types'

export type AdoptedTemplate = { readonly draft: TemplateDraft; readonly left: readonly DroppedReference[] }

/** The form that the import replaces, and data about the user. */
export type AdoptionTarget = {
  readonly id: TemplateId
  /** incident types that this form created in the management system */
  readonly incidentTypes: readonly string[]
  /** areas of the user */
  readonly areas: readonly AreaPath[]
}

type FormIncidentTypes = {
  readonly muniCore?: TemplateDraft['muniCore']
  readonly estados: { readonly disponibles: readonly { readonly idTipoIncidente?: string | undefined }[] }
}

/** Returns the incident types of a draft or edited form, even while the incidents option is off. */
export function listUsedIncidentTypeIds({ muniCore, estados }: FormIncidentTypes): readonly string[] {
  return [muniCore, ...estados.disponibles].flatMap((tie) => tie?.idTipoIncidente ?? [])
}

/**
 * Adapts an imported form, so that it becomes the form `id`. Images belong to the form for which they were uploaded,
 * and incident types to one form. Both are removed, unless the file is a copy of this form. If the file contains no
 * area of the user, it is from another municipality: its areas, agenda and link to the management system are removed.
 * Options that need the removed data stay on, so that saving asks for the data or creates it.
 */
export function adoptTemplate(draft: TemplateDraft, { id, incidentTypes, areas }: AdoptionTarget): AdoptedTemplate {
  const droppedReferences: DroppedReference[] = []
  const leave = (what: DroppedReference, tied: boolean): boolean => {
    if (tied) droppedReferences.push(what)
    return tied
  }
  const isForeign = (url: string | undefined): boolean => url !== undefined && parseHeaderImageUrl(url)?.template !== id
  const { headerImageURL, pdfSettings, appointmentGroup, muniCore, estados, ...rest } = draft
  const ownAreas = draft.areas.filter((area) => areas.includes(area))
  const isFromElsewhere = ownAreas.length === 0
  leave('areas', ownAreas.length < draft.areas.length)
  const withoutImage = leave('header-image', isForeign(headerImageURL))
  const withoutLogo = leave('pdf-logo', isForeign(pdfSettings?.logo))
  const withoutAgenda = leave('agenda', isFromElsewhere && appointmentGroup !== undefined)
  const types = listUsedIncidentTypeIds(draft)
  const untied = leave('management-system', isFromElsewhere && (muniCore !== undefined || types.length > 0))
  const withoutTypes =
    untied ||
    leave(
      'incident-types',
      types.some((type) => !incidentTypes.includes(type)),
    )
  return {
    draft: {
      ...rest,
      areas: ownAreas,
      ...(headerImageURL === undefined || withoutImage ? {} : { headerImageURL }),
      ...(pdfSettings === undefined ? {} : { pdfSettings: withoutLogo ? removeLogo(pdfSettings) : pdfSettings }),
      ...(appointmentGroup === undefined || withoutAgenda ? {} : { appointmentGroup }),
      ...(muniCore === undefined || untied ? {} : { muniCore: withoutTypes ? withoutType(muniCore) : muniCore }),
      estados: withoutTypes ? { ...estados, disponibles: estados.disponibles.map(withoutType) } : estados,
    },
    left: droppedReferences,
  }
}

function removeLogo({
  logo: _,
  ...settings
}: NonNullable<TemplateDraft['pdfSettings']>): NonNullable<TemplateDraft['pdfSettings']> {
  return settings
}

/** Removes the incident type, and `username`, which is the user who created it. */
function withoutType<
  T extends { readonly idTipoIncidente?: string | undefined; readonly username?: string | undefined },
>({ idTipoIncidente: _type, username: _who, ...tie }: T): Omit<T, 'idTipoIncidente' | 'username'> {
  return tie
}
