import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServerProcess, type Child } from '../support/child.ts'
import { busyWarning } from '../support/machine.ts'
import { say } from '../support/report.ts'
import { percentile, rounded } from '../support/statistics.ts'

const COMMANDS = fileURLToPath(new URL('../../../functions/src/embedded/commands/main.ts', import.meta.url))
const ANSWERS = 100_000
/** Commits per second. */
const RATES = [10, 100, 700]
/** Duration of the measurement without a backup, and maximum duration with one, in seconds. */
const [ALONE, BESIDE] = [10, 60]
/** Maximum seconds for one backup. */
const MAX_SECONDS = 60
/** Commits per second during the first copy of `--follow`. */
const FOLLOW_RATE = 100
const MB = 1_000_000

/**
 * Backs up 100,000 answers while others arrive at 10, 100 and 700 per second. Measures its seconds, and the p95 and
 * maximum of commits without and with it. Fails when a backup fails or takes over a minute.
 */
export async function benchBackup(answers: number = ANSWERS) {
  const folder = await mkdtemp(join(process.env['BENCH_TMP'] ?? tmpdir(), 'relevo-backup-'))
  const figures: Record<string, number> = {}
  let failed = false
  try {
    const child = await startServerProcess('backup/serve.ts', [join(folder, 'data')])
    await fetch(`http://127.0.0.1:${child.port}/fill?answers=${answers}`)
    for (const rate of RATES) {
      const alone = await commitFor(child, rate, ALONE)
      const writing = commitFor(child, rate, BESIDE)
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      const began = performance.now()
      const code = await backUp(join(folder, 'data'), join(folder, `backups-${rate}`))
      const seconds = (performance.now() - began) / 1000
      await fetch(`http://127.0.0.1:${child.port}/stop`)
      const beside = await writing
      Object.assign(figures, {
        [`backup_${rate}_seconds`]: rounded(seconds),
        [`commit_${rate}_alone_p95_ms`]: rounded(percentile(alone, 0.95)),
        [`commit_${rate}_beside_p95_ms`]: rounded(percentile(beside, 0.95)),
        [`commit_${rate}_beside_longest_ms`]: rounded(Math.max(...beside)),
      })
      if (code !== 0 || seconds > MAX_SECONDS) failed = true
      say(JSON.stringify(figures))
    }
    Object.assign(figures, await measureFollow(child, folder))
    await child.kill()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const warning = busyWarning()
  if (warning !== undefined) say(warning)
  return { figures, failed }
}

/**
 * Measures the first copy of `--follow` at 100 commits per second: its seconds, the commits, and the server's largest
 * log.
 */
async function measureFollow(child: Child, folder: string): Promise<Record<string, number>> {
  const [data, target] = [join(folder, 'data'), join(folder, 'follow')]
  const writing = commitFor(child, FOLLOW_RATE, BESIDE)
  await mkdir(target)
  const began = performance.now()
  const command = startCommand(data, [target, '--follow'], 'pipe')
  let log = 0
  const watch = setInterval(() => {
    log = Math.max(log, statSync(join(data, 'relevo.sqlite-wal')).size)
  }, 50)
  await Promise.race([once(command.stdout ?? command, 'data'), once(command, 'exit')])
  const seconds = (performance.now() - began) / 1000
  clearInterval(watch)
  await fetch(`http://127.0.0.1:${child.port}/stop`)
  command.kill()
  await once(command, 'exit')
  const beside = await writing
  return {
    database_mb: rounded(statSync(join(data, 'relevo.sqlite')).size / MB),
    follow_first_copy_seconds: rounded(seconds),
    follow_first_copy_log_mb: rounded(log / MB),
    commit_100_beside_follow_p95_ms: rounded(percentile(beside, 0.95)),
    commit_100_beside_follow_longest_ms: rounded(Math.max(...beside)),
  }
}

async function commitFor({ port }: Child, rate: number, seconds: number): Promise<readonly number[]> {
  const reply = await fetch(`http://127.0.0.1:${port}/?rate=${rate}&seconds=${seconds}`)
  return (await reply.json()) as readonly number[]
}

/** Runs `npm run backup` without the cost of npm. @returns its exit code */
export async function backUp(data: string, target: string): Promise<number | null> {
  await mkdir(target)
  const [code] = (await once(startCommand(data, [target], 'inherit'), 'exit')) as [number | null]
  return code
}

function startCommand(data: string, args: readonly string[], stdout: 'inherit' | 'pipe') {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', COMMANDS, 'backup', ...args], {
    env: { ...process.env, DATA_DIR: data },
    stdio: ['ignore', stdout, 'inherit'],
  })
}
