import { firstAreaOf, type FormTemplate } from '../../documents/index.ts'
import type { AreaPath, TemplateId } from '../../kernel/index.ts'
import { keys, set, unitOver, type Unit } from '../../store/index.ts'

/** Whether a form shows another name of this area than it has. Forms show the name of their first area only. */
export function showsOtherName(form: FormTemplate, path: AreaPath, nombre: string): boolean {
  return firstAreaOf(form) === path && form.areaInfo.nombre !== nombre
}

/**
 * Gives forms the name that their area has at this moment, and notes how far it has come. The version stays: what is answered is the same, so nobody's draft, edit or
 * answer under way meets another version.
 * @returns how many were given it
 */
export function renameFormsUnit(path: AreaPath, forms: readonly TemplateId[]): Unit<number> {
  return unitOver<number>([keys.area(path), ...forms.map(keys.template)], (found) => {
    const area = found.get(keys.area(path))
    if (area === undefined) return { result: 0, writes: [] }
    const { nombre, renaming } = area
    const renamed = forms
      .map((id) => found.get(keys.template(id)))
      .filter((form): form is FormTemplate => form !== undefined && showsOtherName(form, path, nombre))
      .map((form) => set(keys.template(form.id), { ...form, areaInfo: { ...form.areaInfo, nombre } }))
    const done = (renaming?.done ?? 0) + renamed.length
    const noted =
      renaming === undefined || renamed.length === 0
        ? []
        : [set(keys.area(path), { ...area, renaming: { done, total: Math.max(done, renaming.total) } })]
    return { result: renamed.length, writes: [...renamed, ...noted] }
  })
}
