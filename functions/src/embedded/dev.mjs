/** `npm run dev`: runs the server, and Vite with reload in front of it. When one stops, the other is stopped. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, ROOT } from './install.mjs'

const node = await ensureInstalled()
const port = process.env.PORT ?? '8080'
const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
const env = { ...process.env, API: `http://127.0.0.1:${port}`, PORT: port }
const start = (args) => spawn(node, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] })

const children = [start(['functions/src/embedded/main.ts', ...process.argv.slice(2)]), start([vite])]
const stop = () => children.forEach((child) => child.kill('SIGTERM'))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
for (const child of children) {
  child.on('close', (code) => {
    process.exitCode ??= code ?? 0
    stop()
  })
}
