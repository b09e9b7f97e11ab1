import type { FormTemplate } from '../templates/documents/template.ts'
import { refuse, ok, type Result } from '../kernel/result.ts'
import { checkText } from '../questions/text.ts'
import { type Author, isCitizenAuthor, isGuest, PUBLIC_AUTHOR } from '../kernel/author.ts'
import type { AnswerHeader, SubmitMutation } from './submission.ts'

/** Checks whether a form asks for a citizen: with the citizen option, and not public (part 3, point 5). */
export function asksForCitizen({ opcionales: { ciudadano, publico } }: Pick<FormTemplate, 'opcionales'>): boolean {
  return ciudadano && !publico
}

/**
 * Returns the form as shown to the author of an answer. The public and citizens are not asked for a state, so their
 * answers start in the initial state and create the incident of that state.
 */
export function toFormShownToAuthor(template: FormTemplate, author: Author): FormTemplate {
  const isAnsweredByPublic = author === PUBLIC_AUTHOR && template.opcionales.publico
  return isAnsweredByPublic || isCitizenAuthor(author) ? { ...template, estados: NO_STATES } : template
}
export const NO_STATES: FormTemplate['estados'] = { disponibles: [], inicial: null, history: [] }

/**
 * Parts of a form that determine the header of its answers. A stored answer has its own copy of them, without `estados`
 * if the form has none.
 */
export type HeaderForm = Pick<FormTemplate, 'opcionales'> & {
  readonly muniCore?: FormTemplate['muniCore']
  readonly estados?: Pick<FormTemplate['estados'], 'disponibles'> | undefined
}

/**
 * Checks whether the author chooses the state: the form creates incidents, and their type depends on the state (part 3,
 * point 4).
 */
export function asksForState({ opcionales, estados, muniCore }: HeaderForm): boolean {
  const disponibles = estados?.disponibles ?? []
  const perState = muniCore?.perState === true || disponibles.some((state) => state.idTipoIncidente !== undefined)
  return opcionales.incidentes && perState && disponibles.length > 0
}

/**
 * Checks that the header contains only fields that the form asks for:
 *
 * | field | only if |
 * |---|---|
 * | citizen | the form asks for a citizen or is offered in the citizen portal, and is not public |
 * | recipient | it has the recipient option |
 * | asset | it has a map and creates incidents, whose type the asset search needs |
 * | portal record | answered from the portal without an account; decides who may see and change the answer |
 * | state | the form asks its author for a state (`toFormShownToAuthor`); otherwise the initial state is used |
 *
 * Refuses with answer.citizen-on-public, answer.unknown-address (with `field`), answer.state-unknown,
 * answer.wrong-value.
 */
export function checkHeader(
  template: FormTemplate,
  { header, author }: Pick<SubmitMutation, 'header' | 'author'>,
): Result<void> {
  const texts = checkHeaderTexts({ header })
  if (!texts.ok) return texts
  const { publico, citizenAssociationFromCitizenPortal } = template.opcionales
  if (header.citizen !== undefined && publico) return refuse('answer.citizen-on-public')
  const request: Readonly<Record<OptionalField, boolean>> = {
    ...findRequestedHeaderFields(template),
    portal: citizenAssociationFromCitizenPortal && isGuest(author),
  }
  const stray = (Object.keys(request) as OptionalField[]).find(
    (field) => header[field] !== undefined && !request[field],
  )
  if (stray !== undefined) return refuse('answer.unknown-address', { field: stray })
  const { state } = header
  const shownTemplate = toFormShownToAuthor(template, author)
  const known = state === undefined || shownTemplate.estados.disponibles.some(({ id }) => id === state)
  const mayPick = state === undefined || state === shownTemplate.estados.inicial || asksForState(shownTemplate)
  return known && mayPick ? ok(undefined) : refuse('answer.state-unknown', { state })
}
/** Header fields that a form asks for and a correction may change. */
export function findRequestedHeaderFields(
  template: FormTemplate,
): Readonly<Record<'citizen' | 'persona' | 'identifier', boolean>> {
  const { publico, destinatario, geolocalizacion, incidentes, citizenAssociationFromCitizenPortal } =
    template.opcionales
  return {
    citizen: asksForCitizen(template) || (citizenAssociationFromCitizenPortal && !publico),
    persona: destinatario,
    identifier: geolocalizacion && incidentes,
  }
}
type OptionalField = 'citizen' | 'persona' | 'identifier' | 'portal'

/** Checks names and addresses by the rules for texts of answers, so that exports can contain them. */
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
