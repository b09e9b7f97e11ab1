import type { MunicipalityPath } from '#domain/kernel/index.ts'
import { municipalityOf } from '#domain/kernel/index.ts'
import type { Currency } from '#domain/payments/index.ts'
import { municipalityOfForm, type EditorForm } from '#domain/templates/index.ts'
import { useProfile } from '#ui/index.ts'
import { useEditor } from '../../store/editor-context.tsx'

/** `idMuniCore` is missing where the municipality is not in the management system: no incidents, no agendas. */
export type OfForm = {
  readonly path: MunicipalityPath
  readonly idMuniCore?: number | undefined
  readonly currency?: Currency | undefined
}

/**
 * The form's municipality. Where the user has no area in it (a visiting administrator), it is taken from the stored
 * form.
 */
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
