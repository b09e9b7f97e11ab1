import type { AreaPath } from '../kernel/paths.ts'
import type { Actor } from './actor.ts'
import { can } from './can.ts'
import type { FormLike } from './document-rules.ts'

/**
 * Whether somebody may put a form into its areas, and take it out of those that it is in now: what they do not reach stays as it is. The first area
 * governs who answers, the area's name and the prefix of codes, so it changes only where both the old one and the new one are theirs.
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
