import type { State, TemplateStates } from '../templates/documents/states.ts'

/**
 * Returns the states in which answers wait for a decision. A state counts as solved if all its next states are nearer
 * to the initial state.
 */
export function listStatesToDecide({
  disponibles,
  inicial,
}: Pick<TemplateStates, 'disponibles' | 'inicial'>): readonly State[] {
  const steps = new Map([[inicial ?? 0, 0]])
  for (const [id, distanceFromStart] of steps)
    for (const next of disponibles[id]?.transiciones ?? []) if (!steps.has(next)) steps.set(next, distanceFromStart + 1)
  const countSteps = (id: number): number => steps.get(id) ?? 0
  return disponibles.filter(({ id, transiciones }) => transiciones.some((next) => countSteps(next) >= countSteps(id)))
}

/**
 * Checks whether a mistaken change of state can be repaired by later changes: they lead back, or to all other states
 * that could have followed. Nothing repairs a change to a final state.
 */
export function isStateChangeRepairable(disponibles: TemplateStates['disponibles'], from: number, to: number): boolean {
  const later = new Set(disponibles[to]?.transiciones)
  for (const id of later) for (const next of disponibles[id]?.transiciones ?? []) later.add(next)
  if (later.has(from)) return true
  const others = disponibles[from]?.transiciones.filter((id) => id !== to) ?? []
  return later.size > 0 && others.every((id) => later.has(id))
}
