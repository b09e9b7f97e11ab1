import { describe, expect, it } from 'vitest'
import { municipalityOfDocument } from '../../places/index.ts'
import { WEBHOOK_EVENTS, type Webhook } from '../index.ts'
import type { Answer } from '../../answers/index.ts'
import { keys } from '../../store/index.ts'
import { buildAnsweredDesk, change, storedOn } from '#tests/support/builders/changes.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { createMutationUnit } from '../../answers/judge/decide.ts'
import { MAX_DELIVERIES, detectWebhookEvents } from './webhook-events.ts'
import { withJobs } from '../../jobs/judge/with-jobs.ts'

const stored = storedOn(buildAnsweredDesk())
const state = (id: number, nombre: string) => ({ id, nombre, transiciones: [] })
const inState = (actual: number): Partial<Answer> => ({
  estados: { disponibles: [state(0, 'Abierta'), state(1, 'Cerrada')], inicial: 0, history: [], actual },
})
const by = { email: '', username: 'sofia' }
const next = (kind: NonNullable<Answer['changedBy']>['kind'], more: Partial<Answer> = {}): Answer => ({
  ...stored,
  ...inState(0),
  version: stored.version + 1,
  changedBy: { kind, by },
  ...more,
})
const before: Answer = { ...stored, ...inState(0) }

describe('what is shown of a step', () => {
  it.each([
    ['it came', undefined, stored, ['answer.created']],
    ['it was restored', undefined, next('answer.restore'), ['answer.created']],
    ['it went', before, undefined, ['answer.deleted']],
    ['completed', before, next('answer.edit'), ['answer.corrected']],
    ['corrected', before, next('answer.correct'), ['answer.corrected']],
    ['revised by its citizen', before, next('answer.revise'), ['answer.corrected']],
    ['moved', before, next('answer.changeState', inState(1)), ['answer.state-changed']],
    ['edited and moved', before, next('answer.edit', inState(1)), ['answer.corrected', 'answer.state-changed']],
    ['a move that met another', before, next('answer.changeState'), []],
    ['changes were asked for', before, next('answer.requestChanges'), []],
    ['the same version was written again', before, { ...before, ubicacion: { direccion: 'San Juan 1' } }, []],
    ['nothing was there, and nothing is', undefined, undefined, []],
    ['a later version came from nowhere', undefined, next('answer.edit'), []],
  ] as const)('%s', (_, one, other, events) => {
    expect(detectWebhookEvents(one, other)).toEqual(events)
  })
})

describe('a change', () => {
  const municipality = municipalityOfDocument(stored)
  const hook = {
    id: 'W'.repeat(26),
    name: 'Tablero',
    url: 'https://hooks.example.org',
    events: WEBHOOK_EVENTS,
    areas: [],
    forms: [],
    secrets: [],
    state: 'on',
    createdAt: NOW,
    by: 'sofia',
    username: 'sofia',
  } as unknown as Webhook

  function writtenBy(hooks: readonly Webhook[], count = 0) {
    const desk = buildAnsweredDesk()
    desk.put(keys.webhookRegister(municipality), { hooks })
    for (const { id } of hooks) desk.put(keys.deliveryCounter(municipality, id), { count })
    const mutation = change('answer.delete', {}, 'sofia')
    const unit = withJobs(
      createMutationUnit(mutation, { author: mutation.author }, NOW),
      new Set(['webhook.send']),
      NOW,
    )
    const known = new Set(desk.documents.keys())
    desk.commit(unit)
    const added = [...desk.documents.keys()].filter((key) => !known.has(key) && /entregas|jobs/.test(key))
    // Sent again by a device that did not get the reply: nothing more is sent.
    desk.commit(unit)
    const more = [...desk.documents.keys()].filter((key) => !known.has(key) && /entregas|jobs/.test(key))
    expect(more).toEqual(added)
    return added
  }

  it('is queued once for each webhook, with the next number of each', () => {
    const other = { ...hook, id: 'V'.repeat(26) as Webhook['id'] }
    expect(writtenBy([hook, other], 7).sort()).toEqual(
      [hook, other].flatMap(({ id }) => [keys.delivery(municipality, id, 8), keys.job(`webhook.send~${id}~8`)]).sort(),
    )
  })

  it('is queued for none that is off, and for none of another municipality', () => {
    expect(
      writtenBy([
        { ...hook, state: 'off' },
        { ...hook, state: 'failed' },
      ]),
    ).toEqual([])
  })

  it('lets the oldest message go', () => {
    const desk = buildAnsweredDesk()
    const oldest = keys.delivery(municipality, hook.id, 1)
    desk.put(keys.webhookRegister(municipality), { hooks: [hook] })
    desk.put(keys.deliveryCounter(municipality, hook.id), { count: MAX_DELIVERIES })
    desk.put(oldest, {})
    const mutation = change('answer.delete', {}, 'sofia')
    desk.commit(
      withJobs(createMutationUnit(mutation, { author: mutation.author }, NOW), new Set(['webhook.send']), NOW),
    )
    expect(desk.documents.has(oldest)).toBe(false)
  })
})
