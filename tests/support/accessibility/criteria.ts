import { readFileSync } from 'node:fs'

/** A test, by its file and a part of its title. */
type TestEvidence = { readonly file: string; readonly title: string }
/** A check by a person. @param seen day, YYYY-MM-DD @param what what was looked at, and the result */
type HumanCheck = { readonly seen: string; readonly what: string }
export type Evidence = TestEvidence | HumanCheck

export type Criterion = {
  /** number in WCAG 2.2, or in EN 301 549 from clause 10 on */
  readonly id: string
  readonly name: string
  /** missing for clauses of EN 301 549 */
  readonly level?: 'A' | 'AA'
  /** not part of EN 301 549 V3.2.1, which takes over WCAG 2.1 */
  readonly since22?: true
  /** `partly`: `remark` says what is missing */
  readonly support: 'supported' | 'partly' | 'not applicable'
  readonly remark: string
  readonly evidence: readonly Evidence[]
}

/** criteria.json: evidence is `FILE: TITLE` or `DAY: WHAT`; `axe` stands for the journeys that run axe on screens. */
type Table = Readonly<Record<'wcag' | 'clauses', readonly (Omit<Criterion, 'evidence'> & Written)[]>> & {
  readonly axe: readonly string[]
}
type Written = { readonly evidence: readonly string[] }

const table = JSON.parse(readFileSync(new URL('criteria.json', import.meta.url), 'utf8')) as Table

function parseEvidence(text: string): Evidence {
  const [place = '', what = ''] = text.split(/: (.*)/s)
  return /^\d{4}-/.test(place) ? { seen: place, what } : { file: place, title: what }
}

const listCriteria = (part: 'wcag' | 'clauses'): readonly Criterion[] =>
  table[part].map((criterion) => ({
    ...criterion,
    evidence: criterion.evidence.flatMap((text) => (text === 'axe' ? table.axe : [text])).map(parseEvidence),
  }))

/** Success criteria of WCAG 2.2, levels A and AA, in their order. 4.1.1 was removed from WCAG 2.2. */
export const WCAG = listCriteria('wcag')
/** Clauses of EN 301 549 V3.2.1 beside clause 9, which takes over WCAG 2.1. */
export const CLAUSES = listCriteria('clauses')
