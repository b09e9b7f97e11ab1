import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildMove, buildSubmit } from '#tests/support/builders/submit.ts'
import { mutationIdSchema } from '../kernel/ids.ts'
import { PROBLEM_CODES } from '../kernel/problem.ts'
import { upgradeMutation } from './earlier-protocols.ts'
import {
  answerHeaderSchema,
  changeStateSchema,
  correctSchema,
  deleteSchema,
  editSchema,
  mutationSchema,
  requestChangesSchema,
  reviseSchema,
  submitSchema,
} from './mutation.ts'
import { pullResponseSchema, pushRequestSchema, pushResponseSchema } from './protocol.ts'
import { PROTOCOL_VERSION } from './protocol-version.ts'

/**
 * What is on the wire may not change unnoticed: devices that are offline for weeks speak the old version. When a hash of what is SENT changes, raise
 * PROTOCOL_VERSION, write down here how the messages were until now, and give earlier-protocols.ts the step that makes the new ones of them. When TOLD
 * changes, make sure that an app which was loaded last month reads the new replies (it drops fields that it does not know), and write the new hash.
 */
const SENT: Readonly<Record<string, string>> = {
  1: '7cea736e4fb2a17f',
  2: 'a5da75e56536aca8',
  3: 'b97e7e9001e2ff80',
  4: '67ce804d08101a01',
}
const TOLD = 'c68cba5e9186f825'

const namesOnly = { resolves: z.array(mutationIdSchema).max(1000) }
const measuredAlways = { offset: z.int().min(-1e13).max(1e13) }

const plainHeader = { header: answerHeaderSchema.omit({ persona: true, identifier: true, portal: true }) }
const plainSubmit = submitSchema.extend(plainHeader)

/** How each protocol's messages were, told by what was otherwise. */
const MUTATIONS: Readonly<Record<string, z.ZodType>> = {
  1: z.discriminatedUnion('kind', [
    plainSubmit.extend(measuredAlways),
    editSchema.extend(measuredAlways),
    correctSchema.extend({ ...measuredAlways, ...namesOnly }),
    requestChangesSchema.extend(measuredAlways),
    reviseSchema.extend(measuredAlways),
    changeStateSchema.extend(measuredAlways),
    deleteSchema.extend(measuredAlways),
  ]),
  2: z.discriminatedUnion('kind', [
    plainSubmit,
    editSchema,
    correctSchema.extend(namesOnly),
    requestChangesSchema,
    reviseSchema,
    changeStateSchema,
    deleteSchema,
  ]),
  3: z.discriminatedUnion('kind', [
    plainSubmit,
    editSchema,
    correctSchema,
    requestChangesSchema,
    reviseSchema,
    changeStateSchema,
    deleteSchema,
  ]),
  4: mutationSchema,
}

const shapeOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, {
    unrepresentable: 'any',
    io: 'input',
    override: ({ jsonSchema }) => {
      // What a field is for may be said better at any time, and an app that does not know a reason says that it is too old.
      delete jsonSchema.description
      if (jsonSchema.enum?.length === PROBLEM_CODES.length) jsonSchema.enum = ['a problem code']
    },
  })
const hashOf = (...schemas: readonly z.ZodType[]): string => {
  const text = schemas.map((schema) => JSON.stringify(shapeOf(schema))).join('\n')
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

describe('what is on the wire', () => {
  it.each(Object.entries(MUTATIONS))('the messages of protocol %s never change', (protocol, mutation) => {
    expect(hashOf(mutation, pushRequestSchema)).toBe(SENT[protocol])
  })

  it('every protocol until today is written down', () => {
    const known = Array.from({ length: PROTOCOL_VERSION }, (_, index) => String(index + 1))
    expect([Object.keys(MUTATIONS), Object.keys(SENT)]).toEqual([known, known])
  })

  it('the replies are those that the last app was tried with', () => {
    expect(hashOf(pushResponseSchema, pullResponseSchema)).toBe(TOLD)
  })
})

const oldSubmit = { ...buildSubmit(1), offset: 0 }
const oldCorrect = {
  ...buildMove(2),
  kind: 'answer.correct',
  from: undefined,
  to: undefined,
  correction: { values: [], conditions: [], rows: [] },
  resolves: [oldSubmit.id],
}
const today = { ...oldCorrect, resolves: [{ mutation: oldSubmit.id, at: null }] }
const sent = (mutation: unknown): unknown => JSON.parse(JSON.stringify(mutation))

describe('a message of an earlier protocol', () => {
  it.each([
    [1, 'a submission whose clock was never measured', oldSubmit, { ...oldSubmit, offset: null }],
    [1, 'a submission whose clock was measured', { ...oldSubmit, offset: 250 }, { ...oldSubmit, offset: 250 }],
    [1, 'a decision', oldCorrect, { ...oldCorrect, offset: null, resolves: [{ mutation: oldSubmit.id, at: null }] }],
    [2, 'a decision', oldCorrect, { ...oldCorrect, resolves: [{ mutation: oldSubmit.id, at: null }] }],
    [2, 'a submission of a clock that is exactly right', oldSubmit, oldSubmit],
    [3, 'a submission of a clock that is exactly right', oldSubmit, oldSubmit],
    [3, 'a decision', today, today],
    [4, 'a submission of a clock that is exactly right', oldSubmit, oldSubmit],
  ])('%i: %s is one of today', (protocol, _what, old, today) => {
    expect(MUTATIONS[protocol]?.safeParse(sent(old)).success).toBe(true)
    expect(mutationSchema.parse(upgradeMutation(sent(old), protocol))).toEqual(sent(today))
  })

  it('goes step by step to the same', () => {
    const second = upgradeMutation(sent(oldCorrect), 1, 2)
    expect(MUTATIONS[2]?.safeParse(second).success).toBe(true)
    expect(upgradeMutation(second, 2)).toEqual(upgradeMutation(sent(oldCorrect), 1))
  })

  it.each([null, 7, 'x', [], { resolves: 7 }, { resolves: [7, null] }, { offset: '0' }])(
    'that is none is left to the parser: %j',
    (raw) => {
      expect(upgradeMutation(raw, 1)).toEqual(raw)
      expect(mutationSchema.safeParse(upgradeMutation(raw, 1)).success).toBe(false)
    },
  )
})
