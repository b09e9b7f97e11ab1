import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './program-files.mjs'

/**
 * Returns the version of package.json with the checked-out commit as build metadata: `0.2.0+1a2b3c4d`. Without a
 * repository beside package.json, or without Git, it is the version alone.
 */
export function readVersion(root = ROOT) {
  return formatVersion(readRelease(root))
}

/** @returns `0.2.0+1a2b3c4d` */
export function formatVersion({ version, commit }) {
  return commit === undefined ? version : `${version}+${commit}`
}

/**
 * Returns version and commit; in an archive also when the commit was made (`committed`) and when the archive was built
 * (`built`). An archive has all of them in its package.json; otherwise the commit is read from Git.
 */
export function readRelease(root = ROOT) {
  const { version, release } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (release !== undefined) return { version, ...release }
  const commit = existsSync(join(root, '.git')) ? runGit(root, ['rev-parse', '--short=8', 'HEAD']) : ''
  return commit === '' ? { version } : { version, commit }
}

/** @returns the time of the checked-out commit, in UTC; undefined without Git */
export function readCommitTime(root = ROOT) {
  const seconds = Number(runGit(root, ['log', '-1', '--format=%ct']))
  return seconds > 0 ? new Date(seconds * 1000).toISOString() : undefined
}

function runGit(root, args) {
  try {
    const options = { cwd: root, encoding: 'utf8', timeout: 2_000, stdio: ['ignore', 'pipe', 'ignore'] }
    return execFileSync('git', args, options).trim()
  } catch {
    return ''
  }
}
