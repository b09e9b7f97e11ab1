import { roomOf } from './house-plan.ts'
import type { Import } from './imports.ts'

/**
 * Files that import each other at run time. Types and lazy imports do not count, except in the domain, where two files
 * that describe each other are one concept in two places.
 */
export function cyclesIn(graph: ReadonlyMap<string, readonly Import[]>): readonly string[] {
  const found: string[] = []
  const done = new Set<string>()
  const way: string[] = []

  const visit = (file: string): void => {
    const at = way.indexOf(file)
    if (at !== -1) {
      found.push(`cycle: ${[...way.slice(at), file].join(' -> ')}`)
      return
    }
    if (done.has(file)) return
    way.push(file)
    for (const what of graph.get(file) ?? []) {
      if (what.file !== null && what.file !== file && graph.has(what.file) && counts(file, what)) visit(what.file)
    }
    way.pop()
    done.add(file)
  }

  for (const file of graph.keys()) visit(file)
  return found
}

function counts(from: string, { file, typeOnly, lazy }: Import): boolean {
  if (!typeOnly && !lazy) return true
  return file !== null && roomOf(from) === 'domain' && roomOf(file) === 'domain'
}
