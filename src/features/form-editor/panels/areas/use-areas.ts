import { useLiveQuery } from 'dexie-react-hooks'
import type { AreaPath } from '#domain/kernel/index.ts'
import type { EditorForm } from '#domain/templates/index.ts'
import { listLocalAreas } from '#local/index.ts'
import { useAccount, useProfile } from '#ui/index.ts'
import { useEditor } from '../../store/editor-context.tsx'
import { useAreaName } from '../../use-area-name.ts'
import type { ChoiceOption } from '../parts/choices.tsx'

type Areas = {
  /** sorted by name */
  readonly offered: readonly ChoiceOption<AreaPath>[]
  /** the account's areas are loaded and empty */
  readonly none: boolean
}

/** @returns the areas available for the form: those of the user's profile, and those that the form already has */
export function useAreas(form: EditorForm): Areas {
  const { local } = useAccount()
  const profile = useProfile()
  const stored = useEditor((state) => state.base?.template ?? undefined)
  const known = useLiveQuery(() => listLocalAreas(local), [local])
  const areaName = useAreaName(stored)
  const offered = [...new Set([...(profile?.areas ?? []), ...form.areas])]
    .map((path) => ({ value: path, text: areaName(path) }))
    .toSorted((a, b) => a.text.localeCompare(b.text))
  return { offered, none: offered.length === 0 && known !== undefined }
}
