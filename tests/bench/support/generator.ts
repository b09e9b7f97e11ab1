import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { LoadJob, LoadResult } from '../spine/load.ts'
import { atEnd } from './cleanup.ts'
import { withLimit } from './limit.ts'

/** Runs one load job in a process of its own. */
export async function generateLoad(job: LoadJob): Promise<LoadResult> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../spine/load.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const kill = atEnd(() => Promise.resolve(void child.kill('SIGKILL')))
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const closed = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  child.stdin.end(JSON.stringify(job))
  try {
    const code = await withLimit(closed, job.warmUp + job.measured + 30_000, 'the load generator')
    if (code !== 0) throw new Error(`The load generator ended with ${code}`)
    return JSON.parse(output) as LoadResult
  } finally {
    await kill()
  }
}
