import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const GRACE = 5_000
const END_LINES = 12

/**
 * Runs a program with a hard time limit, with its output indented, so that no line is mistaken for ours.
 * @param options.limit milliseconds, after which the program and all that it started are killed
 * @returns {Promise<{ code: number, lastLine: string, end: string, timedOut: boolean }>}
 */
export function runBounded(command, args, { cwd, env, limit }) {
  return new Promise((resolve) => {
    // A process group of its own, so that browsers and servers started by it end with it.
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    let lastLine = ''
    const end = []
    let timedOut = false
    const killGroup = (signal) => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, signal)
      } catch {
        // The group has already ended.
      }
    }
    const timer = setTimeout(() => {
      timedOut = true
      killGroup('SIGTERM')
      setTimeout(() => killGroup('SIGKILL'), GRACE).unref()
    }, limit)
    const onExit = () => killGroup('SIGKILL')
    process.once('exit', onExit)
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        process.stdout.write(`  ${line}\n`)
        if (line.trim() !== '') end.push(line.trimEnd())
        if (end.length > END_LINES) end.shift()
        if (stream === child.stdout && line.trim() !== '') lastLine = line.trim()
      })
    }
    const finish = (code) => {
      clearTimeout(timer)
      process.off('exit', onExit)
      killGroup('SIGKILL')
      resolve({ code, lastLine, end: end.join('\n'), timedOut })
    }
    child.on('error', (error) => {
      process.stdout.write(`  ${error.message}\n`)
      finish(1)
    })
    // A grandchild that keeps the pipe open must not delay the run, so the program's end counts, not that of its
    // output.
    child.on('exit', (code) => setTimeout(() => finish(code ?? 1), 100))
  })
}
