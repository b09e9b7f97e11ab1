import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withLimit } from './limit.ts'
import { say } from './report.ts'

const FOLDER = new URL('../', import.meta.url)
const LIMIT = 5 * 60_000
// RxDB's peer dependencies include every database's driver, and LevelDB ships its own binaries; the bench needs
// neither.
const ARGUMENTS = [
  'install',
  '--legacy-peer-deps',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--no-package-lock',
  '--loglevel=error',
]

/** Exact versions, from tests/bench/package.json. */
export function peerVersions(): Readonly<Record<string, string>> {
  const { dependencies } = JSON.parse(readFileSync(new URL('package.json', FOLDER), 'utf8')) as {
    readonly dependencies: Record<string, string>
  }
  return dependencies
}

/** Installs the peers into tests/bench/node_modules if one is missing or has another version. */
export async function installPeers(): Promise<void> {
  if (Object.entries(peerVersions()).every(([name, version]) => installedVersion(name) === version)) return
  say('Installing the peers…')
  const npm = process.env['npm_execpath']
  const [command, first] = npm !== undefined && /npm-cli\.c?js$/.test(npm) ? [process.execPath, [npm]] : ['npm', []]
  const child = spawn(command, [...first, ...ARGUMENTS], {
    cwd: fileURLToPath(FOLDER),
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: LIMIT,
  })
  const closed = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  const code = await withLimit(closed, LIMIT, 'npm')
  if (code !== 0) throw new Error(`npm could not install the peers: it ended with ${code}`)
}

function installedVersion(name: string): string | undefined {
  const file = new URL(`node_modules/${name}/package.json`, FOLDER)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version : undefined
}
