import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const LIMIT_MS = 6 * 60_000
let runs = 0

/** A file of the product by its path, and its replaced text. */
export type Planted = { readonly file: string; readonly text: string }
/** A failed test, or the reason why there was none. */
export type Failure = { readonly file: string | undefined; readonly test: string }

/** @returns the first failure of `tests` with the product, or with `planted` in it; undefined if they pass */
export async function failureOver(planted: Planted | null, tests: readonly string[]): Promise<Failure | undefined> {
  const report = join(tmpdir(), `relevo-planted-${process.pid}-${(runs += 1)}.json`)
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'tests/guards/vitest.config.ts',
    '--bail=1',
    '--maxWorkers=1',
    '--reporter=json',
    `--outputFile=${report}`,
  ]
  const code = await run([...args, ...tests], { ...process.env, PLANTED: JSON.stringify(planted) })
  try {
    if (code === 0) return undefined
    return code === 'late' ? { file: undefined, test: 'they do not end' } : firstFailure(report)
  } finally {
    rmSync(report, { force: true })
  }
}

type Report = {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

function firstFailure(report: string): Failure {
  let failed: readonly Report['testResults'][number][] = []
  try {
    failed = (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults.filter(
      ({ status }) => status === 'failed',
    )
  } catch {
    // Without a report the run itself failed, which counts as noticed.
  }
  // Files that were running when the first one failed are also reported as failed, without a failed test.
  for (const { name, assertionResults } of failed) {
    const test = assertionResults.find(({ status }) => status === 'failed')
    if (test !== undefined) return { file: name.slice(ROOT.length), test: test.fullName }
  }
  return { file: failed[0]?.name.slice(ROOT.length), test: 'cannot be loaded' }
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number | 'late'> {
  return new Promise((resolve) => {
    // A process group of its own, which ends workers in an endless loop.
    const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'ignore', detached: true })
    let late = false
    const end = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // The group has already ended.
      }
    }
    const timer = setTimeout(() => {
      late = true
      end()
    }, LIMIT_MS)
    process.once('exit', end)
    child.on('exit', (code) => {
      clearTimeout(timer)
      process.off('exit', end)
      end()
      resolve(late ? 'late' : (code ?? 1))
    })
  })
}
