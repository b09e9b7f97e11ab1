import type { Mutant } from './mutants.ts'

const SEGMENT = 'src/domain/statistics/columns/segment.ts'
const STATISTICS = 'functions/src/embedded/sqlite/following/tracks.ts'
const FOLLOWER = 'functions/src/embedded/sqlite/following/follower.ts'

/** Bugs in writing lists, searches and statistics after the commit. */
export const MUTANTS_OF_LISTS: readonly Mutant[] = [
  {
    name: 'the follower loses an entry between two steps',
    file: FOLLOWER,
    find: 'if (isEnough && entry.position > position) return position',
    replace: 'if (isEnough && entry.position > position) return entry.position',
  },
  {
    name: 'the follower counts twice what was replaced',
    file: FOLLOWER,
    find: 'else writer.removeDocument(id, key, document, position)',
    replace: 'else if (id > position) writer.removeDocument(id, key, document, position)',
  },
  {
    name: 'the follower has gone on before it has written',
    file: FOLLOWER,
    find: "this.#did('begun')",
    replace:
      "for (const track of group) track.store(until);\n      this.#db.exec('COMMIT; BEGIN IMMEDIATE');\n      this.#did('begun')",
    seen: 12,
  },
  {
    name: 'who reads does not wait for the follower',
    file: FOLLOWER,
    find: 'while (followed !== undefined && countEntriesBehind(followed) > 0) {',
    replace: 'while (followed !== undefined && countEntriesBehind(followed) > 1e9) {',
  },
  {
    name: 'statistics keep what an edit has taken away',
    file: SEGMENT,
    find: "if (kind === 'options') for (const code of codes) question.clearBit(buildOptionBitsName(code), unit)",
    replace:
      "if (kind === 'options') for (const code of codes.slice(1)) question.clearBit(buildOptionBitsName(code), unit)",
  },
  {
    name: 'statistics forget the rows that an answer has beyond its first',
    file: SEGMENT,
    find: 'const unit = base === null ? slot : units.get(base)?.[row] if (unit === undefined) continue question.setBit(asked',
    replace:
      'const unit = base === null ? slot : units.get(base)?.[0]\n    if (unit === undefined) continue\n    question.setBit(asked',
  },
  {
    name: 'statistics are read as they were summed up before',
    file: 'functions/src/embedded/sqlite/statistics/aggregates.ts',
    find: 'while (this.#tables.isStale(form)) {',
    replace: "while (this.#tables.isStale(form) && form === '') {",
  },
  {
    name: 'statistics do not hear of what is deleted',
    file: STATISTICS,
    find: 'if (keptForm !== undefined && (keptForm.isReady || id <= keptForm.built))',
    replace: 'if (keptForm !== undefined && keptForm.isReady && id < keptForm.built)',
    seen: 1,
  },
]
