import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CLAUSES, WCAG, type Criterion } from './criteria.ts'
import { buildReport, REPORT_PATH } from './report.ts'

/** Success criteria of WCAG 2.2, by level. */
const LEVELS = {
  A: `1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4
    2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2`,
  AA: `1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2
    3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3`,
}
const NEW_IN_22 = ['2.4.11', '2.5.7', '2.5.8', '3.2.6', '3.3.7', '3.3.8']

const idsOf = (criteria: readonly Criterion[]): readonly string[] => criteria.map(({ id }) => id)

describe('the table of criteria', () => {
  it.each(['A', 'AA'] as const)('has each criterion of level %s once', (level) => {
    const there = idsOf(WCAG.filter((criterion) => criterion.level === level))
    expect(there.toSorted()).toEqual(LEVELS[level].split(/\s+/).toSorted())
  })

  it('marks those that are new in WCAG 2.2', () => {
    expect(idsOf(WCAG.filter(({ since22 }) => since22))).toEqual(NEW_IN_22)
  })

  it('has evidence for all that is met, and a remark for the rest', () => {
    const all = [...WCAG, ...CLAUSES]
    expect(idsOf(all.filter(({ support, evidence }) => support !== 'not applicable' && evidence.length === 0))).toEqual(
      [],
    )
    expect(idsOf(all.filter(({ remark }) => remark === ''))).toEqual([])
  })

  it('names tests that exist', () => {
    const missing = [...WCAG, ...CLAUSES]
      .flatMap(({ evidence }) => evidence)
      .flatMap((evidence) => ('file' in evidence ? [evidence] : []))
      .filter(({ file, title }) => !existsSync(file) || title === '' || !readFileSync(file, 'utf8').includes(title))
    expect(missing).toEqual([])
  })

  it('is what the report says', () => {
    expect(readFileSync(REPORT_PATH, 'utf8')).toBe(buildReport())
  })
})
