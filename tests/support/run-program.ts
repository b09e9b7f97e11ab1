import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

const START_TIMEOUT_MS = 60_000

type Request = {
  readonly cookie?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

export type RunningProgram = {
  readonly origin: string
  /** lines of its output */
  lines(): readonly string[]
  ask(method: string, path: string, request?: Request): Promise<Response>
  /** @returns the cookie of the session */
  signIn(email: string, password: string): Promise<string>
  /** Stops it like systemd. May be called twice. @returns its exit code */
  stop(): Promise<number | null>
}

/**
 * Runs the server of an unpacked archive on a free port, with only the given environment.
 * @returns once it replies
 */
export async function runProgram(
  folder: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<RunningProgram> {
  const child = spawn(process.execPath, ['server.mjs', ...args], {
    cwd: folder,
    env: { PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const stop = (): Promise<number | null> => {
    child.kill('SIGTERM')
    return ended
  }
  const findPort = (): string | undefined => /is running: +http:\/\/localhost:(\d+)/.exec(output)?.[1]
  const deadline = Date.now() + START_TIMEOUT_MS
  while (findPort() === undefined && child.exitCode === null && Date.now() < deadline) await wait(20)
  const port = findPort()
  if (port === undefined) {
    await stop()
    throw new Error(`The program did not start: ${output}`)
  }
  const origin = `http://127.0.0.1:${port}`
  const ask: RunningProgram['ask'] = (method, path, { cookie, headers, body } = {}) =>
    fetch(`${origin}${path}`, {
      method,
      headers: {
        origin,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    origin,
    lines: () => output.split('\n'),
    ask,
    signIn: async (email, password) => {
      const response = await ask('POST', '/api/session', { body: { email, password } })
      return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    },
    stop,
  }
}
