import { isDeepStrictEqual } from 'node:util'
import type { FormTemplate } from '#domain/templates/index.ts'
import { keys } from '#domain/store/index.ts'

/**
 * Checks a device's copy of a form against the published version: questions and titles. An office may close or limit a
 * form without a new version. @returns checks one form; `where` names the holder
 */
export function createPublishedCheck(
  versions: ReadonlyMap<string, FormTemplate>,
  note: (violation: string) => void,
): (form: FormTemplate, where: string) => void {
  return ({ id, version, titulo, secciones }, where) => {
    const published = versions.get(keys.templateVersion(id, version))
    if (published === undefined || !isDeepStrictEqual([titulo, secciones], [published.titulo, published.secciones]))
      note(`12 published only: ${where} has version ${version} of ${id}, which nobody published so`)
  }
}
