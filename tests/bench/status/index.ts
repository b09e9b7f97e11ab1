import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess, type Child } from '../support/child.ts'
import { busyWarning } from '../support/machine.ts'
import { say } from '../support/report.ts'
import { percentile, rounded } from '../support/statistics.ts'

/** Requests per second, and the duration in seconds. */
const [RATE, HELD] = [100, 60]
/** Milliseconds between requests of staff; seconds for which staff are measured alone. */
const [STAFF_EVERY, ALONE] = [100, 20]
/** Maximum slowdown of staff requests. */
const MOST = 2
const ORIGIN = 'http://relevo.test'

/**
 * Anonymous visitors ask for the status of answers 100 times per second for a minute, over HTTP on a store on disk,
 * while staff read a form's answers: first without limits, then with them.
 * Fails if a request is not answered, fewer than 99 of 100 are sent each second, or staff's p95 more than doubles.
 */
export async function benchStatus() {
  const figures: Record<string, number> = {}
  let failed = false
  for (const limits of ['open', 'limited'] as const) {
    const folder = await mkdtemp(join(process.env['BENCH_TMP'] ?? tmpdir(), 'relevo-status-'))
    try {
      const child = await startServerProcess('status/serve.ts', [join(folder, 'relevo.sqlite'), limits])
      const cookie = /^cookie (.*)$/m.exec(child.complaints())?.[1] ?? ''
      await staff(child, cookie, 3)
      const alone = await staff(child, cookie, ALONE)
      const [beside, looks] = await Promise.all([staff(child, cookie, HELD), look(child)])
      await child.kill()
      const ratio = percentile(beside, 0.95) / percentile(alone, 0.95)
      const answered = looks.filter(({ status }) => status === 200).length
      Object.assign(figures, {
        [`status_${limits}_looks`]: looks.length,
        [`status_${limits}_carried_out`]: answered,
        [`status_${limits}_p95_ms`]: rounded(
          percentile(
            looks.map(({ ms }) => ms),
            0.95,
          ),
        ),
        [`staff_${limits}_alone_p95_ms`]: rounded(percentile(alone, 0.95)),
        [`staff_${limits}_beside_p95_ms`]: rounded(percentile(beside, 0.95)),
        [`staff_${limits}_ratio`]: rounded(ratio),
      })
      const isHeld = looks.length >= 0.99 * RATE * HELD && looks.every(({ status }) => status === 200 || status === 429)
      if (!isHeld || ratio > MOST || (limits === 'open' && answered < looks.length)) failed = true
      say(JSON.stringify(figures))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  const warning = busyWarning()
  if (warning !== undefined) say(warning)
  return { figures, failed }
}

/** Requests pages of a form's answers at a steady rate. @returns milliseconds of each */
async function staff({ port }: Child, cookie: string, seconds: number): Promise<readonly number[]> {
  const times: number[] = []
  const until = performance.now() + seconds * 1_000
  while (performance.now() < until) {
    const began = performance.now()
    const reply = await fetch(`http://127.0.0.1:${port}/api/answers?template=nota`, {
      headers: { cookie, origin: ORIGIN },
    })
    await reply.arrayBuffer()
    if (reply.status !== 200) throw new Error(`Staff are refused: ${reply.status}`)
    times.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, STAFF_EVERY - (performance.now() - began))))
  }
  return times
}

type Look = { readonly status: number; readonly ms: number }

/** Sends requests at a steady rate, whether earlier ones are answered or not. Every other code exists. */
async function look({ port }: Child): Promise<readonly Look[]> {
  const looks: Promise<Look>[] = []
  const began = performance.now()
  for (let sent = 0; sent < RATE * HELD; sent += 1) {
    const due = began + (sent * 1_000) / RATE
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    if (performance.now() > began + HELD * 1_000 + 500) break
    looks.push(one(port, sent))
  }
  return Promise.all(looks)
}

async function one(port: number, number: number): Promise<Look> {
  const began = performance.now()
  const address = `10.${(number >> 8) & 255}.${number & 255}.1`
  const body = `code=${number % 2 === 0 ? 'PUB' : 'NADA'}${number}`
  const headers = { origin: ORIGIN, 'x-bench-address': address, 'content-type': 'application/x-www-form-urlencoded' }
  const url = `http://127.0.0.1:${port}/publico/consultar-estado`
  const reply = await fetch(url, { method: 'POST', headers, body })
  const text = await reply.text()
  // An unknown code is refused with its own status, which counts as an answered request.
  const isDone = reply.status === 200 || reply.status === 404 || /no posee estados|does not use states/.test(text)
  return { status: isDone ? 200 : reply.status, ms: performance.now() - began }
}
