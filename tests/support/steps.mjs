/**
 * The steps of `npm test` as data. A step is a list of checks; each runs a program and reports how many of its cases
 * passed and failed. A suite that is missing or empty counts as failed.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { runBounded } from './run-bounded.mjs'

const MINUTE = 60_000
const LINGUI = ['--config', 'locales/lingui.config.mjs']

/** One case: the program's exit code. */
const program = (name, script, args, limit = 6 * MINUTE) => ({
  name,
  run: async (world) => {
    const { code, timedOut, end } = await runBounded(world.node, [join(world.root, 'node_modules', script), ...args], {
      cwd: world.root,
      env: world.env,
      limit,
    })
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, timedOut, faults: code === 0 ? [] : [end] }
  },
})

/**
 * One case: 50 requests per second for 30 s; afterwards each answer is looked for. Long form: `npm run bench -- soak`.
 */
const soak = {
  name: 'half a minute of 60 tablets at 50 requests a second',
  run: async (world) => {
    const { code, timedOut } = await runBounded(world.node, ['tests/bench/main.ts', 'soak', '--short'], {
      cwd: world.root,
      env: world.env,
      limit: 5 * MINUTE,
    })
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, timedOut }
  },
}

/**
 * Runs a test runner that writes a JSON report.
 * @param commandOf returns its arguments and environment for a report file
 */
async function runReported(world, limit, commandOf) {
  const folder = mkdtempSync(join(tmpdir(), 'relevo-report-'))
  const file = join(folder, 'report.json')
  const { args, env } = commandOf(file)
  try {
    const ended = await runBounded(world.node, args, { cwd: world.root, env: { ...world.env, ...env }, limit })
    return { ...ended, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {} }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As many cases as in vitest's JSON report. */
const vitest = (name, filters, limit, least = 1) => ({
  name,
  run: async (world) => {
    const { code, timedOut, report } = await runReported(world, limit, (file) => ({
      args: [
        'node_modules/vitest/vitest.mjs',
        'run',
        ...filters,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
      ],
    }))
    const passed = report.numPassedTests ?? 0
    // A file that cannot be loaded has no tests that could fail, but counts as a failure.
    const unloaded = (report.testResults ?? []).filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    ).length
    const failed = (report.numFailedTests ?? 0) + unloaded
    const faults = faultsOf(report.testResults ?? [])
    return { passed, failed: code === 0 && passed >= least ? failed : Math.max(failed, 1), timedOut, faults }
  },
})

/** As many cases as the journeys have scenarios (`test.step`); a journey without scenarios counts as one. */
const journeys = {
  name: 'journeys',
  run: async (world) => {
    const { code, timedOut, report } = await runReported(world, 60 * MINUTE, (file) => ({
      args: ['node_modules/@playwright/test/cli.js', 'test', '--project=journeys', '--reporter=list,json'],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    }))
    const { passed, failed, faults } = countJourneys(report)
    return { passed, failed: code === 0 && passed > 0 ? failed : Math.max(failed, 1), timedOut, faults }
  },
}

/** @param report Playwright's. @returns `faults` also names tests that passed only at their second run */
export function countJourneys({ suites = [], errors = [] }) {
  const counts = { passed: 0, failed: errors.length, faults: errors.map(({ message }) => firstLine(message)) }
  for (const { file, specs } of suites)
    for (const { ok, tests } of specs) {
      const results = tests.flatMap((test) => test.results)
      const { steps = [] } = results.at(-1) ?? {}
      counts.passed += ok ? Math.max(1, steps.length) : steps.filter(({ error }) => error === undefined).length
      counts.failed += ok ? 0 : 1
      const reasons = results.flatMap(({ error }) => (error === undefined ? [] : [firstLine(error.message)]))
      if (!ok || reasons.length > 0)
        counts.faults.push(`${file}: ${ok ? 'passed at its second run, after: ' : ''}${reasons.join('; then ')}`)
    }
  return counts
}

const firstLine = (text = '') => stripVTControlCharacters(text).split('\n')[0]

/** Names of failures with the first line of their reason. */
const faultsOf = (files) =>
  files.flatMap(({ name, message, assertionResults }) =>
    assertionResults.length === 0 && message !== ''
      ? [`${name}: ${message.split('\n')[0]}`]
      : assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => `${name}: ${fullName}: ${(failureMessages[0] ?? '').split('\n')[0]}`),
  )

/** As many cases as the script reports in its last line, `{"passed":n,"failed":n}`. */
const script = (name, file, limit, args = []) => ({
  name,
  run: async (world) => {
    if (!existsSync(join(world.root, file))) {
      process.stdout.write(`  ${file} does not exist\n`)
      return { passed: 0, failed: 1 }
    }
    const { code, lastLine, timedOut } = await runBounded(world.node, [file, ...args], {
      cwd: world.root,
      env: world.env,
      limit,
    })
    const { passed, failed } = parseCounts(lastLine)
    return { passed, failed: code === 0 && passed > 0 ? failed : Math.max(failed, 1), timedOut }
  },
})

function parseCounts(line) {
  try {
    const { passed, failed } = JSON.parse(line)
    if (Number.isInteger(passed) && Number.isInteger(failed)) return { passed, failed }
  } catch {
    // Falls through: a run without its last line has counted nothing.
  }
  return { passed: 0, failed: 1 }
}

/** journeys use the built app */
const build = {
  name: 'build',
  run: async (world) => {
    const { code, timedOut } = await runBounded(world.node, ['functions/src/embedded/build-stale.mjs'], {
      cwd: world.root,
      env: world.env,
      limit: 5 * MINUTE,
    })
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, timedOut }
  },
}

const weight = {
  name: 'weight of the pages',
  run: async () => {
    const { weighPages } = await import('#embedded/build-app.mjs')
    const pages = weighPages()
    for (const { name, kb, budget } of pages) process.stdout.write(`  ${name}: ${kb} KB gzip of at most ${budget}\n`)
    const heavy = pages.filter(({ kb, budget }) => kb > budget).length
    return pages.length === 0 ? { passed: 0, failed: 1 } : { passed: pages.length - heavy, failed: heavy }
  },
}

const browser = {
  name: 'a Chromium',
  run: async (world) => {
    if (world.chromium === null)
      process.stdout.write('  No Chromium found and none could be fetched: set CHROMIUM_PATH.\n')
    return world.chromium === null ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 }
  },
}

/** Time limits are several times a step's duration, since machines differ by more than a factor of two. */
export const STEPS = [
  {
    name: 'types',
    checks: [
      program('page and tests', 'typescript/bin/tsc', ['-p', 'tsconfig.json']),
      program('domain, without any platform', 'typescript/bin/tsc', ['-p', 'src/domain']),
      program('worker', 'typescript/bin/tsc', ['-p', 'sw']),
      program('server', 'typescript/bin/tsc', ['-p', 'functions']),
    ],
  },
  {
    name: 'lint',
    together: true,
    checks: [
      program('layout', 'prettier/bin/prettier.cjs', ['--check', '--cache', '--log-level', 'warn', '.']),
      program('code', 'oxlint/bin/oxlint', ['--deny-warnings']),
      // Entry points are in package.json.
      program('files and exports that nothing uses', 'knip/bin/knip.js', []),
      program('catalogues in step with the code', '@lingui/cli/dist/lingui.js', [
        'check',
        'sync',
        '--clean',
        ...LINGUI,
      ]),
      program('nothing untranslated', '@lingui/cli/dist/lingui.js', [
        'check',
        'missing',
        '--mode',
        'catalog',
        '--locale',
        'en,es',
        ...LINGUI,
      ]),
    ],
  },
  { name: 'architecture', checks: [vitest('import table', ['tests/architecture.test.ts'], 5 * MINUTE)] },
  { name: 'unit', checks: [vitest('unit tests', ['src/', 'sw/', 'functions/', 'tests/support/'], 30 * MINUTE)] },
  { name: 'contract', checks: [vitest('contract suites', ['tests/contract/'], 10 * MINUTE)] },
  // Runs aside, because it mostly waits.
  { name: 'soak', aside: true, checks: [soak] },
  {
    name: 'simulation',
    // A part of `npm run simulate`.
    checks: [script('simulation', 'tests/simulation/main.ts', 15 * MINUTE, ['--seeds=40', '--mutants=10'])],
  },
  { name: 'journeys', checks: [build, weight, browser, journeys] },
]

/** Changes of a branch since it left `main`, or of `main` since the previous commit; includes uncommitted changes. */
function sinceMain() {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const base = git('merge-base', 'main', 'HEAD')
  return base === git('rev-parse', 'HEAD') ? 'HEAD~1' : base
}

/** Steps of `npm test -- changed`, for use while working: the tests that load changed files, and a few worlds. */
export function stepsForChange() {
  return [
    ...STEPS.filter(({ name }) => ['types', 'lint', 'architecture'].includes(name)),
    {
      name: 'changed',
      checks: [
        vitest('tests that the change reaches', ['--changed', sinceMain(), '--passWithNoTests'], 12 * MINUTE, 0),
        script('twenty worlds', 'tests/simulation/main.ts', 5 * MINUTE, ['--seeds=20', '--each=0', '--mutants=0']),
      ],
    },
  ]
}

/** @returns the sums over these steps; every step runs, whatever earlier ones found */
export async function runSteps(steps, world) {
  const total = { passed: 0, failed: 0 }
  const took = []
  const faults = []
  const runStep = async (step) => {
    process.stdout.write(`\n== ${step.name}\n`)
    const started = Date.now()
    const sum = { passed: 0, failed: 0 }
    const run = async (check) => {
      process.stdout.write(`- ${check.name}\n`)
      const { passed, failed, timedOut, faults: named = [] } = await check.run(world)
      if (timedOut === true) named.push('stopped at its time limit')
      if (failed > 0 && named.length === 0) named.push('failed, see above')
      faults.push(...named.map((fault) => `${check.name}: ${fault}`))
      sum.passed += passed
      sum.failed += failed
    }
    // Checks that print only failures, with their file, may run at once, which takes half as long.
    if (step.together === true) await Promise.all(step.checks.map(run))
    else for (const check of step.checks) await run(check)
    const seconds = (Date.now() - started) / 1000
    took.push({ name: step.name, seconds })
    process.stdout.write(`${step.name}: ${sum.passed} ok, ${sum.failed} not ok, ${seconds.toFixed(1)} s\n`)
    total.passed += sum.passed
    total.failed += sum.failed
  }
  const aside = steps.filter((step) => step.aside === true).map(runStep)
  for (const step of steps) if (step.aside !== true) await runStep(step)
  await Promise.all(aside)
  const longest = took.toSorted((one, other) => other.seconds - one.seconds)
  process.stdout.write(
    `\n${longest.map(({ name, seconds }) => `${name} ${(seconds / 60).toFixed(1)} min`).join(', ')}\n`,
  )
  // Repeated at the end, where readers of a long output look.
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  return total
}
