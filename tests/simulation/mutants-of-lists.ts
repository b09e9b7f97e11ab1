import type { Mutant } from './mutants.ts'

const FOLLOWER = 'functions/src/embedded/sqlite/following/follower.ts'

/** Bugs in what writes lists and searches after the commit. */
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
    find: 'else writer.takeOut(id, key, document, position)',
    replace: 'else if (id > position) writer.takeOut(id, key, document, position)',
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
    find: 'while (followed !== undefined && behindOf(followed) > 0) {',
    replace: 'while (followed !== undefined && behindOf(followed) > 1e9) {',
  },
]
