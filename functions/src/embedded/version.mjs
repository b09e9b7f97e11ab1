import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './install.mjs'

/**
 * Returns the version of package.json with the checked-out commit as build metadata: `0.2.0+1a2b3c4d`. Without a
 * repository beside package.json, or without Git, it is the version alone.
 */
export function readVersion(root = ROOT) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const commit = existsSync(join(root, '.git')) ? readCommit(root) : ''
  return commit === '' ? version : `${version}+${commit}`
}

function readCommit(root) {
  try {
    const options = { cwd: root, encoding: 'utf8', timeout: 2_000, stdio: ['ignore', 'pipe', 'ignore'] }
    return execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], options).trim()
  } catch {
    return ''
  }
}
