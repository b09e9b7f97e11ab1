import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { withLimit } from './waiting.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const EMBEDDED = join(ROOT, 'functions', 'src', 'embedded')
const MAIN = join(EMBEDDED, 'main.ts')
/** Also used by `npm start`: a server never outlives the process that started it. */
const WATCH_PARENT = pathToFileURL(join(EMBEDDED, 'watch-parent.mjs')).href
const START_LIMIT = 60_000
const STOP_LIMIT = 10_000

export type ServerOptions = {
  /** start with `--empty` on an empty folder; default: on a copy of the town */
  readonly empty?: boolean
  /** additional environment variables of each start */
  readonly env?: Readonly<Record<string, string>>
  /** default: a free port */
  readonly port?: number
}

/** The real server, `functions/src/embedded/main.ts`, in its own process. After a stop or kill it keeps its port. */
export type Server = {
  /** `http://localhost:34567`: a secure context for the browser */
  readonly origin: string
  readonly dataDir: string
  /** its whole output, over all starts */
  readonly log: () => string
  readonly start: () => Promise<void>
  /** stops it, and waits until the process has ended */
  readonly stop: () => Promise<void>
  /** SIGKILL: nothing is flushed */
  readonly kill: () => Promise<void>
}

/** @param dataDir the folder that it serves */
export async function startServer(
  dataDir: string,
  { empty = false, env: more = {}, port: wanted = 0 }: ServerOptions = {},
): Promise<Server> {
  const lines: string[] = []
  let port = wanted
  let child: ChildProcess | undefined
  let gone: Promise<unknown> = Promise.resolve()

  async function start(): Promise<void> {
    if (child !== undefined) throw new Error('The server is running already')
    const env = {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ORIGIN: '',
      PROXY: '',
      ADMIN_EMAIL: undefined,
      SMTP_URL: '',
      OIDC_ISSUER: '',
      ...more,
    }
    const args = ['--import', WATCH_PARENT, MAIN, ...(empty ? ['--empty'] : [])]
    const started = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    child = started
    gone = once(started, 'exit')
    const ready = new Promise<number>((resolve, reject) => {
      for (const stream of [started.stdout, started.stderr]) {
        if (stream !== null)
          createInterface({ input: stream }).on('line', (line) => {
            lines.push(line)
            const found = /Relevo is running:\s+http:\/\/localhost:(\d+)/.exec(line)
            if (found !== null) resolve(Number(found[1]))
          })
      }
      started.once('exit', (code) =>
        reject(new Error(`The server ended with ${code} before it was ready:\n${lines.slice(-20).join('\n')}`)),
      )
    })
    port = await withLimit(ready, START_LIMIT, 'the server to be ready')
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (child === undefined) return
    lines.push(`--- ${signal}`)
    child.kill(signal)
    child = undefined
    await withLimit(gone, STOP_LIMIT, 'the server to be gone')
  }

  await start()
  return {
    get origin() {
      return `http://localhost:${port}`
    },
    dataDir,
    log: () => lines.join('\n'),
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}
