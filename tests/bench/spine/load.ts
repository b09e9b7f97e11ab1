/**
 * The load generator, a process of its own. It uses keep-alive connections over plain sockets, with one whole answer
 * per request and the next request only after the reply (no pipelining). The client is written by hand, because Node's
 * own would cost as much as the measured server. Answers differ in their random ids.
 *
 * Reads one JSON job from standard input, writes one JSON line to standard output.
 */
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

export type LoadJob = {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON with ids of 26 characters, which are replaced in each request wherever they occur */
  readonly body: string
  readonly answerId: string
  readonly mutationId: string
  readonly connections: number
  /** milliseconds before and during counting */
  readonly warmUp: number
  readonly measured: number
  /** what a reply must contain to count as accepted */
  readonly accepted: string
}

export type LoadResult = {
  readonly perSecond: number
  /** milliseconds from the request's last byte to the reply's last byte */
  readonly p50: number
  readonly p95: number
  readonly failures: readonly string[]
  /** ids of all answers that the server acknowledged, including the warm-up */
  readonly acknowledged: readonly string[]
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ID_LENGTH = 26
let pool = randomBytes(0)
let used = 0

function randomId(): string {
  if (used + ID_LENGTH > pool.length) [pool, used] = [randomBytes(ID_LENGTH * 1024), 0]
  let id = ''
  for (const end = used + ID_LENGTH; used < end; used += 1) id += CROCKFORD.charAt((pool[used] ?? 0) & 31)
  return id
}

function placesOf(text: Buffer, id: string): readonly number[] {
  const places: number[] = []
  for (let at = text.indexOf(id); at !== -1; at = text.indexOf(id, at + 1)) places.push(at)
  if (places.length === 0) throw new Error(`The body does not hold ${id}`)
  return places
}

/** Length of the first whole response in `data`, head included, or 0 while it is incomplete. */
function responseLength(data: Buffer): number {
  const head = data.indexOf('\r\n\r\n')
  if (head === -1) return 0
  const headers = data.toString('latin1', 0, head).toLowerCase()
  const length = /\r\ncontent-length: (\d+)/.exec(headers)?.[1]
  if (length !== undefined) return data.length >= head + 4 + Number(length) ? head + 4 + Number(length) : 0
  if (!headers.includes('transfer-encoding: chunked')) throw new Error('A reply without a length')
  const end = data.indexOf('\r\n0\r\n\r\n', head + 2)
  return end === -1 ? 0 : end + 7
}

function run(job: LoadJob): Promise<LoadResult> {
  const headers = Object.entries({ host: `127.0.0.1:${job.port}`, 'content-type': 'application/json', ...job.headers })
  const head = `POST ${job.path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`
  const template = Buffer.from(`${head}content-length: ${Buffer.byteLength(job.body)}\r\n\r\n${job.body}`)
  const answerAt = placesOf(template, job.answerId)
  const mutationAt = placesOf(template, job.mutationId)

  const acknowledged: string[] = []
  const failures: string[] = []
  const latencies: number[] = []
  const started = performance.now()
  const from = started + job.warmUp
  const until = from + job.measured
  let counted = 0

  function connection(): Promise<void> {
    return new Promise((resolve) => {
      const request = Buffer.from(template)
      const socket: Socket = connect(job.port, '127.0.0.1')
      socket.setNoDelay(true)
      let received: Buffer = Buffer.alloc(0)
      let answer = ''
      let sentAt = 0
      const end = (): void => {
        socket.destroy()
        resolve()
      }
      const send = (): void => {
        if (performance.now() >= until) return end()
        answer = randomId()
        const mutation = randomId()
        for (const at of answerAt) request.write(answer, at, 'latin1')
        for (const at of mutationAt) request.write(mutation, at, 'latin1')
        sentAt = performance.now()
        socket.write(request)
      }
      socket.on('connect', send)
      socket.on('data', (chunk: Buffer) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        const length = responseLength(received)
        if (length === 0) return
        const text = received.toString('latin1', 0, length)
        received = received.subarray(length)
        const now = performance.now()
        if (text.startsWith('HTTP/1.1 200') && text.includes(job.accepted)) {
          acknowledged.push(answer)
          if (now >= from && now < until) {
            counted += 1
            latencies.push(now - sentAt)
          }
        } else if (failures.length < 5) failures.push(text.slice(0, 600))
        send()
      })
      socket.on('error', (error) => {
        if (failures.length < 5) failures.push(error.message)
        end()
      })
      socket.on('close', end)
    })
  }

  return Promise.all(Array.from({ length: job.connections }, connection)).then(() => {
    latencies.sort((a, b) => a - b)
    const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
    return { perSecond: (counted / job.measured) * 1000, p50: at(0.5), p95: at(0.95), failures, acknowledged }
  })
}

let input = ''
for await (const chunk of process.stdin) input += String(chunk)
process.stdout.write(`${JSON.stringify(await run(JSON.parse(input) as LoadJob))}\n`)
