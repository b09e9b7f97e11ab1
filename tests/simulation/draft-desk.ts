import { templateDraftSchema, type FormTemplate, type TemplateDraft } from '#domain/templates/index.ts'
import { discardDraftUnit, storeDraftUnit, saveTemplateUnit } from '#domain/templates/judge/index.ts'
import { templateIdSchema, toInstant, type Author, type TemplateId, type UserId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Chance } from './chance.ts'
import type { SimServer } from './server.ts'

/** A form whose draft is edited in every world and published in none. */
const NEVER = templateIdSchema.parse('N'.repeat(26))

/** A user of the office who edits forms. Drafts must not be answered before they are published. */
export type DraftDesk = {
  /** saves a draft of the next version or of the unpublished form, or discards one */
  act(chance: Chance): Promise<void>
  /** publishes the draft. @returns the version; undefined: no draft of this version exists */
  publish(version: number): Promise<FormTemplate | undefined>
}

/** @param changing the form that gets new versions */
export function createDraftDesk(
  server: () => SimServer,
  by: Author,
  changing: TemplateId,
  now: () => number,
): DraftDesk {
  const author = by as UserId
  let drafts = 0

  const read = async (id: TemplateId) => {
    const found = await server().store.getMany([keys.template(id), keys.keptDraft(id)])
    return { template: found.get(keys.template(id)), kept: found.get(keys.keptDraft(id)) }
  }
  /** The same questions under another title, so that users who answer are not affected. */
  const draftFrom = (form: TemplateDraft): TemplateDraft => {
    drafts += 1
    return templateDraftSchema.parse({
      ...form,
      secciones: form.secciones.map((section) => ({ ...section, titulo: `Borrador ${drafts}` })),
    })
  }

  return {
    act: async (chance) => {
      const { template, kept } = await read(changing)
      const fresh = chance.happens(0.25)
      const [discards, id] = [chance.happens(0.15), fresh ? NEVER : changing]
      const stored = fresh ? (await read(NEVER)).kept : kept
      const { store } = server()
      const moment = toInstant(now())
      if (discards && stored !== undefined)
        return void (await store.commit(discardDraftUnit(id, stored, author, moment)))
      if (template === undefined) return
      const keeping = {
        id,
        base: fresh ? 0 : template.version,
        revision: stored?.revision ?? 0,
        draft: draftFrom(stored ?? template),
      }
      await store.commit(storeDraftUnit(keeping, author, moment))
    },
    publish: async (version) => {
      const { template, kept } = await read(changing)
      if (template?.version !== version || kept === undefined) return undefined
      const save = { id: changing, base: version, revision: kept.revision, draft: templateDraftSchema.parse(kept) }
      const saved = await server().store.commit(saveTemplateUnit(save, author, toInstant(now())))
      if (saved.kind !== 'saved') throw new Error(`The draft is not published: ${saved.kind}`)
      return saved.template
    },
  }
}
