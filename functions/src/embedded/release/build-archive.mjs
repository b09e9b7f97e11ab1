import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fontPath, DEMO_PHOTOS, ROOT } from '../program-files.mjs'
import { readCommitTime, readRelease } from '../version.mjs'
import { listCommands } from './list-commands.mjs'

/** Files of this folder that an operator needs. */
const OPERATIONS = ['upgrade.mjs', 'upgrade-service.mjs', 'relevo.service', 'relevo.env', 'Dockerfile']
/** Fonts that PDFs use (`src/documents/pdf/fonts.ts`). */
const FONT = /^noto-sans-(?:jp-\d+-400|(?!jp-).*-(?:400|600))-normal\.woff$/

/**
 * Builds the folder and the archive of a release.
 * @param target folder for both; the folder of the release is replaced
 * @param dist the built app
 * @returns paths of the folder and of the archive, and the archive's size in bytes
 */
export function buildArchive({ target, dist }) {
  const { version, commit } = readRelease()
  const name = commit === undefined ? `relevo-${version}` : `relevo-${version}-${commit}`
  const folder = join(target, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })

  bundle(join(folder, 'lib'))
  writeFileSync(join(folder, 'server.mjs'), launcher('main'))
  for (const command of Object.keys(listCommands()))
    writeFileSync(join(folder, `${command}.mjs`), `#!/usr/bin/env node\n${launcher(command)}`, { mode: 0o755 })
  writeFileSync(join(folder, 'package.json'), manifest({ version, commit }))
  // Source maps contain the whole source; dot files belong to the build.
  cpSync(dist, join(folder, 'dist'), {
    recursive: true,
    filter: (path) => path === dist || !/\.map$|^\./.test(basename(path)),
  })
  copyFonts(join(folder, 'fonts'))
  cpSync(DEMO_PHOTOS, join(folder, 'photos'), { recursive: true, filter: (path) => !path.endsWith('.ts') })
  for (const file of OPERATIONS) cpSync(new URL(file, import.meta.url), join(folder, file))
  cpSync(join(ROOT, 'OPERATING.md'), join(folder, 'OPERATING.md'))

  // Makes files readable whatever the builder's umask, because root unpacks the archive and another account runs it.
  if (process.platform !== 'win32') execFileSync('chmod', ['-R', 'u+rwX,go+rX,go-w', folder])
  const archive = `${folder}.tar.gz`
  execFileSync('tar', ['-czf', archive, '-C', target, name])
  return { folder, archive, bytes: statSync(archive).size }
}

function bundle(folder) {
  const bundler = join(ROOT, 'node_modules/rolldown/bin/cli.mjs')
  const config = 'functions/src/embedded/build-plugins/archive.config.mjs'
  const stdio = ['ignore', 'ignore', 'inherit']
  execFileSync(process.execPath, [bundler, '--config', config, '--dir', folder], { cwd: ROOT, stdio })
}

/** @returns a program that checks the version of Node before it loads anything that older versions cannot run */
function launcher(entry) {
  return `const [major] = process.versions.node.split('.')
if (Number(major) < 24) {
  process.stderr.write(\`Relevo needs Node 24 or newer; this is \${process.version}.\\n\`)
  process.exit(2)
}
await import('./lib/${entry}.mjs')
`
}

function manifest({ version, commit }) {
  const { name, description, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const release = { commit, committed: readCommitTime(), built: new Date().toISOString() }
  const content = { name, version, description, license, private: true, type: 'module', engines: { node: '>=24' } }
  return `${JSON.stringify({ ...content, release }, null, 2)}\n`
}

function copyFonts(folder) {
  mkdirSync(folder)
  for (const family of ['noto-sans', 'noto-sans-jp']) {
    const files = join(fontPath(`${family}-latin-400-normal.woff`), '..')
    for (const file of readdirSync(files).filter((one) => FONT.test(one))) cpSync(join(files, file), join(folder, file))
  }
}
