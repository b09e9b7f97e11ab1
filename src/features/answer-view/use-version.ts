import { useLiveQuery } from 'dexie-react-hooks'
import { readTemplateVersion, type FormTemplate } from '#domain/templates/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { loadTemplate } from '#local/index.ts'
import { useAccount, useAsked } from '#ui/index.ts'

/**
 * The version of the form that an answer was filled with: the device's own, else the server's.
 * @param answer undefined: none is asked for yet
 * @returns undefined while it is looked for; null when it cannot be had now
 */
export function useVersion(
  answer: Pick<Answer, 'idPlantilla' | 'templateVersion'> | undefined,
): FormTemplate | null | undefined {
  const { local } = useAccount()
  const { idPlantilla: id, templateVersion: version } = answer ?? {
    idPlantilla: '' as Answer['idPlantilla'],
    templateVersion: 1,
  }
  const here = useLiveQuery(
    async () => (answer === undefined ? undefined : ((await loadTemplate(local, id, version)) ?? null)),
    [local, id, version, answer === undefined],
  )
  const [asked] = useAsked(readTemplateVersion, { id, version }, here === null)
  if (here !== null) return here
  return asked.kind === 'here' ? asked.value.template : asked.kind === 'failed' ? null : undefined
}
