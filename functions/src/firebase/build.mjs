/**
 * `npm run build-cloud`: bundles the entry and all its imports into one folder for `firebase deploy`, functions/lib by
 * default: one file, and a package.json with only Google's libraries. Otherwise the whole project, including screens,
 * would be installed in the cloud. Includes settings in functions/.env and functions/.env.<project>. Argument: folder.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSecretNames } from './secrets.mjs'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** Packages left out of the bundle, by their import names. */
const OUTSIDE = [
  'firebase-admin/app',
  'firebase-admin/firestore',
  'firebase-admin/storage',
  'firebase-functions/https',
  'firebase-functions/params',
  'firebase-functions/scheduler',
]
/** The first runtime version that supports the server's code. */
const NODE = '24'

const folder = resolve(process.argv[2] ?? join(ROOT, 'functions/lib'))
const { version, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

const environments = readdirSync(join(ROOT, 'functions')).filter((file) => /^\.env(\.|$)/.test(file))
const secrets = new Set(
  environments.flatMap((name) => readSecretNames(readFileSync(join(ROOT, 'functions', name), 'utf8'))),
)

mkdirSync(folder, { recursive: true })
const bundler = [
  join(ROOT, 'node_modules/rolldown/bin/cli.mjs'),
  '--config',
  'functions/src/firebase/bundle.config.mjs',
  '--file',
  join(folder, 'index.js'),
]
const how = [
  '--platform',
  'node',
  '--format',
  'esm',
  '--no-codeSplitting',
  ...OUTSIDE.flatMap((name) => ['--external', name]),
]
const { status } = spawnSync(process.execPath, [...bundler, ...how], {
  cwd: ROOT,
  stdio: ['ignore', 'ignore', 'inherit'],
})
if (status !== 0) process.exit(1)

const dependencies = Object.fromEntries(
  [...new Set(OUTSIDE.map((name) => name.split('/')[0]))].map((name) => [name, optionalDependencies[name]]),
)
const manifest = {
  name: 'relevo-functions',
  version,
  private: true,
  type: 'module',
  main: 'index.js',
  engines: { node: NODE },
  dependencies,
  // Read by the bundle when it is deployed, before any setting is known.
  secrets: [...secrets],
}
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
// Copies pages that the function serves, after adding a form's content or the sites that may frame the page.
for (const [built, name] of [
  ['publico.html', 'publico.html'],
  ['ciudadano.html', 'ciudadano.html'],
  ['index.html', 'app.html'],
]) {
  const shell = join(ROOT, 'dist', built)
  if (existsSync(shell)) copyFileSync(shell, join(folder, name))
}
for (const name of environments) copyFileSync(join(ROOT, 'functions', name), join(folder, name))
