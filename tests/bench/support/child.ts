import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { atEnd } from './cleanup.ts'
import { withLimit } from './limit.ts'

/** A server or load generator in a process of its own: it shares neither heap nor event loop with the bench. */
export type Child = {
  readonly port: number
  readonly pid: number
  /** Kills with SIGKILL, so that nothing is flushed. Resolves when the process has ended. */
  readonly kill: () => Promise<void>
  /** standard error so far */
  readonly complaints: () => string
}

/**
 * Starts one of the bench's servers and waits until it has printed `READY <port>`.
 * @param file relative to tests/bench
 */
export async function startServerProcess(file: string, args: readonly string[]): Promise<Child> {
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-4000)))
  const gone = once(child, 'exit')
  const kill = atEnd(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await gone
  })
  const lines = createInterface({ input: child.stdout })
  const ready = new Promise<number>((resolve, reject) => {
    lines.on('line', (line) => {
      if (line.startsWith('READY ')) resolve(Number(line.slice(6)))
    })
    void gone.then(() => reject(new Error(`${file} ended before it was ready: ${errors}`)))
  })
  const port = await withLimit(ready, 30_000, `${file} to be ready`)
  return { port, pid: child.pid ?? 0, kill, complaints: () => errors }
}
