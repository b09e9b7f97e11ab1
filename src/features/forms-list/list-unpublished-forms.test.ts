import { describe, expect, it } from 'vitest'
import { instantSchema, templateIdSchema } from '#domain/kernel/index.ts'
import type { DraftListItem } from '#domain/templates/index.ts'
import type { TemplateEditSummary } from '#local/index.ts'
import { AREA } from '#tests/support/builders/template.ts'
import { listUnpublishedForms } from './list-unpublished-forms.ts'

const AT = instantSchema.parse('2026-11-20T10:00:00.000Z')
const idOf = (id: string) => templateIdSchema.parse(id)
const edit = (id: string, version: number): TemplateEditSummary => ({
  id: idOf(id),
  title: `edit of ${id}`,
  version,
  startedAt: AT,
  updatedAt: AT,
})
const draft = (id: string, base: number): DraftListItem => ({
  id: idOf(id),
  titulo: `draft of ${id}`,
  areas: [AREA],
  seenIn: [AREA],
  base,
  revision: 1,
  lastEdit: { date: AT, username: 'gil' },
})

describe('forms that someone works on', () => {
  it('are each listed once, what only this device has first', () => {
    const work = listUnpublishedForms([edit('both', 0), edit('mine', 2)], [draft('theirs', 1), draft('both', 0)], true)
    expect(work.map(({ id, kept, edit: own }) => [id, kept !== undefined, own !== undefined])).toEqual([
      ['mine', false, true],
      ['theirs', true, false],
      ['both', true, true],
    ])
  })

  it('have the title that they have here', () => {
    expect(listUnpublishedForms([edit('both', 0)], [draft('both', 0)], true)[0]?.title).toBe('edit of both')
  })

  it('of this device alone are on the first page of drafts only', () => {
    expect(listUnpublishedForms([edit('mine', 0)], [draft('theirs', 0)], false).map(({ id }) => id)).toEqual(['theirs'])
  })
})
