import { describe, expect, it } from 'vitest'
import { AREA } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { buildPair } from '#tests/support/device/device.ts'
import { templateIdSchema, toInstant } from '#domain/kernel/index.ts'
import { removeReceivedData } from '#local/index.ts'
import { storeFigureColumns, MAX_STORED_FIGURE_BYTES, MAX_STORED_FIGURE_FORMS, readFigureColumns } from './columns.ts'
import { storeFigures, MAX_STORED_FIGURES, readStoredFigures } from './stored-figures.ts'
import { receivePage } from '#tests/support/device/pages.ts'

const look = (search: string, figures: unknown = {}, of = 'arbolado') => ({ of, search, figures })

const form = (id: string) => templateIdSchema.parse(id)
const columns = (id: string, bytes = 8) => ({ form: form(id), receivedAt: 0, bytes: new ArrayBuffer(bytes) })

describe('what figures are counted of', () => {
  it('is kept of a few forms, as received last, and goes where the server has nothing to give', async () => {
    const { local } = buildPair().device
    for (let at = 0; at <= MAX_STORED_FIGURE_FORMS; at += 1) await storeFigureColumns(local, columns(`f${at}`))
    expect(await readFigureColumns(local, form('f0'))).toBeUndefined()
    await storeFigureColumns(local, columns('f1', 16))
    expect((await readFigureColumns(local, form('f1')))?.bytes.byteLength).toBe(16)
    await storeFigureColumns(local, columns('f1', 0))
    expect(await readFigureColumns(local, form('f1'))).toBeUndefined()
  })

  it('takes no more room than it may, whatever comes', async () => {
    const { local } = buildPair().device
    await storeFigureColumns(local, columns('old', MAX_STORED_FIGURE_BYTES / 2 + 1))
    await storeFigureColumns(local, columns('new', MAX_STORED_FIGURE_BYTES / 2))
    expect(await readFigureColumns(local, form('old'))).toBeUndefined()
    expect(await readFigureColumns(local, form('new'))).toBeDefined()
    await storeFigureColumns(local, columns('larger', MAX_STORED_FIGURE_BYTES + 1))
    expect(await readFigureColumns(local, form('larger'))).toBeUndefined()
  })

  it('goes with what was received, and what was on its way then is not kept', async () => {
    const { local } = buildPair().device
    await storeFigureColumns(local, columns('arbolado'))
    await removeReceivedData(local)
    await storeFigureColumns(local, columns('arbolado'))
    expect(await readFigureColumns(local, form('arbolado'))).toBeUndefined()
  })
})

describe('figures that were looked at', () => {
  it('are kept as they were seen last, each filter by itself, and the oldest go', async () => {
    const { local } = buildPair().device
    for (let at = 0; at <= MAX_STORED_FIGURES; at += 1) await storeFigures(local, look(`dia=${at}`))
    await storeFigures(local, look('dia=3', { answers: 2 }))
    const kept = await readStoredFigures(local, 'arbolado')
    expect(kept[0]).toEqual(look('dia=3', { answers: 2 }))
    expect(kept.map(({ search }) => search)).not.toContain('dia=0')
    expect(kept).toHaveLength(MAX_STORED_FIGURES)
    expect(await readStoredFigures(local, 'reclamos')).toEqual([])
  })

  it('go with what was received, and what was on its way then is not kept', async () => {
    const { local } = buildPair().device
    await storeFigures(local, look(''))
    await removeReceivedData(local)
    await storeFigures(local, look(''))
    expect(await readStoredFigures(local, 'arbolado')).toEqual([])
  })

  it('go where the form hides small counts from now on, if they are exact, with what they are counted of', async () => {
    const { local } = buildPair().device
    const masked = { masked: true }
    await storeFigures(local, look('dia=1', { masked: false }))
    await storeFigures(local, look('dia=1', { masked: false }, 'reclamos'))
    await storeFigureColumns(local, columns('arbolado'))
    await storeFigureColumns(local, columns('reclamos'))
    await storeFigures(local, look('', masked))
    await storeFigures(local, look('dia=2', masked))
    expect(await readStoredFigures(local, 'arbolado')).toEqual([look('dia=2', masked), look('', masked)])
    expect(await readStoredFigures(local, 'reclamos')).toHaveLength(1)
    expect(await readFigureColumns(local, form('arbolado'))).toBeUndefined()
    expect(await readFigureColumns(local, form('reclamos'))).toBeDefined()
  })

  it('go when the account may see something else, and when an answer or a form is gone', async () => {
    const { local } = buildPair().device
    await storeFigures(local, look(''))
    await storeFigureColumns(local, columns('arbolado'))
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
    await receivePage(local, { ...pulled, reset: false })
    expect(await readStoredFigures(local, 'arbolado')).toHaveLength(1)
    expect(await readFigureColumns(local, form('arbolado'))).toBeDefined()
    await receivePage(local, { ...pulled, reset: true })
    expect(await readStoredFigures(local, 'arbolado')).toEqual([])
    expect(await readFigureColumns(local, form('arbolado'))).toBeUndefined()
    for (const gone of [{ goneAnswers: ['a1'] }, { goneTemplates: ['arbolado'] }]) {
      await storeFigures(local, look(''))
      await storeFigureColumns(local, columns('arbolado'))
      await receivePage(local, { ...pulled, ...(gone as object), reset: false })
      expect(await readStoredFigures(local, 'arbolado')).toEqual([])
      expect(await readFigureColumns(local, form('arbolado'))).toBeUndefined()
    }
  })
})
