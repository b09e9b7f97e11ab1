import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ROOT } from './program-files.mjs'

const WATCH_PARENT = new URL('./watch-parent.mjs', import.meta.url).href

/**
 * Runs a program in the foreground and passes signals on.
 *
 * The program gets its own process group: otherwise Ctrl-C would reach it from the terminal, from npm and from here,
 * and the second signal would cut its clean stop short. It watches this process, and ends when this process ends.
 * @returns its exit code, as a shell would report it
 */
export function runInForeground(node, args, { env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, ['--import', WATCH_PARENT, ...args], {
      cwd: ROOT,
      env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    let passedOn = false
    const passOn = (signal) => {
      if (!passedOn) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
      passedOn = true
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, passOn)
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}
