import type { MunicipalityPath } from '#domain/kernel/index.ts'
import { getMunicipality } from '#domain/kernel/index.ts'
import type { Currency } from '#domain/payments/index.ts'
import { findFormMunicipality, type EditorForm } from '#domain/templates/index.ts'
import { useProfile } from '#ui/index.ts'
import { useEditor } from '../../store/editor-context.tsx'

/** The form's municipality. Without `idMuniCore` it is not in the management system and has no incidents or agendas. */
export type FormMunicipality = {
  readonly path: MunicipalityPath
  readonly idMuniCore?: number | undefined
  readonly currency?: Currency | undefined
  readonly timeZone?: string | undefined
}

/**
 * The form's municipality, from the user's profile. For administrators without areas in it, from the stored form.
 */
export function useFormMunicipality({ areas }: Pick<EditorForm, 'areas'>): FormMunicipality | undefined {
  const profile = useProfile()
  const stored = useEditor((state) => state.base?.template ?? undefined)
  const knownMunicipality = profile === null ? undefined : findFormMunicipality(profile, areas)
  if (knownMunicipality !== undefined) return knownMunicipality
  const [first] = areas
  const [before] = stored?.areas ?? []
  if (first === undefined || before === undefined || getMunicipality(first) !== getMunicipality(before))
    return undefined
  return { path: getMunicipality(first), idMuniCore: stored?.municipioInfo.idMuniCore }
}
