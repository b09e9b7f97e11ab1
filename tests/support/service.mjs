/**
 * Starts and stops the release behind the link `current` of a folder, like systemd.
 * `node service.mjs FOLDER start|stop`
 */
import { spawn } from 'node:child_process'
import { existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseEnv } from 'node:util'

const [folder, command] = process.argv.slice(2)
const note = join(folder, 'pid')

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

if (command === 'start') {
  const log = openSync(join(folder, 'log'), 'a')
  const env = { ...process.env, ...parseEnv(readFileSync(join(folder, 'relevo.env'), 'utf8')) }
  const options = { cwd: join(folder, 'current'), env, detached: true, stdio: ['ignore', log, log] }
  const child = spawn(process.execPath, ['server.mjs', '--empty'], options)
  writeFileSync(note, String(child.pid))
  child.unref()
} else if (existsSync(note)) {
  const pid = Number(readFileSync(note, 'utf8'))
  rmSync(note)
  if (isAlive(pid)) process.kill(pid, 'SIGTERM')
  while (isAlive(pid)) await setTimeout(20)
}
