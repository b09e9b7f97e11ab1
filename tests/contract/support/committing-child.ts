import { set, type Unit } from '#domain/store/index.ts'
/**
 * Commits as fast as possible and concurrently, and writes the number of each unit to stdout once it is acknowledged.
 * Its parent kills it in the middle. Usage: node committing-child.ts <database> <first number>
 */
import { writeSync } from 'node:fs'
import { openSqliteStore } from '#embedded/sqlite/store.ts'

const [file = '', first = '0'] = process.argv.slice(2)
const store = openSqliteStore(file)
let next = Number(first)

function unit(n: number): Unit<number> {
  return {
    keysFor: () => ['counters/total'],
    decide: (found) => ({
      result: n,
      writes: [
        set(`receipts/${n}`, { n, text: 'x'.repeat(2_000) }),
        set('counters/total', { count: Number(found.get('counters/total')?.['count'] ?? 0) + 1 }),
      ],
    }),
  }
}

async function work(): Promise<never> {
  for (;;) {
    const n = await store.commit(unit((next += 1)))
    // Written at once and unbuffered: the parent only reads acknowledged numbers, whatever happens next.
    writeSync(1, `${n}\n`)
  }
}

await Promise.all(Array.from({ length: 16 }, work))
