import { optionLocks } from '#domain/templates/index.ts'
import type { PanelProps } from '../../panel.ts'
import { useEditor } from '../../store/editor-context.tsx'
import { useOfferedFeatures } from '../../use-offer.ts'
import { useFormMunicipality } from './use-form-municipality.ts'

/** Options that cannot be switched, with the reason: another option, the form's municipality or the user's role. */
export function useOptionLocks({ form, locks }: PanelProps): ReturnType<typeof optionLocks> {
  const managementSystem = useFormMunicipality(form)?.idMuniCore !== undefined
  const wasPublic = useEditor((state) => state.base?.template?.opcionales.publico ?? false)
  const { scope } = useOfferedFeatures()
  return optionLocks(form, { locks, managementSystem, scope, wasPublic })
}
