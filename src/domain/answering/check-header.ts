import type { FormTemplate } from '../templates/documents/template.ts'
import { refuse, ok, type Result } from '../kernel/result.ts'
import { checkText } from '../questions/text.ts'
import { type Author, isCitizenAuthor, isGuest, PUBLIC_AUTHOR } from '../kernel/author.ts'
import type { AnswerHeader, Submit } from './submission.ts'

/** A citizen is chosen on forms with the citizen option, and never on a public one (part 3, point 5). */
export function asksForCitizen({ opcionales: { ciudadano, publico } }: Pick<FormTemplate, 'opcionales'>): boolean {
  return ciudadano && !publico
}

/**
 * The form as its author is asked: the public and citizens are asked for no state, so their answers start in the
 * initial one and make its incident.
 */
export function formAsAsked(template: FormTemplate, author: Author): FormTemplate {
  const isPublics = author === PUBLIC_AUTHOR && template.opcionales.publico
  return isPublics || isCitizenAuthor(author) ? { ...template, estados: NO_STATES } : template
}
export const NO_STATES: FormTemplate['estados'] = { disponibles: [], inicial: null, history: [] }

/** Parts of a form that decide about the header; a stored answer has its own copy, without states where it has none. */
export type AskedInHeader = Pick<FormTemplate, 'opcionales'> & {
  readonly muniCore?: FormTemplate['muniCore']
  readonly estados?: Pick<FormTemplate['estados'], 'disponibles'> | undefined
}

/** Part 3, point 4: where each state makes an incident of its own kind, the person who answers picks the state. */
export function asksForState({ opcionales, estados, muniCore }: AskedInHeader): boolean {
  const disponibles = estados?.disponibles ?? []
  const perState = muniCore?.perState === true || disponibles.some((state) => state.idTipoIncidente !== undefined)
  return opcionales.incidentes && perState && disponibles.length > 0
}

/**
 * What stands beside the values is what this form asks for.
 *
 * | given | only where |
 * |---|---|
 * | citizen | the form asks for one or is answered from the citizen portal, and is not public |
 * | recipient | it has the recipient step |
 * | asset | it has a map and makes incidents, whose type the search for assets is given |
 * | tie to the portal | answered from the portal without an account: the tie decides who may see and change it |
 * | state | it asks its author for one (`formAsAsked`); elsewhere an answer starts in the initial state |
 *
 * Refuses answer.citizen-on-public, answer.unknown-address (with `field`), answer.state-unknown, answer.wrong-value.
 */
export function checkHeader(
  template: FormTemplate,
  { header, author }: Pick<Submit, 'header' | 'author'>,
): Result<void> {
  const texts = checkHeaderTexts({ header })
  if (!texts.ok) return texts
  const { publico, citizenAssociationFromCitizenPortal } = template.opcionales
  if (header.citizen !== undefined && publico) return refuse('answer.citizen-on-public')
  const asked: Readonly<Record<OptionalField, boolean>> = {
    ...fieldsAskedBy(template),
    portal: citizenAssociationFromCitizenPortal && isGuest(author),
  }
  const stray = (Object.keys(asked) as OptionalField[]).find((field) => header[field] !== undefined && !asked[field])
  if (stray !== undefined) return refuse('answer.unknown-address', { field: stray })
  const { state } = header
  const shown = formAsAsked(template, author)
  const known = state === undefined || shown.estados.disponibles.some(({ id }) => id === state)
  const mayPick = state === undefined || state === shown.estados.inicial || asksForState(shown)
  return known && mayPick ? ok(undefined) : refuse('answer.state-unknown', { state })
}
/** Which of those a form asks for beside its questions, and a correction may change. */
export function fieldsAskedBy(template: FormTemplate): Readonly<Record<'citizen' | 'persona' | 'identifier', boolean>> {
  const { publico, destinatario, geolocalizacion, incidentes, citizenAssociationFromCitizenPortal } =
    template.opcionales
  return {
    citizen: asksForCitizen(template) || (citizenAssociationFromCitizenPortal && !publico),
    persona: destinatario,
    identifier: geolocalizacion && incidentes,
  }
}
type OptionalField = 'citizen' | 'persona' | 'identifier' | 'portal'

/** The laws of texts hold for names and addresses as they do for answers: what no export survives is not stored. */
export function checkHeaderTexts({ header }: { readonly header: AnswerHeader }): Result<void> {
  const { citizen = {}, persona = {}, portal = {}, location, identifier, signatures } = header
  const texts: readonly (readonly [string, unknown])[] = [
    ...[citizen, persona, portal, ...signatures].flatMap((part) => Object.entries(part)),
    ['direccion', location?.direccion],
    ['identifier', identifier],
  ]
  for (const [field, text] of texts) {
    const checked = typeof text === 'string' ? checkText(text) : ok(undefined)
    if (!checked.ok) return refuse('answer.wrong-value', { field, reason: checked.problem.code })
  }
  return ok(undefined)
}
