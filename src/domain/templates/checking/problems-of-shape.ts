import type { z } from 'zod'
import { MAX_SECTIONS, type Section, sectionSchema } from '../documents/section.ts'
import { type TemplateDraft, templateDraftSchema } from '../documents/template.ts'
import type { Problem } from '../../kernel/problem.ts'
import { toTemplatePlace } from '../form/place-of-path.ts'
import type { TemplateProblem } from '../form/place.ts'
import { pickFirstProblems, MAX_PROBLEMS, isSameTemplatePlace } from '../form/screen-order.ts'

const headSchema = templateDraftSchema.omit({ secciones: true })
type Issue = z.core.$ZodIssue

/**
 * Checks the limits of the stored document: text lengths, number of elements, unsafe links. Reports issues of the
 * document schema at the field where they can be fixed. Results are cached per section object.
 */
export function findShapeProblems(draft: TemplateDraft): readonly TemplateProblem[] {
  const head = headSchema.safeParse(draft)
  const headIssues = head.success ? [] : head.error.issues
  return [
    ...headIssues.map((issue) => toTemplateProblem(issue, issue.path)),
    ...draft.secciones.flatMap((section, index) =>
      parseSectionIssues(section).map((issue) => toTemplateProblem(issue, ['secciones', index, ...issue.path])),
    ),
    ...(draft.secciones.length > MAX_SECTIONS ? [TOO_MANY_SECTIONS] : []),
  ]
}

/**
 * Converts schema issues of an invalid draft to problems with places, so that editors of other app versions can show
 * them.
 * @param issues issues of `templateDraftSchema`, with paths from the root of the draft
 * @returns at most MAX_PROBLEMS; empty if no issue has a place in the form
 */
export function toTemplateProblems(issues: readonly Issue[]): readonly TemplateProblem[] {
  const placed = issues.slice(0, MAX_PROBLEMS).filter(({ path }) => path.length > 0)
  const problems = placed.map((issue) => toTemplateProblem(issue, issue.path))
  return pickFirstProblems(
    problems.filter(
      ({ place }, index) =>
        problems.findIndex((otherProblem) => isSameTemplatePlace(otherProblem.place, place)) === index,
    ),
  )
}

const TOO_MANY_SECTIONS: TemplateProblem = {
  code: 'template.too-many',
  place: { kind: 'field', field: 'secciones' },
  details: { max: MAX_SECTIONS },
}

const seen = new WeakMap<Section, readonly Issue[]>()

function parseSectionIssues(section: Section): readonly Issue[] {
  const known = seen.get(section)
  if (known !== undefined) return known
  const parsed = sectionSchema.safeParse(section)
  const issues = parsed.success ? [] : parsed.error.issues
  seen.set(section, issues)
  return issues
}

function toTemplateProblem(issue: Issue, path: readonly PropertyKey[]): TemplateProblem {
  return { ...explainIssue(issue, path), place: toTemplatePlace(path) }
}

function explainIssue(issue: Issue, path: readonly PropertyKey[]): Problem {
  const field = path.at(-1)
  if (path[0] === 'responsesCount') return { code: 'template.responses-count-required' }
  if (path[0] === 'pdfSettings' && field === 'portablePrint') return { code: 'template.logo-with-portable-print' }
  if (issue.code === 'too_big' && issue.origin === 'string') {
    const code = path[0] === 'signatures' ? 'signature.title-too-long' : 'template.text-too-long'
    return { code, details: { max: Number(issue.maximum) } }
  }
  if (issue.code === 'too_big' && issue.origin === 'array')
    return { code: 'template.too-many', details: { max: Number(issue.maximum) } }
  if (path[0] === 'headerImageURL' || (path[0] === 'pdfSettings' && field === 'logo'))
    return { code: 'template.image-missing' }
  if (path[0] === 'areas') return { code: 'template.area-unknown' }
  if (issue.code === 'invalid_format' || field === 'link') return { code: 'template.link-unsafe' }
  return { code: 'template.broken', details: { path: path.join('.') } }
}
