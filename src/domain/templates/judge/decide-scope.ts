import { canBePublic } from '../../access/index.ts'
import type { FormTemplate } from '../documents/template.ts'
import type { User } from '../../users/documents/user.ts'
import type { Instant, TemplateId, UserId } from '../../kernel/index.ts'
import { keys, set, type Found, type Unit, type Write } from '../../store/index.ts'
import { withOption } from '../editing/option-rules.ts'
import { keptIn } from './kept.ts'
import { nextVersion, versionWrites } from './next-version.ts'
import { refusedSave, saved, type SaveResult } from './outcome.ts'
import { templateAccess, templateAccessKeys } from './stored.ts'

/**
 * Returns the unit that makes a template public or private. Creates a version, so that open editors notice the switch
 * and do not revert it. Needs no base version, and answers do not lock it. Options that need a public form are switched
 * off (`withOption`). A draft is switched as well and rebased on the new version. Contradictions in the draft are left
 * to its author.
 */
export function scopeUnit(id: TemplateId, publico: boolean, by: UserId, now: Instant): Unit<SaveResult> {
  return {
    keysFor: () => [...templateAccessKeys(id, by), keys.keptDraft(id), keys.keptCounter(id)],
    decide: (found) => {
      const asked = templateAccess('publish', id, by, found)
      if (!asked.ok) return refusedSave(asked.problem.code)
      const { user, template } = asked.value
      if (template.opcionales.publico === publico) return saved(template, [])
      if (publico && !canBePublic(template)) return refusedSave('template.cannot-be-public')
      const switched = { ...template, opcionales: withOption(template.opcionales, 'publico', publico) }
      const next = nextVersion(template, switched, template, { by: user, now })
      return saved(next, [...versionWrites(next), ...draftWrites(next, user, found, now)])
    },
  }
}

function draftWrites(
  { id, version, opcionales }: FormTemplate,
  by: User,
  found: Found,
  now: Instant,
): readonly Write[] {
  const kept = keptIn(found, id)
  if (kept === undefined) return []
  const count = (found.get(keys.keptCounter(id))?.count ?? 0) + 1
  const switched = {
    ...kept,
    base: version,
    revision: count,
    opcionales: { ...withOption(kept.opcionales, 'publico', opcionales.publico), publico: opcionales.publico },
    lastEdit: { date: now, username: by.userMuniCore },
  }
  return [set(keys.keptDraft(id), switched), set(keys.keptCounter(id), { count })]
}
