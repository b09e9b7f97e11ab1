import type { State } from '../documents/states.ts'
import type { TemplateDraft } from '../documents/template.ts'
import { MAX_INCIDENT_TITLE_LENGTH } from '../../kernel/limits.ts'
import type { ProblemCode } from '../../kernel/problem.ts'
import { formatIncidentTypeTitle } from './incident-types.ts'
import type { TemplateProblem } from '../form/place.ts'

/**
 * Returns the problem of a state's name, or null. Used while typing and when saving.
 * @param others names of the other states
 */
export function findStateNameProblem(name: string, others: readonly string[]): ProblemCode | null {
  const trimmed = name.trim()
  if (trimmed === '') return 'state.name-required'
  return others.some((other) => other.trim() === trimmed) ? 'state.name-taken' : null
}

/**
 * Checks the states: names, transitions, the initial state, and names that are too long for an incident type (part 2,
 * points 4 and 5).
 */
export function findStateProblems(draft: TemplateDraft): readonly TemplateProblem[] {
  const { disponibles, inicial } = draft.estados
  const known = new Set(disponibles.map(({ id }) => id))
  const earlier = new Set<string>()
  const problems = disponibles.flatMap((state, index): readonly TemplateProblem[] => {
    // If two states have the same name, reports the second one.
    const name = findStateNameProblem(state.nombre, earlier.has(state.nombre.trim()) ? [state.nombre] : [])
    earlier.add(state.nombre.trim())
    return [
      ...(name === null ? [] : [{ code: name, place: { kind: 'state', state: index, field: 'nombre' } } as const]),
      ...(name === null && isTooLongForIncident(draft, state)
        ? [
            {
              code: 'state.incident-name-too-long',
              place: { kind: 'state', state: index, field: 'nombre' },
              details: { max: MAX_INCIDENT_TITLE_LENGTH },
            } as const,
          ]
        : []),
      ...(hasWrongTransitions(state, known)
        ? [{ code: 'state.transition-wrong', place: { kind: 'state', state: index, field: 'transiciones' } } as const]
        : []),
    ]
  })
  const begins = inicial === null ? disponibles.length === 0 : known.has(inicial)
  return begins ? problems : [...problems, { code: 'state.initial-wrong', place: { kind: 'field', field: 'estados' } }]
}

function hasWrongTransitions({ id, transiciones }: State, known: ReadonlySet<number>): boolean {
  return new Set(transiciones).size < transiciones.length || transiciones.some((to) => to === id || !known.has(to))
}

/**
 * Checks whether title and state name together are too long. Ignores a title that is already too long by itself,
 * because that is reported at the title.
 */
function isTooLongForIncident({ titulo, opcionales, muniCore }: TemplateDraft, { nombre }: State): boolean {
  const perState =
    opcionales.incidentes && muniCore?.perState === true && titulo.trim().length <= MAX_INCIDENT_TITLE_LENGTH
  return perState && formatIncidentTypeTitle(titulo, nombre).length > MAX_INCIDENT_TITLE_LENGTH
}
