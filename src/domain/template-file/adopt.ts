import type { TemplateDraft } from '../templates/documents/template.ts'
import type { AreaPath, TemplateId } from '../kernel/index.ts'
import { headerImageOf } from '../templates/templates-api.ts'

/** What an imported form was tied to where it comes from, and cannot be tied to here. */
export type LeftBehind = 'areas' | 'header-image' | 'pdf-logo' | 'agenda' | 'management-system' | 'incident-types'

export type Adopted = { readonly draft: TemplateDraft; readonly left: readonly LeftBehind[] }

/** The form in whose place the imported one comes, and who imports it. */
export type Adopting = {
  readonly id: TemplateId
  /** those that this very form has made in the management system */
  readonly incidentTypes: readonly string[]
  /** of the person who imports */
  readonly areas: readonly AreaPath[]
}

type Tied = {
  readonly muniCore?: TemplateDraft['muniCore']
  readonly estados: { readonly disponibles: readonly { readonly idTipoIncidente?: string | undefined }[] }
}

/** @param form a draft, or a form in the editor @returns every incident type it names, also while incidents are off */
export function incidentTypeIds({ muniCore, estados }: Tied): readonly string[] {
  return [muniCore, ...estados.disponibles].flatMap((tie) => tie?.idTipoIncidente ?? [])
}

/**
 * Makes an imported form that of `id`. Its images lie with the form that they were sent for, and no other shows them;
 * its incident types are of one form, or no one could tell answers of two apart. Both stay when the file is a copy of
 * this very form. Without an area of the user who imports it, it comes from another municipality, too: its areas, its
 * agenda and its tie to the management system mean nothing here. Options that need what is left behind stay on, so that
 * saving asks for it (or makes it, as incident types) instead of silently dropping what the form is for.
 */
export function adoptTemplate(draft: TemplateDraft, { id, incidentTypes, areas }: Adopting): Adopted {
  const left: LeftBehind[] = []
  const leave = (what: LeftBehind, tied: boolean): boolean => {
    if (tied) left.push(what)
    return tied
  }
  const isForeign = (url: string | undefined): boolean => url !== undefined && headerImageOf(url)?.template !== id
  const { headerImageURL, pdfSettings, appointmentGroup, muniCore, estados, ...rest } = draft
  const own = draft.areas.filter((area) => areas.includes(area))
  const isFromElsewhere = own.length === 0
  leave('areas', own.length < draft.areas.length)
  const withoutImage = leave('header-image', isForeign(headerImageURL))
  const withoutLogo = leave('pdf-logo', isForeign(pdfSettings?.logo))
  const withoutAgenda = leave('agenda', isFromElsewhere && appointmentGroup !== undefined)
  const types = incidentTypeIds(draft)
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
      areas: own,
      ...(headerImageURL === undefined || withoutImage ? {} : { headerImageURL }),
      ...(pdfSettings === undefined ? {} : { pdfSettings: withoutLogo ? withoutLogoOf(pdfSettings) : pdfSettings }),
      ...(appointmentGroup === undefined || withoutAgenda ? {} : { appointmentGroup }),
      ...(muniCore === undefined || untied ? {} : { muniCore: withoutTypes ? withoutType(muniCore) : muniCore }),
      estados: withoutTypes ? { ...estados, disponibles: estados.disponibles.map(withoutType) } : estados,
    },
    left,
  }
}

function withoutLogoOf({
  logo: _,
  ...settings
}: NonNullable<TemplateDraft['pdfSettings']>): NonNullable<TemplateDraft['pdfSettings']> {
  return settings
}

/** `username` says who made the type. */
function withoutType<
  T extends { readonly idTipoIncidente?: string | undefined; readonly username?: string | undefined },
>({ idTipoIncidente: _type, username: _who, ...tie }: T): Omit<T, 'idTipoIncidente' | 'username'> {
  return tie
}
