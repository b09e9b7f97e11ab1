import type { MunicipalityPath } from '#domain/kernel/index.ts'
import { municipalityOf } from '#domain/kernel/index.ts'
import type { Currency } from '#domain/payments/index.ts'
import { municipalityOfForm, type EditorForm } from '#domain/templates/index.ts'
import { useProfile } from '#ui/index.ts'
import { useEditor } from '../../store/editor-context.tsx'

/** `idMuniCore` is missing where the municipality is not in the management system: then no incidents and no agendas. */
export type OfForm = {
  readonly path: MunicipalityPath
  readonly idMuniCore?: number | undefined
  readonly currency?: Currency | undefined
}

/** The form's municipality. One where the user has no area (an administrator's visit) is known by the stored form. */
export function useFormMunicipality({ areas }: Pick<EditorForm, 'areas'>): OfForm | undefined {
  const profile = useProfile()
  const stored = useEditor((state) => state.base?.template ?? undefined)
  const known = profile === null ? undefined : municipalityOfForm(profile, areas)
  if (known !== undefined) return known
  const [first] = areas
  const [before] = stored?.areas ?? []
  if (first === undefined || before === undefined || municipalityOf(first) !== municipalityOf(before)) return undefined
  return { path: municipalityOf(first), idMuniCore: stored?.municipioInfo.idMuniCore }
}
