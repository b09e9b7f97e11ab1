import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { withLimit } from '../journeys/support/waiting.ts'

const START_LIMIT = 60_000

/** A program in a process group of its own, which ends all that it started. */
export type Program = {
  readonly kill: () => void
  /** the first line of its output that matches; fails if it ends before */
  readonly says: (pattern: RegExp) => Promise<RegExpExecArray>
}

/** Starts it; it ends with `kill`, or with this process. File descriptor 3 is read as output too. */
export function startProgram(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Program {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'], detached: true })
  const kill = (): void => {
    process.off('exit', kill)
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The whole group has already ended.
    }
  }
  process.once('exit', kill)
  const lines: string[] = []
  const hearing = new Set<(line: string) => void>()
  for (const stream of child.stdio.slice(1)) {
    if (stream === null || stream === undefined || !('read' in stream)) continue
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      for (const hear of hearing) hear(line)
    })
  }
  const says = (pattern: RegExp): Promise<RegExpExecArray> =>
    withLimit(
      new Promise((resolve, reject) => {
        const hear = (line: string): void => {
          const found = pattern.exec(line)
          if (found !== null) resolve(found)
        }
        hearing.add(hear)
        for (const line of lines) hear(line)
        child.once('error', reject)
        child.once('exit', (code) =>
          reject(new Error(`${command} ended with ${code}:\n${lines.slice(-20).join('\n')}`)),
        )
      }),
      START_LIMIT,
      `${command} to say ${pattern}`,
    )
  return { kill, says }
}
