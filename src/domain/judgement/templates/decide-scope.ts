import { canBePublic } from '../../access/index.ts'
import type { Instant, TemplateId, UserId } from '../../kernel/index.ts'
import type { Unit } from '../../store/index.ts'
import { withOption } from '../../templates/index.ts'
import { nextVersion, versionWrites } from './next-version.ts'
import { refusedSave, saved, type SaveResult } from './outcome.ts'
import { templateAccess, templateAccessKeys } from './stored.ts'

/**
 * Makes a template public or private. A version of its own, so that an editor that was open meanwhile hears of it instead of switching it
 * back unseen. Needs no base: whatever else changed, the wish is the same. Answers do not lock it. What only a public form has goes with it (`withOption`).
 */
export function scopeUnit(id: TemplateId, publico: boolean, by: UserId, now: Instant): Unit<SaveResult> {
  return {
    keysFor: () => templateAccessKeys(id, by),
    decide: (found) => {
      const asked = templateAccess('publish', id, by, found)
      if (!asked.ok) return refusedSave(asked.problem.code)
      const { user, template } = asked.value
      if (template.opcionales.publico === publico) return saved(template, [])
      if (publico && !canBePublic(template)) return refusedSave('template.cannot-be-public')
      const next = nextVersion(
        template,
        { ...template, opcionales: withOption(template.opcionales, 'publico', publico) },
        template,
        user,
        now,
      )
      return saved(next, versionWrites(next))
    },
  }
}
