import type { AreaPath } from '../kernel/paths.ts'
import type { Actor } from './actor.ts'
import { can } from './can.ts'
import type { FormLike } from './document-rules.ts'

/**
 * Checks whether an actor may change a form's areas. Only areas that the actor may access can be added or removed. The
 * first area determines the code prefix and who may answer, so the old and the new first area must both be accessible.
 * @param before areas of the stored form; empty for a new form
 */
export function mayChangeAreas(actor: Actor, form: FormLike, before: readonly AreaPath[]): boolean {
  const { areas } = form
  const governing = areas[0] === before[0] ? [] : [...areas.slice(0, 1), ...before.slice(0, 1)]
  const changed = [
    ...governing,
    ...areas.filter((area) => !before.includes(area)),
    ...before.filter((area) => !areas.includes(area)),
  ]
  return changed.length === 0 || can(actor, 'create', { kind: 'formulario', document: { ...form, areas: changed } })
}
