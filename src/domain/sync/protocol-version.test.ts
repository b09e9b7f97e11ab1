import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { mutationSchema } from './mutation.ts'
import { PROTOCOL_VERSION, pullResponseSchema, pushRequestSchema, pushResponseSchema } from './protocol.ts'

/**
 * What is on the wire may not change unnoticed: devices that are offline for weeks speak the old version. When this fails, decide
 * whether old messages are still understood, raise PROTOCOL_VERSION if not, and write the new hash beside the version.
 */
const KNOWN: Readonly<Record<number, string>> = { 1: 'b8dadabe7e58f512' }

it('the messages of a protocol version never change', () => {
  const schemas = [mutationSchema, pushRequestSchema, pushResponseSchema, pullResponseSchema]
  // What a field is for may be said better at any time.
  const shapeOf = (schema: z.ZodType) =>
    z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input', override: ({ jsonSchema }) => void delete jsonSchema.description })
  const text = schemas.map((schema) => JSON.stringify(shapeOf(schema))).join('\n')
  expect(createHash('sha256').update(text).digest('hex').slice(0, 16)).toBe(KNOWN[PROTOCOL_VERSION])
})
