import { fileURLToPath } from 'node:url'
import { CLAUSES, WCAG, type Criterion, type Evidence } from './criteria.ts'

export const REPORT_PATH = fileURLToPath(new URL('../../../ACCESSIBILITY.md', import.meta.url))

function buildStatement(): string {
  const partly = [...WCAG, ...CLAUSES].filter(({ support }) => support === 'partly')
  return `# Accessibility

Written by \`npm run accessibility\` from [tests/support/accessibility/criteria.json](tests/support/accessibility/criteria.json).

## Statement

Relevo aims at WCAG 2.2, level AA, and EN 301 549 V3.2.1. It is **partially conformant**: ${countOf(WCAG, 'supported')} of
the ${WCAG.length} success criteria are met, ${countOf(WCAG, 'partly')} are met in part, and ${countOf(WCAG, 'not applicable')} do not apply. It
was assessed by its own developers, with the tests and checks below, and not by an auditor or by people who depend on
assistive technology. Contents that a municipality writes (forms, images, e-mails) are its own responsibility.

What is not met:

${partly.map(({ id, name, remark }) => `- **${id} ${name}**: ${remark}`).join('\n')}

A municipality that publishes a statement of its own adds its contact, the date, and its procedure for complaints.

## WCAG 2.2 and clause 9 of EN 301 549

Criteria without a clause are new in WCAG 2.2.

${buildTable(WCAG)}

## Clauses 10 to 12 of EN 301 549

${buildTable(CLAUSES)}
`
}

function countOf(criteria: readonly Criterion[], wanted: Criterion['support']): number {
  return criteria.filter(({ support }) => support === wanted).length
}

function buildTable(criteria: readonly Criterion[]): string {
  const lines = criteria.map(
    ({ id, name, level, since22, support, remark, evidence }) =>
      `| ${id} ${name} | ${level ?? ''} | ${level === undefined || since22 ? '' : `9.${id}`} | ${support} | ${remark} | ${evidence.map(describe).join('<br>')} |`,
  )
  return ['| criterion | level | clause | result | remark | evidence |', '|---|---|---|---|---|---|', ...lines].join(
    '\n',
  )
}

function describe(evidence: Evidence): string {
  return 'file' in evidence
    ? `[${evidence.file.split('/').at(-1)}](${evidence.file})`
    : `${evidence.seen}: ${evidence.what}`
}

/** The statement and the conformance report, as Markdown. */
export const buildReport = buildStatement
