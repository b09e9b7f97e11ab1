import { importsOf } from '../support/architecture/imports.ts'

/** The unit and contract tests, as in the steps of `npm test`. */
const TEST = /^(?:src|sw|functions|tests\/support|tests\/contract)\/.*\.test\.tsx?$/
const CONTRACT = 'tests/contract/'

/**
 * @param project path to text
 * @returns the tests that load a file: those of its module first, then by number of imports in between, then by
 * similarity of names; the slow contract suites last
 */
export function testsThatReach(project: ReadonlyMap<string, string>): (file: string) => readonly string[] {
  const importers = new Map<string, string[]>()
  for (const [path, text] of project) {
    for (const { file, typeOnly } of importsOf(path, text)) {
      if (file !== null && !typeOnly) importers.set(file, [...(importers.get(file) ?? []), path])
    }
  }
  return (file) => {
    const distances = new Map([[file, 0]])
    // A map iterates over entries added during the iteration, so this is a breadth-first search.
    for (const [each, distance] of distances)
      for (const importer of importers.get(each) ?? [])
        if (!distances.has(importer)) distances.set(importer, distance + 1)
    const words = wordsOf(file)
    const rank = (path: string): number => {
      const alike = [...wordsOf(path)].filter((word) => words.has(word)).length
      const ofAnotherRoom = roomOf(path) === roomOf(file) ? 0 : 100
      return (path.startsWith(CONTRACT) ? 1_000 : ofAnotherRoom) + (distances.get(path) ?? 0) - alike / 100
    }
    return [...distances.keys()].filter((path) => TEST.test(path)).sort((one, other) => rank(one) - rank(other))
  }
}

/** `src/domain`, `functions/src/core`. */
function roomOf(path: string): string {
  return path
    .split('/')
    .slice(0, path.startsWith('src/') ? 2 : 3)
    .join('/')
}

function wordsOf(path: string): ReadonlySet<string> {
  return new Set(path.split(/[^a-z]+/).map((word) => word.replace(/s$/, '')))
}
