import type { AreaPath } from '../kernel/paths.ts'
import type { Actor } from './actor.ts'
import { can } from './can.ts'
import type { FormLike } from './document-rules.ts'

/**
 * Whether an actor may put a form into its areas and take it out of those it is in now: areas beyond their reach stay.
 * The first governs who answers, the area's name and the prefix of codes: it changes only where old and new are theirs.
 * @param before areas of the stored form; none for a new one
 */
export function mayPlace(actor: Actor, form: FormLike, before: readonly AreaPath[]): boolean {
  const { areas } = form
  const governing = areas[0] === before[0] ? [] : [...areas.slice(0, 1), ...before.slice(0, 1)]
  const changed = [
    ...governing,
    ...areas.filter((area) => !before.includes(area)),
    ...before.filter((area) => !areas.includes(area)),
  ]
  return changed.length === 0 || can(actor, 'create', { kind: 'formulario', document: { ...form, areas: changed } })
}
