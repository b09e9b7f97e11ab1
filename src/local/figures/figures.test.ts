import { describe, expect, it } from 'vitest'
import { AREA } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { buildPair } from '#tests/support/device/device.ts'
import { templateIdSchema, toInstant } from '#domain/kernel/index.ts'
import { removeReceived } from '#local/index.ts'
import { applyPull } from '#local/pull.ts'
import { keepColumns, MAX_KEPT_BYTES, MAX_KEPT_FORMS, readColumns } from './columns.ts'
import { keepFigures, MAX_KEPT_FIGURES, readFigures } from './looks.ts'

const look = (search: string, figures: unknown = {}, of = 'arbolado') => ({ of, search, figures })

const form = (id: string) => templateIdSchema.parse(id)
const columns = (id: string, bytes = 8) => ({ form: form(id), receivedAt: 0, bytes: new ArrayBuffer(bytes) })

describe('what figures are counted of', () => {
  it('is kept of a few forms, as received last, and goes where the server has nothing to give', async () => {
    const { local } = buildPair().device
    for (let at = 0; at <= MAX_KEPT_FORMS; at += 1) await keepColumns(local, columns(`f${at}`))
    expect(await readColumns(local, form('f0'))).toBeUndefined()
    await keepColumns(local, columns('f1', 16))
    expect((await readColumns(local, form('f1')))?.bytes.byteLength).toBe(16)
    await keepColumns(local, columns('f1', 0))
    expect(await readColumns(local, form('f1'))).toBeUndefined()
  })

  it('takes no more room than it may, whatever comes', async () => {
    const { local } = buildPair().device
    await keepColumns(local, columns('old', MAX_KEPT_BYTES / 2 + 1))
    await keepColumns(local, columns('new', MAX_KEPT_BYTES / 2))
    expect(await readColumns(local, form('old'))).toBeUndefined()
    expect(await readColumns(local, form('new'))).toBeDefined()
    await keepColumns(local, columns('larger', MAX_KEPT_BYTES + 1))
    expect(await readColumns(local, form('larger'))).toBeUndefined()
  })

  it('goes with what was received, and what was on its way then is not kept', async () => {
    const { local } = buildPair().device
    await keepColumns(local, columns('arbolado'))
    await removeReceived(local)
    await keepColumns(local, columns('arbolado'))
    expect(await readColumns(local, form('arbolado'))).toBeUndefined()
  })
})

describe('figures that were looked at', () => {
  it('are kept as they were seen last, each filter by itself, and the oldest go', async () => {
    const { local } = buildPair().device
    for (let at = 0; at <= MAX_KEPT_FIGURES; at += 1) await keepFigures(local, look(`dia=${at}`))
    await keepFigures(local, look('dia=3', { answers: 2 }))
    const kept = await readFigures(local, 'arbolado')
    expect(kept[0]).toEqual(look('dia=3', { answers: 2 }))
    expect(kept.map(({ search }) => search)).not.toContain('dia=0')
    expect(kept).toHaveLength(MAX_KEPT_FIGURES)
    expect(await readFigures(local, 'reclamos')).toEqual([])
  })

  it('go with what was received, and what was on its way then is not kept', async () => {
    const { local } = buildPair().device
    await keepFigures(local, look(''))
    await removeReceived(local)
    await keepFigures(local, look(''))
    expect(await readFigures(local, 'arbolado')).toEqual([])
  })

  it('go where the form hides small counts from now on, if they are exact, with what they are counted of', async () => {
    const { local } = buildPair().device
    const masked = { masked: true }
    await keepFigures(local, look('dia=1', { masked: false }))
    await keepFigures(local, look('dia=1', { masked: false }, 'reclamos'))
    await keepColumns(local, columns('arbolado'))
    await keepColumns(local, columns('reclamos'))
    await keepFigures(local, look('', masked))
    await keepFigures(local, look('dia=2', masked))
    expect(await readFigures(local, 'arbolado')).toEqual([look('dia=2', masked), look('', masked)])
    expect(await readFigures(local, 'reclamos')).toHaveLength(1)
    expect(await readColumns(local, form('arbolado'))).toBeUndefined()
    expect(await readColumns(local, form('reclamos'))).toBeDefined()
  })

  it('go when the account may see something else, and when an answer or a form is gone', async () => {
    const { local } = buildPair().device
    await keepFigures(local, look(''))
    await keepColumns(local, columns('arbolado'))
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
    expect(await readColumns(local, form('arbolado'))).toBeDefined()
    await applyPull(local, { ...pulled, reset: true })
    expect(await readFigures(local, 'arbolado')).toEqual([])
    expect(await readColumns(local, form('arbolado'))).toBeUndefined()
    for (const gone of [{ goneAnswers: ['a1'] }, { goneTemplates: ['arbolado'] }]) {
      await keepFigures(local, look(''))
      await keepColumns(local, columns('arbolado'))
      await applyPull(local, { ...pulled, ...(gone as object), reset: false })
      expect(await readFigures(local, 'arbolado')).toEqual([])
      expect(await readColumns(local, form('arbolado'))).toBeUndefined()
    }
  })
})
