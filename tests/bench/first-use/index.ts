import { join } from 'node:path'
import { fillTown } from '../../journeys/support/town.ts'
import { buildApp } from '../spine/app.ts'
import { temporaryFolder } from '../support/cleanup.ts'
import { say } from '../support/report.ts'
import { QUESTIONS } from './author.ts'
import { measureLighthouse } from './lighthouse.ts'
import { ROWS } from './rows.ts'
import { doTasks, TASKS, type TaskName } from './tasks.ts'

/** Upper limits, by figure. */
const MOST: Readonly<Record<string, number>> = {
  author_seconds: 140,
  author_decided_seconds: 240,
  deciding_seconds: 40,
  correcting_taps: 12,
  inspector_taps: 28,
  inspector_refused: 1,
  inspector_both_taps: 45,
  census_taps: 28,
  complaint_taps: 9,
  rows_taps: 4 * ROWS,
  tickets_taps: 10,
  user_taps: 6,
  ...Object.fromEntries(['number', 'payer', 'dni', 'reference', 'code'].map((fact) => [`order_by_${fact}_seconds`, 3])),
  desk_payment_taps: 8,
  closing_taps: 3,
  empty_seconds: 240,
  empty_refused: 0,
}
/** Minimum scores of Lighthouse. */
const LEAST: Readonly<Record<string, number>> = {
  public_form_performance: 92,
  look_up_performance: 90,
  sign_in_performance: 88,
  ...Object.fromEntries(
    ['public_form', 'look_up', 'sign_in'].flatMap((page) =>
      ['accessibility', 'best_practices', 'seo'].map((category) => [`${page}_${category}`, 100]),
    ),
  ),
}

/**
 * Performs first tasks in Chromium with the real server, and runs Lighthouse on the pages seen first. Counts taps, keys
 * and refused saves; seconds are those of a user (see hands.ts). `FIRST_USE_ONLY` selects tasks, or `lighthouse`.
 */
export async function benchFirstUse() {
  await buildApp()
  const home = await temporaryFolder('first-use')
  const asked = (process.env['FIRST_USE_ONLY'] ?? '').split(/[ ,]+/).filter((name) => name !== '')
  const isAsked = (name: string): boolean => asked.length === 0 || asked.includes(name)
  const figures: Record<string, number> = { author_questions: QUESTIONS }

  const names = (Object.keys(TASKS) as readonly TaskName[]).filter(isAsked)
  const efforts = await doTasks(names, home)
  for (const [name, effort] of Object.entries(efforts)) {
    for (const [what, count] of Object.entries(effort)) figures[`${name}_${what}`] = count
  }
  if (isAsked('lighthouse')) {
    const dataDir = join(home, 'lighthouse')
    await fillTown(dataDir)
    Object.assign(figures, await measureLighthouse(dataDir))
  }

  const missed = Object.entries(figures).filter(
    ([name, value]) => value > (MOST[name] ?? Number.POSITIVE_INFINITY) || value < (LEAST[name] ?? 0),
  )
  for (const [name, value] of missed) say(`MISSED: ${name} is ${value}, target ${MOST[name] ?? LEAST[name]}`)
  return { figures, failed: missed.length > 0 }
}
