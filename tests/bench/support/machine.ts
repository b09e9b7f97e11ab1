import { spawnSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'
import { chromiumPath } from './browser.ts'
import { peerVersions } from './peers.ts'

const GB = 1024 ** 3

/** Hardware and software of the measurement, one fact per line. */
export function describeMachine(): readonly string[] {
  const [cpu] = cpus()
  const { stdout } = spawnSync(chromiumPath(), ['--version', '--no-sandbox'], { encoding: 'utf8', timeout: 20_000 })
  const peers = Object.entries(peerVersions()).filter(([name]) =>
    /^(?:pouchdb-browser|express-pouchdb|rxdb|survey-creator-core)$/.test(name),
  )
  return [
    `Date      ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `Machine   ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / GB)} GB; load average at the start ${loadavg()[0]?.toFixed(1)}`,
    `Software  Node ${process.versions.node}, SQLite ${process.versions['sqlite'] ?? ''}, ${(stdout ?? '').trim()}`,
    `Peers     ${peers.map(([name, version]) => `${name} ${version}`).join(', ')}`,
  ]
}

/** Warning about other load on this machine, which invalidates every figure; printed before and after. */
export function busyWarning(): string | undefined {
  const load = loadavg()[0] ?? 0
  return load > cpus().length * 0.75
    ? `The machine is busy (load average ${load.toFixed(1)}): compare within this run only, and run again when it is quiet.`
    : undefined
}
