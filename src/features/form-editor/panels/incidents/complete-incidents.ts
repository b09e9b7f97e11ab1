import { createTipoIncidencia } from '#domain/integrations/index.ts'
import { toProblem, type RequestSender } from '#domain/endpoints/index.ts'
import { getMunicipality, type ProblemCode, type TemplateId, toHex } from '#domain/kernel/index.ts'
import {
  listIncidentTypes,
  formatIncidentTypeTitle,
  updateMuniCore,
  updateState,
  type EditorForm,
  type TemplatePlace,
  type TemplateProblem,
} from '#domain/templates/index.ts'

export type MissingIncidentTypesInput = {
  readonly ask: RequestSender
  /** id of the template */
  readonly id: TemplateId
  /** user name in the management system (`userMuniCore`) */
  readonly username: string
  /** form about to be published */
  readonly form: EditorForm
  /** stores a created type in the form immediately, so that a retry after a failure does not create it twice */
  readonly keep: (edit: (form: EditorForm) => EditorForm) => void
}

/** An incident type missing in the form. */
type WantedType = {
  readonly formTitle: string
  readonly place: TemplatePlace
  /** name of the state with this incident type; null for the type of the whole form */
  readonly state: string | null
  readonly keep: (form: EditorForm, type: string) => EditorForm
}

/**
 * Creates missing incident types before a form is published: one for the form, or one per state (part 2, points 4 and
 * 7). Retries use the same request ids, so that a lost reply creates no duplicate. Stops at the first failure.
 * @returns null if all types exist; else the problem and its place, and the form must not be published
 */
export async function createMissingIncidentTypes({
  ask,
  id,
  username,
  form,
  keep,
}: MissingIncidentTypesInput): Promise<TemplateProblem | null> {
  const area = form.muniCore?.areaId
  if (!form.opcionales.incidentes || area === undefined) return null
  const { publico } = form.opcionales
  const [first] = form.areas
  const municipality = first === undefined ? undefined : getMunicipality(first)
  for (const requestedType of findWantedTypes(form)) {
    const { formTitle, place, state } = requestedType
    const requestId = await computeSha256([id, area, username, formTitle].join('\n'))
    const outcome = await ask(createTipoIncidencia, {
      body: { muniCoreUsername: username, muniCoreAreaId: area, formTitle, publico, municipality, requestId },
    })
    if (outcome.kind !== 'ok') {
      const { code, details } = toProblem(outcome)
      return {
        code: hasOwnMessage(code) ? code : 'connector.incident-type-failed',
        place,
        details: { ...details, ...(state === null ? {} : { of: 'state', state }) },
      }
    }
    // Stores the user name in the management system, as this user owns the type (part 2, point 3).
    keep((now) => updateMuniCore(requestedType.keep(now, outcome.value.id), { username }))
  }
  return null
}

/** Whether a problem is reported with its own message. Other problems are reported as "type not created". */
function hasOwnMessage(code: ProblemCode): boolean {
  return code.startsWith('connector.') || code.startsWith('session.') || code === 'access.forbidden'
}

function findWantedTypes(form: EditorForm): readonly WantedType[] {
  return listIncidentTypes(form).flatMap(({ place, state, id }): readonly WantedType[] => {
    if (id !== undefined) return []
    if (state === null)
      return [
        {
          formTitle: form.titulo.trim(),
          place,
          state,
          keep: (now, idTipoIncidente) => updateMuniCore(now, { idTipoIncidente }),
        },
      ]
    const { key, nombre } = form.estados.disponibles[state] ?? {}
    if (key === undefined || nombre === undefined) return []
    const formTitle = formatIncidentTypeTitle(form.titulo, nombre)
    return [
      { formTitle, place, state: nombre, keep: (now, idTipoIncidente) => updateState(now, key, { idTipoIncidente }) },
    ]
  })
}

async function computeSha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return toHex(new Uint8Array(digest))
}
