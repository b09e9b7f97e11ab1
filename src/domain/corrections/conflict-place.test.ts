import { describe, expect, it } from 'vitest'
import { bytesFor } from '#tests/support/builders/submit.ts'
import { NOW } from '#tests/support/builders/template.ts'
import type { Conflict } from '../answers/index.ts'
import { generateMutationId } from '../kernel/new-ids.ts'
import { conflictPlaceSchema, isDecisionAboutConflict, toConflictResolution } from './conflict-place.ts'

const facts = { mutation: generateMutationId(bytesFor(1)), madeBy: { email: '', username: 'tomas' }, date: NOW }
const CONFLICTS = [
  { kind: 'value', address: '3/r0/2', seen: null, current: null, proposed: null, ...facts },
  { kind: 'condition', section: 3, condition: 1, seen: true, current: false, proposed: true, ...facts },
  { kind: 'rows', section: 3, seen: 0, current: 1, proposed: 2, ...facts },
  { kind: 'location', seen: null, current: null, proposed: null, ...facts },
  { kind: 'citizen', seen: null, current: null, proposed: null, ...facts },
  { kind: 'persona', seen: null, current: null, proposed: null, ...facts },
  { kind: 'identifier', seen: null, current: null, proposed: null, ...facts },
  { kind: 'state', seen: 0, current: 1, proposed: 2, ...facts },
] as unknown as readonly Conflict[]

describe('a decision about a conflict', () => {
  it('names its place in a way that travels, and decides that one only', () => {
    const resolutions = CONFLICTS.map(toConflictResolution)
    expect(resolutions.map(({ at }) => at)).toEqual([
      '3/r0/2',
      '3?1',
      '3#',
      'location',
      'citizen',
      'persona',
      'identifier',
      'state',
    ])
    expect(resolutions.every(({ at }) => conflictPlaceSchema.safeParse(at).success)).toBe(true)
    const decided = resolutions.map((resolution) =>
      CONFLICTS.filter((conflict) => isDecisionAboutConflict(resolution, conflict)),
    )
    expect(decided).toEqual(CONFLICTS.map((conflict) => [conflict]))
  })

  it('without a place decides them all, of that change only', () => {
    expect(
      CONFLICTS.filter((conflict) => isDecisionAboutConflict({ mutation: facts.mutation, at: null }, conflict)),
    ).toHaveLength(8)
    expect(
      CONFLICTS.filter((conflict) =>
        isDecisionAboutConflict({ mutation: generateMutationId(bytesFor(2)), at: null }, conflict),
      ),
    ).toEqual([])
  })

  it.each(['', '3', '3/c1', '03/1', '3?', '#', 'title', '3/1\n', '99999#'])('has no place called %j', (text) => {
    expect(conflictPlaceSchema.safeParse(text).success).toBe(false)
  })
})
