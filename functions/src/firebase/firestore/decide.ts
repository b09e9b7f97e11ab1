import type { Decision, Found, Key, StoredDocument, Unit } from '#domain/store/index.ts'
import { collectionOf } from '#core/document-keys.ts'
import { runUnit } from '#core/run-unit.ts'
import { type Content, contentOf } from './content.ts'
import { type Loader, MAX_ROUNDS, NotLoaded } from './loader.ts'

/** What units of a group have written; `undefined` is a deletion. Only the last content of a key reaches the database. */
export type PendingWrites = Map<Key, Content | undefined>

/**
 * Decides one unit of a group. Throws what its `keysFor`, `decide` or documents throw.
 * @param asked what the unit asked for before its neighbours were decided
 * @param draft what they have written since
 */
export async function decide<R>(
  unit: Unit<R>,
  asked: Found | undefined,
  loader: Loader,
  draft: PendingWrites,
): Promise<{ readonly result: R; readonly writes: PendingWrites }> {
  const isFresh = asked !== undefined && ![...asked.keys()].some((key) => draft.has(key))
  const { result, writes } = isFresh ? unit.decide(asked) : await decideAnew(unit, loader, draft)
  const contents: PendingWrites = new Map()
  for (const write of writes) {
    collectionOf(write.key)
    contents.set(write.key, write.kind === 'set' ? contentOf(write.key, write.document) : undefined)
  }
  return { result, writes: contents }
}

async function decideAnew<R>(unit: Unit<R>, loader: Loader, draft: PendingWrites): Promise<Decision<R>> {
  const read = (key: Key): StoredDocument | undefined => {
    if (!draft.has(key)) return loader.read(key)
    const content = draft.get(key)
    return content && (JSON.parse(content.json) as StoredDocument)
  }
  for (let round = 0; ; round += 1) {
    try {
      return runUnit(unit, read)
    } catch (error) {
      // What a neighbour wrote has led it to documents that nobody has asked for yet.
      if (!(error instanceof NotLoaded) || round >= MAX_ROUNDS) throw error
      await loader.load([error.key])
    }
  }
}
