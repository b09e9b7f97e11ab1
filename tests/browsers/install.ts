import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Required programs, and their Debian packages. */
const NEEDED = {
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
  openssl: 'openssl',
} as const
export const INSTALL_LIMIT_MS = 10 * 60_000

/** Installs missing browsers on Debian; needs root. Fails if one cannot be installed. */
export function ensureBrowsers(): void {
  const missing = () => Object.entries(NEEDED).filter(([program]) => !existsSync(`/usr/bin/${program}`))
  const packages = missing().map(([, name]) => name)
  if (packages.length === 0) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write(`Installing ${packages.join(', ')} (Debian packages)…\n`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const asked of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', ...packages],
    ])
      spawnSync('apt-get', asked, { env, stdio: ['ignore', 'ignore', 'inherit'], timeout: INSTALL_LIMIT_MS })
  }
  const left = missing().map(([, name]) => name)
  if (left.length > 0) throw new Error(`Install ${left.join(', ')} first (Debian packages)`)
}
