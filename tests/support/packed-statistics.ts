import { gzipSync } from 'node:zlib'
import { composeAnswer } from '#domain/answering/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import {
  extractAnswerFacts,
  encodeFrame,
  createLocalClock,
  buildOutline,
  ColumnPart,
  addAnswerToSegment,
  encodeLastFrame,
  WholeFormWriter,
  type PartName,
} from '#domain/statistics/index.ts'
import { buildUser } from './builders/people.ts'
import { buildSubmit } from './builders/submit.ts'
import { AREA, buildTemplate, NOW } from './builders/template.ts'

const TIME_ZONE = 'America/Argentina/Cordoba'

/** The server's reply for three answers to 'comercios', two of them with 'Bueno' as 'Estado' and one with 'Malo'. */
export function packedStatistics(): ArrayBuffer {
  const form = buildTemplate()
  const { content } = buildSubmit()
  const parts = new Map<PartName, ColumnPart>()
  const part = (name: PartName): ColumnPart => {
    const known = parts.get(name) ?? new ColumnPart()
    parts.set(name, known)
    return known
  }
  for (const [at, chosen] of [[0], [0], [1]].entries()) {
    const submit = buildSubmit(at, { content: { ...content, values: { ...content.values, '0/5': { chosen } } } })
    const answer = composeAnswer(form, submit, { code: `VIS${at}`, now: NOW, author: buildUser('ines') })
    const facts = extractAnswerFacts(answer)
    addAnswerToSegment({ part }, at, facts, createLocalClock(TIME_ZONE)(facts.created))
  }
  const writer = new WholeFormWriter()
  writer.add(parts, { day: '2026-11-20', area: AREA }, part('#answers').bits('b:live'))
  const telling = encodeLastFrame({
    form,
    outline: buildOutline([form], 'en'),
    at: toInstant(Date.parse('2026-11-21T00:00:00.000Z')),
    timeZone: TIME_ZONE,
    own: false,
    areas: [],
    leftOut: [],
  })
  const frames = [...writer.whole].map(([name, one]) => encodeFrame(name, one))
  const packed = gzipSync(Buffer.concat([...frames, telling]))
  return packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.length)
}
