import {
  type StoredStatistics,
  clearSlot,
  extractAnswerFacts,
  createLocalClock,
  ColumnPart,
  addAnswerToSegment,
  buildSegmentName,
} from '#domain/statistics/index.ts'
import { answerIdSchema } from '#domain/kernel/index.ts'
import type { Key, StoredDocument, Write } from '#domain/store/index.ts'
import { addAnswerDefaults } from '../collections.ts'
import type { Changes } from '../ports.ts'
import {
  buildSegmentWrites,
  type SegmentSnapshots,
  type LoadedParts,
  type Segment,
  type SegmentSnapshot,
} from './segment-snapshots.ts'

export const ANSWER_KEY_PREFIX = 'respuestas_formularios/'
type Open = { readonly number: number; readonly ids: string[]; readonly parts: LoadedParts }

/**
 * Applies changes to the segments. Idempotent.
 * @returns the form's new statistics document, the writes of segments, and their approximate length in characters
 */
export async function applyChanges(
  stored: SegmentSnapshots,
  { form, kept, segments }: SegmentSnapshot,
  { entries, position }: Changes,
): Promise<{ readonly next: StoredStatistics; readonly writes: readonly Write[]; readonly characters: number }> {
  const open = new Map<string, Open>()
  const changed = new Set(entries.map(({ key }) => key.slice(ANSWER_KEY_PREFIX.length)))
  const facts = entries.flatMap(({ key, document }) => extractFacts(key, document, kept.timeZone))
  const requested = new Set(facts.map(({ name }) => name))
  const touched = segments.filter(({ name, ids }) => requested.has(name) || ids.some((id) => changed.has(id)))
  for (const [index, parts] of (await stored.partsOf(form, touched)).entries()) {
    const { name, number, ids } = touched[index] as Segment
    const left = ids.map((id, slot): string => {
      if (!changed.has(id)) return id
      clearSlot(parts, slot)
      return ''
    })
    open.set(name, { number, ids: left, parts })
  }
  let { next } = kept
  for (const { name, id, local, of } of facts) {
    const segment: Open = open.get(name) ?? { number: next, ids: [], parts: new Map() }
    if (!open.has(name)) next += 1
    open.set(name, segment)
    const part = (partName: Parameters<LoadedParts['get']>[0]): ColumnPart => {
      const knownPart = segment.parts.get(partName) ?? new ColumnPart()
      segment.parts.set(partName, knownPart)
      return knownPart
    }
    const slot = addAnswerToSegment({ part }, 1, of, local)
    while (segment.ids.length < slot) segment.ids.push('')
    segment.ids[slot] = id
  }
  const revision = kept.revision + 1
  const places = { ...kept.segments }
  const writes: Write[] = []
  let characters = 0
  for (const [name, { number, ids, parts }] of open) {
    const written = buildSegmentWrites(form, number, revision, { ids, parts })
    characters += written.characters
    writes.push(...(written.isEmpty ? [] : written.writes))
    if (written.isEmpty) delete places[name]
    else places[name] = { number, revision }
  }
  return { next: { ...kept, position, next, segments: places }, writes, characters }
}

function extractFacts(key: Key, document: StoredDocument | undefined, timeZone: string) {
  if (document === undefined) return []
  try {
    const facts = extractAnswerFacts(addAnswerDefaults(document))
    const local = createLocalClock(timeZone)(facts.created)
    return [
      {
        id: answerIdSchema.parse(key.slice(ANSWER_KEY_PREFIX.length)) as string,
        of: facts,
        local,
        name: buildSegmentName(facts, local),
      },
    ]
  } catch {
    // Skipped, so that an unreadable answer does not block the statistics of all others.
    return []
  }
}
