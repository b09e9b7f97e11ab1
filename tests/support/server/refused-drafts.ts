import { expect } from 'vitest'
import type { ProblemCode } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { TemplatePlace } from '#domain/templates/index.ts'
import { buildDraft, templateCalls, templateIdOf } from './templates.ts'
import { buildWorld } from './world.ts'

export type DraftRule = readonly [
  rule: string,
  change: Readonly<Record<string, unknown>>,
  code: ProblemCode,
  place: TemplatePlace,
]

/**
 * Checks that a draft with this change is refused when it is created, as A, and when it is saved, as B, and that
 * nothing is written.
 */
export async function expectRefused(change: DraftRule[1], code: ProblemCode, place: TemplatePlace): Promise<void> {
  const [fresh, known] = [templateIdOf('A'), templateIdOf('B')]
  const world = await buildWorld()
  const calls = templateCalls(world)
  await calls.create('gil', known)
  for (const [id, said] of [
    [fresh, await calls.create('gil', fresh, buildDraft(change))],
    [known, await calls.save('gil', known, 1, buildDraft(change))],
  ] as const) {
    expect([said.status, said.code]).toEqual([422, 'template.invalid'])
    expect(said.problems).toContainEqual(expect.objectContaining({ code, place }))
    expect(await world.store.get(keys.template(id))).toEqual(
      id === fresh ? undefined : expect.objectContaining({ version: 1 }),
    )
  }
  expect(world.log).toEqual([])
}
