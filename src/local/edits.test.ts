import { beforeEach, describe, expect, it } from 'vitest'
import { instantSchema, templateIdSchema, toInstant } from '#domain/kernel/index.ts'
import { toEditorForm, removeSection, updateForm, updateSection, type EditorForm } from '#domain/templates/index.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { buildPair, type TestDevice } from '#tests/support/device/device.ts'
import type { TemplateEditBase, TemplateEdit } from './edit.ts'
import { discardTemplateEdit, listTemplateEdits, loadTemplateEdit, saveTemplateEdit } from './edits.ts'

const ID = templateIdSchema.parse('comercios')
const TEMPLATE = templateOf([section(0, [question(0)]), section(1, [question(0)]), section(2, [])])

let device: TestDevice
let opened: EditorForm
let base: TemplateEditBase
beforeEach(() => {
  device = buildPair().device
  let count = 0
  opened = toEditorForm(TEMPLATE, () => `k${(count += 1)}`)
  base = { template: TEMPLATE, kept: null, opened }
})

const edit = (form: EditorForm, change: Partial<TemplateEdit> = {}): TemplateEdit => ({
  id: ID,
  base,
  form,
  sent: null,
  startedAt: toInstant(0),
  updatedAt: toInstant(1000),
  ...change,
})

const keyOf = (index: number): string => opened.secciones[index]?.key ?? ''

/** The parts that one more journal entry writes, besides the head. */
async function partsWritten(
  next: TemplateEdit,
  written: Parameters<typeof saveTemplateEdit>[2],
): Promise<readonly unknown[]> {
  const before = new Map((await device.local.database.editParts.toArray()).map((row) => [row.part, row]))
  // A rewritten row is another object; a mark on the stored row shows which were left unchanged.
  await device.local.database.editParts.toCollection().modify((row) => {
    Object.assign(row, { untouched: true })
  })
  await saveTemplateEdit(device.local, next, written)
  const after = await device.local.database.editParts.toArray()
  expect(before.size).toBeGreaterThan(0)
  return after.filter((row) => !('untouched' in row)).map(({ part }) => part)
}

describe('the edit of a template', () => {
  it('comes back as it was journaled, also in another window', async () => {
    const changed = updateSection(updateForm(opened, { titulo: 'Otro título' }), keyOf(1), { titulo: 'Otra sección' })
    await saveTemplateEdit(device.local, edit(changed))
    expect(await loadTemplateEdit(device.tab().local, ID)).toEqual(edit(changed))
  })

  it('writes only the section that a keystroke changed', async () => {
    await saveTemplateEdit(device.local, edit(opened))
    const changed = updateSection(opened, keyOf(1), { titulo: 'x' })
    expect(await partsWritten(edit(changed), edit(opened))).toEqual([`section:${keyOf(1)}`])
    expect((await loadTemplateEdit(device.local, ID))?.form).toEqual(changed)
  })

  it('drops a section that was removed, and has it again after undo', async () => {
    await saveTemplateEdit(device.local, edit(opened))
    const without = removeSection(opened, keyOf(0))
    await saveTemplateEdit(device.local, edit(without), edit(opened))
    expect(await device.local.database.editParts.count()).toBe(3)
    await saveTemplateEdit(device.local, edit(opened), edit(without))
    expect((await loadTemplateEdit(device.local, ID))?.form).toEqual(opened)
  })

  it('keeps what was sent and not answered until that is known, no matter who writes it', async () => {
    const changed = updateForm(opened, { titulo: 'x' })
    await saveTemplateEdit(device.local, edit(opened))
    await saveTemplateEdit(device.local, edit(changed, { sent: opened }), edit(opened))
    expect(await loadTemplateEdit(device.tab().local, ID)).toEqual(edit(changed, { sent: opened }))
    await saveTemplateEdit(device.local, edit(changed), edit(changed, { sent: opened }))
    expect((await loadTemplateEdit(device.local, ID))?.sent).toBeNull()
    await saveTemplateEdit(device.local, edit(changed, { sent: opened }))
    await saveTemplateEdit(device.tab().local, edit(changed))
    expect((await loadTemplateEdit(device.local, ID))?.sent).toBeNull()
  })

  it('is written whole when another window has discarded it in the meantime', async () => {
    await saveTemplateEdit(device.local, edit(opened))
    await discardTemplateEdit(device.tab().local, ID)
    const changed = updateForm(opened, { titulo: 'x' })
    await saveTemplateEdit(device.local, edit(changed), edit(opened))
    expect(await loadTemplateEdit(device.local, ID)).toEqual(edit(changed))
  })

  it('leaves nothing behind when it is discarded', async () => {
    await saveTemplateEdit(device.local, edit(opened))
    expect(await discardTemplateEdit(device.local, ID)).toMatchObject({ ok: true })
    expect(await loadTemplateEdit(device.local, ID)).toBeUndefined()
    expect(await device.local.database.editParts.count()).toBe(0)
  })

  it('is listed by its title, the youngest first; version 0 was never saved', async () => {
    const other = templateIdSchema.parse('nuevo-1')
    await saveTemplateEdit(device.local, edit(opened))
    await saveTemplateEdit(
      device.local,
      edit(updateForm(opened, { titulo: 'Nuevo' }), {
        id: other,
        base: null,
        updatedAt: instantSchema.parse('2026-01-01T00:00:00.000Z'),
      }),
    )
    expect((await listTemplateEdits(device.local)).map(({ id, title, version }) => [id, title, version])).toEqual([
      [other, 'Nuevo', 0],
      [ID, opened.titulo, 1],
    ])
  })

  it('without a title is listed by the first words that were written into it', async () => {
    const [first] = opened.secciones
    const nameless = updateForm(opened, { titulo: ' ' })
    await saveTemplateEdit(device.local, edit(updateSection(nameless, first?.key ?? '', { titulo: 'Premises' })))
    expect((await listTemplateEdits(device.local)).map(({ title }) => title)).toEqual(['Premises'])
  })
})
