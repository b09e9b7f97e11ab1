import { useLiveQuery } from 'dexie-react-hooks'
import { useLingui } from '@lingui/react/macro'
import { getFirstArea } from '#domain/places/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { listLocalAreas } from '#local/index.ts'
import { useAccount } from '#ui/index.ts'

/** @returns a function for the name of an area, known for the account's areas and the governing area of `form` */
export function useAreaName(form?: FormTemplate): (path: string) => string {
  const { t } = useLingui()
  const { local } = useAccount()
  const knownAreas = useLiveQuery(() => listLocalAreas(local), [local])
  const names = new Map<string, string>(knownAreas?.map(({ path, nombre }) => [path, nombre]))
  return (path) =>
    names.get(path) ??
    (form !== undefined && path === getFirstArea(form) ? form.areaInfo.nombre : t`An area you do not have access to`)
}
