import { installPeers } from '../support/peers.ts'
import { say, printTable, printFailure, verdictOn } from '../support/report.ts'
import { rounded } from '../support/statistics.ts'
import { buildApp } from '../spine/app.ts'
import type { Editor } from './editors.ts'
import { SIZES, type Size } from './forms.ts'
import { ACTS, measureEditor, p50, p95, type Act, type Counts, type Times } from './measure.ts'
import { openRelevo } from './relevo.ts'
import { openSurveyJs } from './surveyjs.ts'

/** `BENCH_SHORT=1`: a short run that checks that the bench works; its figures mean nothing. */
const SHORT = process.env['BENCH_SHORT'] === '1'
const COUNTS: Counts = SHORT
  ? { openings: 1, keys: 5, adds: 2, drags: 1 }
  : { openings: 8, keys: 60, adds: 20, drags: 8 }
const MEASURED: readonly Size[] = SHORT ? [50] : SIZES
/** Maximum growth of a duration when the number of questions grows fourfold: more is worse than linear. */
const LINEAR = 4
const FASTER = 3

type Sides = Readonly<Record<Editor['name'], Times>>
type Figures = Record<string, number | null>

/** Results of `measureActs`; null until it has run. */
export const NO_ACTS: Readonly<Figures> = Object.fromEntries(
  ACTS.flatMap((act) => [
    ...SIZES.map((size) => [`editor_${act}_p95_ms_${size}`, null]),
    ...SIZES.map((size) => [`editor_${act}_${size}_over_surveyjs`, null]),
    [`editor_${act}_growth`, null],
  ]),
)

/**
 * Measures opening, typing, adding, undoing and dragging in both editors, in turns within one run. The editor that
 * starts alternates with the size. `…_over_surveyjs` is our time divided by theirs: below 1 is faster.
 */
export async function measureActs(): Promise<Figures> {
  await installPeers()
  const editors = { relevo: await openRelevo(await buildApp()), surveyjs: await openSurveyJs() }
  const figures: Figures = { ...NO_ACTS }
  for (const [turn, size] of MEASURED.entries()) {
    const order = turn % 2 === 0 ? (['relevo', 'surveyjs'] as const) : (['surveyjs', 'relevo'] as const)
    const sides: Record<Editor['name'], Times> = { relevo: {}, surveyjs: {} }
    for (const name of order) sides[name] = await measured(editors[name], size)
    printTable([['milliseconds', 'relevo p50', 'p95', 'SurveyJS p50', 'p95'], ...rowsOf(size, sides)])
    for (const act of ACTS) note(figures, act, size, sides)
  }
  sayVerdicts(figures)
  return figures
}

function measured(editor: Editor, size: Size): Promise<Times> {
  return measureEditor(editor, size, COUNTS, (what, error) => {
    printFailure(
      `${editor.name}, ${what} at ${size} questions FAILED: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
}

function rowsOf(size: Size, { relevo, surveyjs }: Sides): readonly (readonly string[])[] {
  const cells = (times: readonly number[] | undefined): readonly string[] =>
    times === undefined ? ['–', '–'] : [p50(times).toFixed(1), p95(times).toFixed(1)]
  const names = {
    open: 'open',
    type: 'a key in a title',
    add: 'add a question',
    undo: 'undo it',
    drop: 'drop over 20',
    frames: 'a frame while dragging',
  }
  return ([...ACTS, 'frames'] as const).map((act) => [
    `${size}: ${names[act]}`,
    ...cells(relevo[act]),
    ...cells(surveyjs[act]),
  ])
}

function note(figures: Figures, act: Act, size: Size, { relevo, surveyjs }: Sides): void {
  const [ours, theirs] = [relevo[act], surveyjs[act]]
  if (ours === undefined) return
  const own = p95(ours)
  figures[`editor_${act}_p95_ms_${size}`] = rounded(own)
  if (theirs !== undefined) figures[`editor_${act}_${size}_over_surveyjs`] = rounded(own / p95(theirs))
  const before = figures[`editor_${act}_p95_ms_500`]
  if (size === 2000 && typeof before === 'number') figures[`editor_${act}_growth`] = rounded(own / before)
}

function limitOf(name: string): number | undefined {
  if (name.endsWith('_2000_over_surveyjs')) return 1 / FASTER
  if (name.endsWith('_over_surveyjs')) return 1
  return name.endsWith('_growth') ? LINEAR : undefined
}

function sayVerdicts(figures: Figures): void {
  const targets = Object.entries(figures).flatMap(([name, value]): readonly (readonly string[])[] => {
    const limit = limitOf(name)
    if (limit === undefined) return []
    return [
      [
        name,
        value === null ? '–' : String(value),
        `≤ ${rounded(limit)}`,
        verdictOn(value, (measured) => measured <= limit),
      ],
    ]
  })
  say('')
  printTable([['figure', 'value', 'target', ''], ...targets])
}
