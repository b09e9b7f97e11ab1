import type { TemplateDraft } from '../documents/index.ts'
import type { AreaPath } from '../kernel/index.ts'

/** What an imported form was tied to where it comes from, and cannot be tied to here. */
export type LeftBehind = 'areas' | 'header-image' | 'agenda' | 'management-system'

export type Adopted = { readonly draft: TemplateDraft; readonly left: readonly LeftBehind[] }

/**
 * Makes a form from elsewhere one of this place. With an area of the person who imports it, it comes from here and stays as it is. Without,
 * it comes from another municipality: its areas, its picture on that server, its agenda and its incident types mean nothing here. The options
 * that need them stay on, so that saving asks for the new ones instead of silently dropping what the form is for.
 * @param areas of the person who imports
 */
export function adoptTemplate(draft: TemplateDraft, areas: readonly AreaPath[]): Adopted {
  const own = draft.areas.filter((area) => areas.includes(area))
  const areasLeft: readonly LeftBehind[] = own.length < draft.areas.length ? ['areas'] : []
  if (own.length > 0 || !isTied(draft)) return { draft: areasLeft.length === 0 ? draft : { ...draft, areas: own }, left: areasLeft }
  const { headerImageURL, appointmentGroup, muniCore, ...rest } = draft
  const disponibles = draft.estados.disponibles.map(({ idTipoIncidente: _, ...state }) => state)
  const hadIncidents = muniCore !== undefined || draft.estados.disponibles.some((state) => state.idTipoIncidente !== undefined)
  return {
    draft: { ...rest, areas: own, estados: { ...draft.estados, disponibles } },
    left: [
      ...areasLeft,
      ...(headerImageURL === undefined ? [] : ['header-image' as const]),
      ...(appointmentGroup === undefined ? [] : ['agenda' as const]),
      ...(hadIncidents ? ['management-system' as const] : []),
    ],
  }
}

function isTied({ areas, headerImageURL, appointmentGroup, muniCore, estados }: TemplateDraft): boolean {
  const tied = headerImageURL !== undefined || appointmentGroup !== undefined || muniCore !== undefined
  return areas.length > 0 || tied || estados.disponibles.some((state) => state.idTipoIncidente !== undefined)
}
