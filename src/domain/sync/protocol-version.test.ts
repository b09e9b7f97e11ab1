import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buildMove, buildSubmit } from '#tests/support/builders/submit.ts'
import { EARLIER_APP, EARLIER_PROTOCOL, inEarlierWords } from '#tests/support/device/earlier-app.ts'
import { readFrozen } from '#tests/support/frozen/frozen.ts'
import { FROZEN } from '#tests/support/frozen/shapes.ts'
import { convertProtocol } from './earlier-protocols.ts'
import { type Mutation, mutationSchema } from './mutation.ts'
import { PROTOCOL_VERSION } from './protocol-version.ts'

/**
 * Formats on the wire and on devices must not change unnoticed: devices that were offline for weeks use the old
 * version. Before its release a version is frozen again with `npm run freeze`, which prints the next steps.
 */
describe.each(FROZEN)('$file', ({ file, shapes }) => {
  it('is what today says: `npm run freeze`', () => {
    const { released: _, ...frozen } = readFrozen(file)
    expect(shapes()).toEqual(frozen)
  })

  it('is beside every version before it', () => {
    const version = Number(/(\d+)\.json$/.exec(file)?.[1])
    for (let earlier = 1; earlier < version; earlier += 1)
      expect(existsSync(file.replace(/\d+\.json$/, `${earlier}.json`))).toBe(true)
  })
})

const sent = (mutation: unknown): unknown => JSON.parse(JSON.stringify(mutation))
const words = { earlier: EARLIER_APP.steps }

describe('a message of an earlier protocol', () => {
  it.each([buildSubmit(1), buildMove(2)])('is one of today: $kind', (mutation: Mutation) => {
    const old = sent(inEarlierWords.mutation(mutation))
    expect(mutationSchema.safeParse(old).success).toBe(false)
    expect(mutationSchema.parse(convertProtocol('mutation', old, EARLIER_PROTOCOL, words))).toEqual(mutation)
    expect(convertProtocol('mutation', sent(mutation), PROTOCOL_VERSION, words)).toEqual(sent(mutation))
  })

  it('goes step by step, and no step is taken twice', () => {
    const counting = (name: string) => (said: Readonly<Record<string, unknown>>) => ({ ...said, [name]: true })
    const earlier = { [-2]: { mutation: counting('first') }, [-1]: {}, 0: { mutation: counting('second') } }
    const first = convertProtocol('mutation', {}, -2, { to: -1, earlier })
    expect(first).toEqual({ first: true })
    expect(convertProtocol('mutation', first, -1, { earlier })).toEqual({ first: true, second: true })
    expect(convertProtocol('mutation', {}, -2, { earlier })).toEqual({ first: true, second: true })
    expect(convertProtocol('draft', first, -2, { earlier })).toBe(first)
  })

  it.each([null, 7, 'x', [], {}])('that is none is left to the parser: %j', (raw) => {
    expect(mutationSchema.safeParse(convertProtocol('mutation', raw, EARLIER_PROTOCOL, words)).success).toBe(false)
  })
})
