import { describe, expect, it } from 'vitest'
import { AREA } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { buildPair } from '#tests/support/device/device.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { keepFigures, MOST_KEPT_FIGURES, readFigures } from './figures.ts'
import { applyPull, removeReceived } from './pull.ts'

const look = (search: string, figures: unknown = {}, of = 'arbolado') => ({ of, search, figures })

describe('figures that were looked at', () => {
  it('are kept as they were seen last, each filter by itself, and the oldest go', async () => {
    const { local } = buildPair().device
    for (let at = 0; at <= MOST_KEPT_FIGURES; at += 1) await keepFigures(local, look(`dia=${at}`))
    await keepFigures(local, look('dia=3', { answers: 2 }))
    const kept = await readFigures(local, 'arbolado')
    expect(kept[0]).toEqual(look('dia=3', { answers: 2 }))
    expect(kept.map(({ search }) => search)).not.toContain('dia=0')
    expect(kept).toHaveLength(MOST_KEPT_FIGURES)
    expect(await readFigures(local, 'reclamos')).toEqual([])
  })

  it('go with what was received, and what was on its way then is not kept', async () => {
    const { local } = buildPair().device
    await keepFigures(local, look(''))
    await removeReceived(local)
    await keepFigures(local, look(''))
    expect(await readFigures(local, 'arbolado')).toEqual([])
  })

  it('go when the account may see something else', async () => {
    const { local } = buildPair().device
    await keepFigures(local, look(''))
    const page = {
      cursor: 'c',
      scope: 's',
      more: false,
      templates: [],
      goneTemplates: [],
      answers: [],
      goneAnswers: [],
    }
    const pulled = {
      ...page,
      held: [],
      areas: [{ path: AREA, nombre: 'Sur' }] as never,
      serverTime: toInstant(0),
      profile: AUTHOR_PROFILE,
    }
    await applyPull(local, { ...pulled, reset: false })
    expect(await readFigures(local, 'arbolado')).toHaveLength(1)
    await applyPull(local, { ...pulled, reset: true })
    expect(await readFigures(local, 'arbolado')).toEqual([])
  })
})
