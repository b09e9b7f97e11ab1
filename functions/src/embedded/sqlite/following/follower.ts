import type { DatabaseSync } from 'node:sqlite'
import type { StoredDocument } from '#domain/store/index.ts'
import type { CollectionName } from '#core/collections.ts'
import { CatchingUpError, type IndexFollower } from '#core/ports.ts'
import type { BodyCodec } from '../body-codec.ts'
import { readSqliteCode } from '../codes.ts'
import type { DamageDetector } from '../damage.ts'
import type { RowContent } from '../table.ts'
import { CollectionLog, type LogEntry } from './log.ts'
import type { ProjectionWriter } from './projection.ts'
import { openProjectionTracks, type ProjectionTrack } from './tracks.ts'

const MAX_CHARACTERS = 4_000_000

/** Cache of recently written documents by position, so that the follower need not parse them again. */
class Fresh {
  readonly #documents = new Map<number, { readonly document: StoredDocument; readonly characters: number }>()
  #characters = 0

  /** Caches the document, unless the cache is full. @param characters length of its JSON */
  keep(id: number, document: StoredDocument, characters: number): void {
    if (this.#characters + characters > MAX_CHARACTERS) return
    this.#documents.set(id, { document, characters })
    this.#characters += characters
  }

  of(id: number): StoredDocument | undefined {
    return this.#documents.get(id)?.document
  }

  /** Drops documents up to a position. */
  forget(position: number): void {
    for (const [id, { characters }] of this.#documents) {
      if (id > position) return
      this.#documents.delete(id)
      this.#characters -= characters
    }
  }
}

/** Limits of one step, which blocks the thread. The step ends at the first limit it reaches. */
const MAX_ENTRIES = 512
const MAX_BYTES = 2_000_000
const MAX_MILLISECONDS = 100
/** Pending writes allowed while nothing reads. Index pages that many answers share are then written once. */
const MAX_PENDING_WRITES = 2_000
/** Maximum number of pending writes that a read waits for, some ten seconds. With more it throws `CatchingUpError`. */
const MAX_AWAITED = 100_000

export type IndexFollowerStep = 'begun' | 'taken out' | 'put' | 'moved' | 'committed'
export type IndexFollowerOptions = {
  /** for tests and the simulator: replaces MAX_PENDING_WRITES (`slack`) and MAX_ENTRIES (`max`) */
  readonly lagLimits?: number
  readonly max?: number
  /** called after each step; throwing here simulates a kill */
  readonly reached?: (step: IndexFollowerStep) => void
}
type FollowerOptions = IndexFollowerOptions & {
  /** milliseconds */
  readonly now: () => number
  readonly damage: DamageDetector
  /** called when search results may have changed */
  readonly moved: () => void
}

type FollowedCollection = {
  readonly name: CollectionName
  readonly log: CollectionLog
  readonly tracks: readonly ProjectionTrack[]
  readonly fresh: Fresh
  /** position of the last write */
  last: number
}

/** Writes the data of lists and searches from the log of commits, in separate transactions. README.md has the rules. */
export class SqliteIndexFollower implements IndexFollower {
  readonly #db: DatabaseSync
  readonly #bodies: BodyCodec
  readonly #options: FollowerOptions
  readonly #followed: ReadonlyMap<string, FollowedCollection>
  #turn: Promise<void> | undefined
  #isAwake = false
  #leftOut = 0

  constructor(db: DatabaseSync, bodies: BodyCodec, names: readonly CollectionName[], options: FollowerOptions) {
    this.#db = db
    this.#bodies = bodies
    this.#options = options
    this.#followed = new Map(
      names.map((name) => {
        const { tracks, last } = openProjectionTracks(db, name)
        return [name, { name, log: new CollectionLog(db, name), tracks, fresh: new Fresh(), last }]
      }),
    )
    this.#wake()
  }

  /** Called for a committed write. @param content undefined: the document was deleted */
  noted(name: string, seq: number, content: RowContent | undefined): void {
    const followed = this.#followed.get(name)
    if (followed === undefined) return
    followed.last = seq
    if (content !== undefined) followed.fresh.keep(seq, content.document, content.body.length)
    this.#wake()
  }

  /**
   * Resolves when all writes are processed. The caller must read in the same turn of the event loop: nothing is
   * committed before.
   */
  async caughtUp(name: string): Promise<void> {
    const followed = this.#followed.get(name)
    while (followed !== undefined && countEntriesBehind(followed) > 0) {
      if (countEntriesBehind(followed) > MAX_AWAITED) throw new CatchingUpError()
      await this.#nextTurn()
    }
  }

  progress(): ReturnType<IndexFollower['progress']> {
    const all = [...this.#followed.values()]
    return { behind: Math.max(0, ...all.map(countEntriesBehind)), leftOut: this.#leftOut }
  }

  async catchUp(): Promise<void> {
    while (this.progress().behind > 0) await this.#nextTurn()
  }

  #wake(): void {
    if (this.#isAwake || this.progress().behind < (this.#options.lagLimits ?? MAX_PENDING_WRITES)) return
    this.#isAwake = true
    this.#nextTurn().then(
      () => {
        this.#isAwake = false
        this.#wake()
      },
      // Ignores the error: the next read gets the same error, and reports it.
      () => (this.#isAwake = false),
    )
  }

  /** Runs one step in its own turn of the event loop; all waiting callers share it. */
  #nextTurn(): Promise<void> {
    return (this.#turn ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        this.#turn = undefined
        try {
          for (const followed of this.#followed.values()) if (countEntriesBehind(followed) > 0) this.#step(followed)
          resolve()
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)))
        }
      })
    }))
  }

  /** Advances the projections with the lowest position together, at most up to the position of the next projection. */
  #step(followed: FollowedCollection): void {
    if (!this.#db.isOpen) throw new Error('The store is closed')
    this.#options.damage.refuseWrites()
    const from = findLowestPosition(followed)
    const group = followed.tracks.filter((track) => track.position === from)
    const others = followed.tracks.filter((track) => track.position > from).map((track) => track.position)
    const until = Math.min(followed.last, ...others)
    // Not synced to disk. The next commit of an answer syncs this step, and a lost step is repeated.
    this.#db.exec('PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE')
    let reached: number
    try {
      this.#did('begun')
      reached = this.#write(followed, group, from, until)
      for (const { writer } of group) writer.flush?.()
      for (const track of group) track.store(reached)
      followed.log.trim(Math.min(reached, ...others))
      this.#did('moved')
      this.#db.exec('COMMIT')
    } catch (error) {
      this.#options.damage.note(error)
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      for (const { writer } of group) writer.drop?.()
      throw error
    } finally {
      this.#db.exec('PRAGMA synchronous = FULL')
    }
    for (const track of group) track.position = reached
    followed.fresh.forget(findLowestPosition(followed))
    this.#options.moved()
    this.#did('committed')
  }

  /** @returns the last position written completely */
  #write({ log, fresh }: FollowedCollection, group: readonly ProjectionTrack[], from: number, until: number): number {
    const { now, max = MAX_ENTRIES } = this.#options
    const began = now()
    let [entries, bytes, position] = [0, 0, from]
    for (const entry of log.between(from, until)) {
      const isEnough = entries >= max || bytes >= MAX_BYTES || now() - began >= MAX_MILLISECONDS
      if (isEnough && entry.position > position) return position
      position = entry.position
      entries += 1
      bytes += entry.bytes
      const document = (entry.isWritten ? fresh.of(entry.id) : undefined) ?? this.#bodies.decode(entry.body())
      for (const { writer } of group) this.#apply(writer, entry, document)
      this.#did(entry.isWritten ? 'put' : 'taken out')
    }
    return until
  }

  /** Skips a document for which the writer throws, so that all others appear in the lists. SQLite errors are thrown. */
  #apply(writer: ProjectionWriter, { isWritten, id, key, position }: LogEntry, document: StoredDocument): void {
    try {
      if (isWritten) writer.put(id, key, document)
      else writer.removeDocument(id, key, document, position)
    } catch (error) {
      if (readSqliteCode(error) !== undefined) throw error
      this.#leftOut += 1
    }
  }

  #did(step: IndexFollowerStep): void {
    this.#options.reached?.(step)
  }
}

function findLowestPosition({ tracks, last }: FollowedCollection): number {
  return Math.min(last, ...tracks.map((track) => track.position))
}

function countEntriesBehind(followed: FollowedCollection): number {
  return followed.last - findLowestPosition(followed)
}
