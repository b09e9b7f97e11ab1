import { canBePublic } from '../../access/index.ts'
import type { FormTemplate } from '../documents/template.ts'
import type { User } from '../../users/documents/user.ts'
import type { Instant, TemplateId, UserId } from '../../kernel/index.ts'
import { buildRetentionWrites } from '../../privacy/judge/erase-overdue.ts'
import { keys, set, type FoundDocuments, type Unit, type Write } from '../../store/index.ts'
import { switchFormOption } from '../editing/option-rules.ts'
import { findStoredDraft } from './stored-drafts.ts'
import { buildNextVersion, buildVersionWrites } from './next-version.ts'
import { buildSaveRefusalDecision, buildSavedDecision, type TemplateSaveResult } from './outcome.ts'
import { loadTemplateAccess, listTemplateAccessKeys } from './stored.ts'

/**
 * Returns the unit that makes a template public or private. Creates a new version, so that open editors notice the
 * switch and do not revert it. Needs no base version, and answers do not lock it. Switches off options that need a
 * public form (`switchFormOption`). Also switches a draft and changes its base to the new version; its author must
 * resolve contradictions in it.
 */
export function setScopeUnit(id: TemplateId, publico: boolean, by: UserId, now: Instant): Unit<TemplateSaveResult> {
  return {
    keysFor: () => [
      ...listTemplateAccessKeys(id, by),
      keys.versionCounter(id),
      keys.retention(id),
      keys.keptDraft(id),
      keys.keptCounter(id),
    ],
    decide: (documents) => {
      const result = loadTemplateAccess('publish', id, by, documents)
      if (!result.ok) return buildSaveRefusalDecision(result.problem.code)
      const { user, template } = result.value
      if (template.opcionales.publico === publico) return buildSavedDecision(template, [])
      if (publico && !canBePublic(template)) return buildSaveRefusalDecision('template.cannot-be-public')
      const switchedTemplate = { ...template, opcionales: switchFormOption(template.opcionales, 'publico', publico) }
      const next = buildNextVersion(template, switchedTemplate, template, { by: user, now, found: documents })
      return buildSavedDecision(next, [
        ...buildVersionWrites(next),
        ...buildRetentionWrites(template, next, documents, now),
        ...buildDraftWrites(next, user, documents, now),
      ])
    },
  }
}

function buildDraftWrites(
  { id, version, opcionales }: FormTemplate,
  by: User,
  documents: FoundDocuments,
  now: Instant,
): readonly Write[] {
  const keptDraft = findStoredDraft(documents, id)
  if (keptDraft === undefined) return []
  const count = (documents.get(keys.keptCounter(id))?.count ?? 0) + 1
  const switchedTemplate = {
    ...keptDraft,
    base: version,
    revision: count,
    opcionales: {
      ...switchFormOption(keptDraft.opcionales, 'publico', opcionales.publico),
      publico: opcionales.publico,
    },
    lastEdit: { date: now, username: by.userMuniCore },
  }
  return [set(keys.keptDraft(id), switchedTemplate), set(keys.keptCounter(id), { count })]
}
