import { beforeAll, describe, expect, it } from 'vitest'
import { PROTOCOL_VERSION, pushResponseSchema } from '#domain/sync/index.ts'
import { keys } from '#domain/store/index.ts'
import { DEVICE } from '#tests/support/builders/submit.ts'
import { formOf, type RuleCase, RULES, submitOf } from '#tests/support/rules/index.ts'
import { create } from '#tests/support/server/uploads.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'

/*
 * Part 3, point 5, sent directly to the server without our device: src/domain/answering/rules.test.ts runs the same
 * cases on the device's engine. The files of a case are sent first, so that only the rule can refuse it, and accepted
 * data are stored.
 */

let world: World
let cookie: string
beforeAll(async () => {
  world = await buildWorld()
  cookie = await world.signIn('ines')
})

async function sent(one: RuleCase, at: number): Promise<{ readonly code: string | null; readonly reason: unknown }> {
  const form = formOf(one, at)
  await world.put(keys.template(form.id), form)
  await world.put(keys.templateVersion(form.id, form.version), form)
  for (const { bytes, name, type } of one.files ?? []) await create(world, cookie, bytes, { body: bytes, name, type })
  const isPublic = one.public === true
  const response = await world.ask('POST', '/api/sync/push', {
    ...(isPublic ? {} : { cookie }),
    body: {
      protocol: PROTOCOL_VERSION,
      device: DEVICE,
      account: isPublic ? 'public' : 'ines',
      mutations: [submitOf(one, at)],
    },
  })
  const [result] = pushResponseSchema.parse(await response.json()).results
  if (result?.status === 'applied') return { code: null, reason: undefined }
  const problem = result?.status === 'rejected' ? result.problem : undefined
  return { code: problem?.code ?? result?.status ?? 'nothing', reason: problem?.details?.['reason'] }
}

describe.each([...Map.groupBy(RULES, ({ rule }) => rule)])('%s', (_rule, cases) => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    const at = RULES.indexOf(one)
    expect(await sent(one, at)).toEqual({ code: one.refused?.code ?? null, reason: one.refused?.reason })
    const stored = await world.store.count({
      collection: 'respuestas_formularios',
      where: { idPlantilla: formOf(one, at).id },
    })
    expect(stored).toBe(one.refused === null ? 1 : 0)
  })
})
