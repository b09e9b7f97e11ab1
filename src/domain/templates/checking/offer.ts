import { actorOfProfile, can } from '../../access/index.ts'
import type { Municipality } from '../../places/documents/location.ts'
import { QUESTION_TYPE, type Question } from '../../questions/documents.ts'
import { resolveSettings } from '../../places/documents/municipality-settings.ts'
import type { TemplateDraft } from '../documents/template.ts'
import type { DeviceSettings } from '../../places/documents/device-settings.ts'
import type { User } from '../../users/documents/user.ts'
import type { AreaPath, MunicipalityPath } from '../../kernel/paths.ts'
import { getMunicipality } from '../../kernel/path-parts.ts'
import { prepareComparison } from '../comparing/comparable.ts'
import { matchForms } from '../comparing/match-forms.ts'
import { toEditorForm } from '../form/to-editor-form.ts'
import { flattenForm } from '../comparing/parts.ts'
import { findQuestionAt, type QuestionPlace, type TemplateProblem } from '../form/place.ts'
import { listPlacedQuestions } from './problems-of-sections.ts'

/** Features of the form editor that depend on the user or the municipality. */
export type EditorFeatures = {
  /** video attachments: the municipality's setting (part 2, point 4) */
  readonly video: boolean
  /** combined questions: a remote flag (part 2, point 2) */
  readonly combined: boolean
  /** switch between public and private: the right to publish */
  readonly scope: boolean
  /** retention period of answers: the right to administer answers, because a shorter period erases answers */
  readonly retention: boolean
}

/**
 * Returns the features offered for a form, by the stored profile; none before the profile is loaded.
 * @param areas areas of the form; the first one determines whether videos are offered
 */
export function computeEditorFeatures(profile: OfferedTo | null, areas: readonly AreaPath[]): EditorFeatures {
  if (profile === null) return { video: false, combined: false, scope: false, retention: false }
  return {
    video: findFormMunicipality(profile, areas)?.videoAttachments === true,
    combined: profile.config.show_new_type_question,
    scope: can(actorOfProfile(profile), 'publish', 'formulario'),
    retention: can(actorOfProfile(profile), 'restore', 'respuesta'),
  }
}

/**
 * Returns the municipality of the form's first area, from the profile. Without an area, returns the user's
 * municipality.
 */
export function findFormMunicipality(
  { municipality, municipalities = [] }: Pick<OfferedTo, 'municipality' | 'municipalities'>,
  [first]: readonly AreaPath[],
): FormMunicipality | undefined {
  return first === undefined
    ? municipality
    : [municipality, ...municipalities].find(({ path }) => path === getMunicipality(first))
}

/**
 * Fields of `Profile` in src/domain/sync/profile.ts, which cannot be imported, because src/domain/sync depends on
 * templates.
 */
type OfferedTo = Parameters<typeof actorOfProfile>[0] & {
  readonly municipality: FormMunicipality
  readonly municipalities?: readonly FormMunicipality[] | undefined
  readonly config: { readonly show_new_type_question: boolean }
}
type FormMunicipality = DeviceSettings<'everywhere'> & {
  readonly path: MunicipalityPath
  readonly idMuniCore?: number | undefined
  readonly videoAttachments?: boolean | undefined
}

/** Checks whether video attachments are enabled for the municipality or for this user (part 2, point 6). */
export function offersVideo(municipality: Municipality, { userMuniCore }: User): boolean {
  const { videoAttachments, videoAttachmentUsernames } = resolveSettings(municipality)
  return videoAttachments || videoAttachmentUsernames.includes(userMuniCore)
}

/**
 * Finds uses of features that are not offered to the user and that the stored form did not have. Existing videos and
 * combined questions may be kept, reworded and moved. The editor and the server compare the stored form with the new
 * one. Documents have no keys, so questions are matched by similarity (`match-forms.ts`).
 * @param before the stored form; null for a new form
 */
export function findFeatureProblems(
  before: TemplateDraft | null,
  after: TemplateDraft,
  offer: EditorFeatures,
): readonly TemplateProblem[] {
  const isScopeRefused = !offer.scope && after.opcionales.publico !== (before?.opcionales.publico ?? false)
  // A new form has no answers yet.
  const isRetentionRefused = !offer.retention && before !== null && after.retention !== before.retention
  const refused = [
    ...(isScopeRefused ? [SCOPE_NOT_OFFERED] : []),
    ...(isRetentionRefused ? [RETENTION_NOT_OFFERED] : []),
  ]
  const problems = FEATURE_NEEDS.filter(({ offered }) => !offer[offered]).flatMap((need) => {
    return findUses(after, need).map((place) => ({ need, place }))
  })
  // Skips matching if each use is at the same place as before, as in most saves.
  if (before !== null && problems.every(({ need, place }) => buildUsePlace(before, need, place))) return refused
  const had = before === null ? () => false : createUseChecker(before, after)
  const unoffered = problems
    .filter(({ need, place }) => !had(need, place))
    .map(({ need: { code, field }, place }): TemplateProblem => ({
      code,
      place: { kind: 'question', ...place, field },
    }))
  return [...refused, ...unoffered]
}

const SCOPE_NOT_OFFERED: TemplateProblem = { code: 'option.not-for-role', place: { kind: 'option', option: 'publico' } }
const RETENTION_NOT_OFFERED: TemplateProblem = {
  code: 'access.forbidden',
  place: { kind: 'field', field: 'retention' },
}

type FeatureNeed = {
  readonly offered: keyof EditorFeatures
  readonly uses: (question: Pick<Question, 'adjuntarVideo' | 'tipoPregunta'>) => boolean
  readonly code: TemplateProblem['code']
  readonly field: keyof Question
}

const FEATURE_NEEDS: readonly FeatureNeed[] = [
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

function buildUsePlace(
  { secciones }: TemplateDraft,
  { uses }: FeatureNeed,
  { section, condition, question }: QuestionPlace,
): boolean {
  const foundSection = secciones[section]
  const questions = condition === null ? foundSection?.preguntas : foundSection?.conditions[condition]?.questions
  return questions?.[question] !== undefined && uses(questions[question])
}

function findUses({ secciones }: TemplateDraft, { uses }: FeatureNeed): readonly QuestionPlace[] {
  const placed = secciones.flatMap((section, index) => listPlacedQuestions(section, index))
  return placed.filter(([, question]) => uses(question)).map(([place]) => place)
}

/**
 * Returns the draft without options and blocks. There may be a hundred thousand of them, and matching does not need
 * them.
 */
function pickOnlyQuestions(draft: TemplateDraft): TemplateDraft {
  const isOnlyQuestion = (questions: readonly Question[]) =>
    questions.map(({ combinedQuestions: _blocks, ...question }) => ({ ...question, opciones: [] }))
  const secciones = draft.secciones.map((section) => ({
    ...section,
    preguntas: isOnlyQuestion(section.preguntas),
    conditions: section.conditions.map((condition) => ({
      ...condition,
      questions: isOnlyQuestion(condition.questions),
    })),
  }))
  return { ...draft, secciones }
}

/** Returns a function that checks whether a question of `after` existed in `before` and had the same feature. */
function createUseChecker(
  before: TemplateDraft,
  after: TemplateDraft,
): (need: FeatureNeed, place: QuestionPlace) => boolean {
  const used = new Map(FEATURE_NEEDS.map((need) => [need, findUses(before, need)]))
  if ([...used.values()].every((places) => places.length === 0)) return () => false
  let made = 0
  const newKey = (): string => `offer-${(made += 1)}`
  const old = toEditorForm(pickOnlyQuestions(before), newKey)
  const now = toEditorForm(pickOnlyQuestions(after), newKey)
  const [known, unknown] = prepareComparison(flattenForm(old), flattenForm(now))
  const matched = matchForms(known, unknown)
  const keys = new Map(
    [...used].map(([need, places]) => [need, new Set(places.map((place) => findQuestionAt(old, place)?.key))]),
  )
  return (need, place) => keys.get(need)?.has(matched.get(findQuestionAt(now, place)?.key ?? '')) === true
}
