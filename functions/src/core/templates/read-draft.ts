import type { z } from 'zod'
import { issueProblems } from '#domain/templates/index.ts'
import type { Core } from '../context.ts'
import { hasProtoKey, parsedBy, readJson } from '../http/body.ts'
import { invalidSave, type SaveResult } from '#domain/templates/judge/index.ts'

type ReadDraft<T> =
  { readonly kind: 'read'; readonly value: T } | Extract<SaveResult, { readonly kind: 'invalid' | 'refused' }>

/**
 * The body of a creation or a save. Refuses like `readParsed`; where only the draft is no template, with
 * template.invalid and the places, like a broken rule: an editor of another version sends what its own schema allows,
 * and the user has to find it.
 */
export async function readDraft<T>(
  core: Core,
  request: Request,
  limit: number,
  schema: z.ZodType<T>,
): Promise<ReadDraft<T>> {
  const body = await readJson(core, request, limit)
  if (!body.ok) return { kind: 'refused', problem: body.problem }
  const parsed = parsedBy(schema, body.value)
  if (parsed === undefined) return MALFORMED
  if (parsed.success) return hasProtoKey(body.value) ? MALFORMED : { kind: 'read', value: parsed.data }
  const { issues } = parsed.error
  if (issues.some(({ path }) => path[0] !== 'draft')) return MALFORMED
  const problems = issueProblems(issues.map((issue) => ({ ...issue, path: issue.path.slice(1) })))
  return problems.length > 0 ? invalidSave(problems) : MALFORMED
}

const MALFORMED = { kind: 'refused', problem: { code: 'request.malformed' } } as const
