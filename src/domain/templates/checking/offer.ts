import { actorOfProfile, can } from '../../access/index.ts'
import type { Municipality } from '../../places/documents/location.ts'
import { QUESTION_TYPE, type Question } from '../../questions/documents.ts'
import { settingsOf } from '../../places/documents/municipality-settings.ts'
import type { TemplateDraft } from '../documents/template.ts'
import type { ToldSettings } from '../../places/documents/device-settings.ts'
import type { User } from '../../users/documents/user.ts'
import type { AreaPath, MunicipalityPath } from '../../kernel/paths.ts'
import { municipalityOf } from '../../kernel/path-parts.ts'
import { comparable } from '../comparing/comparable.ts'
import { matchForms } from '../comparing/match-forms.ts'
import { toEditorForm } from '../form/to-editor-form.ts'
import { partsOf } from '../comparing/parts.ts'
import { questionAt, type QuestionPlace, type TemplateProblem } from '../form/place.ts'
import { placedQuestions } from './problems-of-sections.ts'

/** What not everybody who builds a form is offered. */
export type Offer = {
  /** video attachments: by the municipality's setting (part 2, point 4) */
  readonly video: boolean
  /** combined questions: under a remote flag (part 2, point 2) */
  readonly combined: boolean
  /** the switch between public and private: by the right to publish */
  readonly scope: boolean
}

/** What is offered for a form, by the kept profile; nothing before it is known. @param areas of the form, for videos */
export function offerTo(profile: OfferedTo | null, areas: readonly AreaPath[]): Offer {
  if (profile === null) return { video: false, combined: false, scope: false }
  return {
    video: municipalityOfForm(profile, areas)?.videoAttachments === true,
    combined: profile.config.show_new_type_question,
    scope: can(actorOfProfile(profile), 'publish', 'formulario'),
  }
}

/** What a profile says of a form's municipality, that of its first area; of the person's own while it has no area. */
export function municipalityOfForm(
  { municipality, municipalities = [] }: Pick<OfferedTo, 'municipality' | 'municipalities'>,
  [first]: readonly AreaPath[],
): FormMunicipality | undefined {
  return first === undefined
    ? municipality
    : [municipality, ...municipalities].find(({ path }) => path === municipalityOf(first))
}

/** `profile.ts` of the sync room fits; not imported, because what travels is built on templates. */
type OfferedTo = Parameters<typeof actorOfProfile>[0] & {
  readonly municipality: FormMunicipality
  readonly municipalities?: readonly FormMunicipality[] | undefined
  readonly config: { readonly show_new_type_question: boolean }
}
type FormMunicipality = ToldSettings<'everywhere'> & {
  readonly path: MunicipalityPath
  readonly idMuniCore?: number | undefined
  readonly videoAttachments?: boolean | undefined
}

/** Video attachments are for everybody of one municipality, or for single users of it (part 2, point 6). */
export function offersVideo(municipality: Municipality, { userMuniCore }: User): boolean {
  const { videoAttachments, videoAttachmentUsernames } = settingsOf(municipality)
  return videoAttachments || videoAttachmentUsernames.includes(userMuniCore)
}

/**
 * A scope that the user may not switch, and questions that use what they are not offered, unless they did already: a
 * form that came with videos or combined questions stays savable, and such a question may be reworded and moved. Editor
 * and server ask this of the stored form and the one to be stored. Documents have no keys, so the question that was
 * there is found by likeness (`match-forms.ts`), on both sides alike.
 * @param before the stored form; null for a new one
 */
export function unofferedProblems(
  before: TemplateDraft | null,
  after: TemplateDraft,
  offer: Offer,
): readonly TemplateProblem[] {
  const scope =
    !offer.scope && after.opcionales.publico !== (before?.opcionales.publico ?? false) ? [SCOPE_NOT_OFFERED] : []
  const problems = NEEDS.filter(({ offered }) => !offer[offered]).flatMap((need) => {
    return usesOf(after, need).map((place) => ({ need, place }))
  })
  // Where each use stands in the place of one, questions were reworded at most: the common save asks for no likeness.
  if (before !== null && problems.every(({ need, place }) => usesAt(before, need, place))) return scope
  const had = before === null ? () => false : wasThere(before, after)
  const unoffered = problems
    .filter(({ need, place }) => !had(need, place))
    .map(({ need: { code, field }, place }): TemplateProblem => ({
      code,
      place: { kind: 'question', ...place, field },
    }))
  return [...scope, ...unoffered]
}

const SCOPE_NOT_OFFERED: TemplateProblem = { code: 'option.not-for-role', place: { kind: 'option', option: 'publico' } }

type Need = {
  readonly offered: keyof Offer
  readonly uses: (question: Pick<Question, 'adjuntarVideo' | 'tipoPregunta'>) => boolean
  readonly code: TemplateProblem['code']
  readonly field: keyof Question
}

const NEEDS: readonly Need[] = [
  {
    offered: 'video',
    uses: ({ adjuntarVideo }) => adjuntarVideo,
    code: 'template.video-not-offered',
    field: 'adjuntarVideo',
  },
  {
    offered: 'combined',
    uses: ({ tipoPregunta }) => tipoPregunta === QUESTION_TYPE.COMBINED,
    code: 'template.combined-not-offered',
    field: 'tipoPregunta',
  },
]

function usesAt(
  { secciones }: TemplateDraft,
  { uses }: Need,
  { section, condition, question }: QuestionPlace,
): boolean {
  const found = secciones[section]
  const questions = condition === null ? found?.preguntas : found?.conditions[condition]?.questions
  return questions?.[question] !== undefined && uses(questions[question])
}

function usesOf({ secciones }: TemplateDraft, { uses }: Need): readonly QuestionPlace[] {
  const placed = secciones.flatMap((section, index) => placedQuestions(section, index))
  return placed.filter(([, question]) => uses(question)).map(([place]) => place)
}

/** Without what questions hold: a hundred thousand options and blocks would be matched for nothing. */
function questionsAlone(draft: TemplateDraft): TemplateDraft {
  const alone = (questions: readonly Question[]) =>
    questions.map(({ combinedQuestions: _blocks, ...question }) => ({ ...question, opciones: [] }))
  const secciones = draft.secciones.map((section) => ({
    ...section,
    preguntas: alone(section.preguntas),
    conditions: section.conditions.map((condition) => ({ ...condition, questions: alone(condition.questions) })),
  }))
  return { ...draft, secciones }
}

/** Tells of a question in `after` whether it was in `before` and used the same there already. */
function wasThere(before: TemplateDraft, after: TemplateDraft): (need: Need, place: QuestionPlace) => boolean {
  const used = new Map(NEEDS.map((need) => [need, usesOf(before, need)]))
  if ([...used.values()].every((places) => places.length === 0)) return () => false
  let made = 0
  const newKey = (): string => `offer-${(made += 1)}`
  const old = toEditorForm(questionsAlone(before), newKey)
  const now = toEditorForm(questionsAlone(after), newKey)
  const [known, unknown] = comparable(partsOf(old), partsOf(now))
  const matched = matchForms(known, unknown)
  const keys = new Map(
    [...used].map(([need, places]) => [need, new Set(places.map((place) => questionAt(old, place)?.key))]),
  )
  return (need, place) => keys.get(need)?.has(matched.get(questionAt(now, place)?.key ?? '')) === true
}
