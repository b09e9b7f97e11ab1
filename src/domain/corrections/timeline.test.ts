import { describe, expect, it } from 'vitest'
import { buildAnsweredDesk, change, correct, edit, nothing, rename, storedOn } from '#tests/support/builders/changes.ts'
import { push } from '#tests/support/builders/judged.ts'
import { citizenSchema } from '../citizens/index.ts'
import { toInstant, toMilliseconds } from '../kernel/index.ts'
import { keys } from '../store/index.ts'
import { there } from '#tests/support/there.ts'
import { toConflictResolution } from './conflict-place.ts'
import { buildTimeline } from './timeline.ts'

describe('the timeline of an answer', () => {
  it('tells what was done, met and decided, and by whom', () => {
    const desk = buildAnsweredDesk()
    push(desk, rename('Bar El Puente', 'Bar Uno'))
    push(desk, rename('Bar El Puente', 'Bar Dos', 'tomas'))
    push(desk, change('answer.changeState', { from: 0, to: 1 }))
    const conflict = there(storedOn(desk).conflicts[0])
    push(desk, correct(nothing, 'sofia', [toConflictResolution(conflict)]))
    const events = buildTimeline(storedOn(desk), [])
    const countOf = (wanted: string): number => events.filter(({ kind }) => kind === wanted).length
    expect(['submitted', 'arrived', 'state', 'corrected', 'met', 'decided'].map(countOf)).toEqual([1, 1, 2, 2, 1, 1])
    const who = events.flatMap((event) =>
      event.kind === 'met' || event.kind === 'decided' ? [[event.kind, event.by.email]] : [],
    )
    expect(Object.fromEntries(who)).toEqual({ met: 'tomas@relevo.example', decided: 'sofia@relevo.example' })
    const [newest] = buildTimeline(storedOn(desk), [])
    expect(newest?.at).toBe(buildTimeline(storedOn(desk), []).reduce((last, { at }) => (at > last ? at : last), ''))
  })

  it('tells what was asked of the citizen, and that nothing is asked any more', () => {
    const desk = buildAnsweredDesk()
    const none = { comment: '', answers: [], images: [], documents: [], sections: [] }
    const stored = storedOn(desk)
    desk.put(keys.answer(stored.id), {
      ...stored,
      opcionales: { ...stored.opcionales, citizenAssociationFromCitizenPortal: true, incidentes: true },
      datosCiudadano: citizenSchema.parse({ id: 'c1' }),
    })
    push(desk, change('answer.requestChanges', { ...none, answers: ['0/0'] }))
    push(desk, change('answer.requestChanges', { ...none, ends: { requests: 1, revised: false } }, 'tomas'))
    const events = buildTimeline(storedOn(desk), []).flatMap((event) =>
      event.kind === 'asked' || event.kind === 'ended' ? [[event.kind, event.by.email]] : [],
    )
    expect(events).toEqual([
      ['ended', 'tomas@relevo.example'],
      ['asked', 'sofia@relevo.example'],
    ])
  })

  it('tells of copies among the rest, though they alter nothing', () => {
    const desk = buildAnsweredDesk()
    push(desk, rename('Bar El Puente', 'Bar Uno'))
    const stored = storedOn(desk)
    const between = toInstant(toMilliseconds(stored.lastUpdate) - 1)
    const copies = { by: { email: 'ana@relevo.example', username: 'ana' }, letters: 3, sent: 2, waiting: 1 }
    const events = buildTimeline(stored, [], [{ at: between, ...copies }])
    expect(events).toContainEqual({ kind: 'copied', at: between, ...copies })
    const moments = events.map(({ at }) => at)
    expect(moments).toEqual(moments.toSorted().toReversed())
  })

  it('knows who completed it from the versions, each of which says by which change it was made', () => {
    const desk = buildAnsweredDesk()
    push(desk, correct(edit('0/0', { respuesta: 'Bar El Puente' }, { respuesta: 'Bar Uno' })))
    expect(storedOn(desk).changedBy).toMatchObject({ kind: 'answer.correct', by: { email: 'sofia@relevo.example' } })
    expect(there(desk.documents.get(keys.answerVersion(storedOn(desk).id, 1))).changedBy).toBeUndefined()
    const by = { email: 'ana@relevo.example', username: 'ana' }
    const versions = [{ version: 3, at: storedOn(desk).lastUpdate, changedBy: { kind: 'answer.edit', by } as const }]
    expect(buildTimeline(storedOn(desk), versions)).toContainEqual(
      expect.objectContaining({ kind: 'completed', by, version: 3 }),
    )
  })

  it('knows from them who has deleted and who has restored it', () => {
    const at = storedOn(buildAnsweredDesk()).lastUpdate
    const by = { email: 'ana@relevo.example', username: 'ana' }
    const versions = (['answer.delete', 'answer.restore'] as const).map((kind, index) => ({
      version: index + 2,
      at,
      changedBy: { kind, by },
    }))
    const events = buildTimeline(storedOn(buildAnsweredDesk()), versions)
    expect(events.filter(({ kind }) => kind === 'deleted' || kind === 'restored')).toEqual([
      { kind: 'restored', at, by },
      { kind: 'deleted', at, by },
    ])
  })
})
