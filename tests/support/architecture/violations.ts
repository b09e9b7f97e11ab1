import { BELOW, DECIDING, kindOf, KINDS, SUBJECTS, subjectOf } from './domain-order.ts'
import { coreArrow } from './core-plan.ts'
import { cyclesIn } from './cycles.ts'
import {
  DOORS,
  SIDE_DOORS,
  HOMES,
  HOUSE,
  NARROWER,
  type RoomName,
  roomOf,
  RUN_BY_NODE,
  TEST_PACKAGES,
  WIDER,
} from './house-plan.ts'
import { type Import, importsOf } from './imports.ts'

export type Packages = {
  readonly all: ReadonlySet<string>
  readonly runtime: ReadonlySet<string>
  /** `sideEffects` of package.json */
  readonly effects: ReadonlySet<string>
}

export type Project = {
  /** path to text */
  readonly files: ReadonlyMap<string, string>
  readonly packages: Packages
}

type Rule = (from: string, what: Import, project: Project) => string | null

const RULES: readonly Rule[] = [
  existence,
  table,
  upwards,
  decides,
  upwardsInCore,
  featureToFeature,
  door,
  wayIn,
  library,
  home,
  narrower,
  declared,
  effect,
]

/** @returns one sentence for each import that the module table forbids, and for each cycle */
export function violationsIn(project: Project): readonly string[] {
  const graph = new Map<string, readonly Import[]>()
  const found: string[] = []
  for (const [path, text] of project.files) {
    const imports = importsOf(path, text)
    graph.set(path, imports)
    for (const what of imports) {
      for (const rule of RULES) {
        const why = rule(path, what, project)
        if (why !== null) found.push(`${path} imports ${what.specifier}: ${why}`)
      }
    }
  }
  return [...found, ...cyclesIn(graph)]
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

function existence(_from: string, { file }: Import, { files }: Project): string | null {
  // Pages and pictures are outside of the modules.
  if (file === null || files.has(file)) return null
  return 'there is no such file (write its real extension)'
}

function table(from: string, { file }: Import): string | null {
  if (file === null) return null
  const room = roomOf(from)
  const other = roomOf(file)
  if (room === other || HOUSE[room].mayImport.includes(other)) return null
  if (isTest(from) && other === 'tests') return null
  return `${room} may not import ${other}`
}

/** Within the domain, kinds import only the kinds below them, including types. */
function upwards(from: string, { file }: Import): string | null {
  if (file === null || isTest(from) || roomOf(from) !== 'domain' || roomOf(file) !== 'domain') return null
  if (!SUBJECTS.includes(subjectOf(from))) return 'give its folder a place in SUBJECTS'
  // An index exports all kinds of its subject, and the domain itself does not use it.
  if (from.endsWith('/index.ts')) return null
  if (file.endsWith('/index.ts') && !BELOW.includes(subjectOf(file))) return 'between subjects, import the file itself'
  const [own, other] = [kindOf(from), kindOf(file)]
  return KINDS.indexOf(other) <= KINDS.indexOf(own) ? null : `in the domain ${own} may not import ${other}`
}

/** Only the server may import decisions. */
function decides(from: string, { file }: Import): string | null {
  if (file === null || isTest(from) || roomOf(from) === 'domain' || roomOf(file) !== 'domain') return null
  return kindOf(file) === 'judge' && !DECIDING.includes(roomOf(from)) ? 'only the server imports judge' : null
}

/** The same rule within the core. */
function upwardsInCore(from: string, { file }: Import): string | null {
  const arrow = file === null || isTest(from) ? undefined : coreArrow(from, file)
  if (arrow === undefined) return null
  for (const { room, floor } of [arrow.from, arrow.to]) if (floor < 0) return `give ${room} a floor in CORE_FLOORS`
  return arrow.to.floor < arrow.from.floor ? null : `in the core ${arrow.to.room} is not below ${arrow.from.room}`
}

function featureToFeature(from: string, { file }: Import): string | null {
  if (file === null || roomOf(from) !== 'features' || roomOf(file) !== 'features') return null
  return from.split('/')[2] === file.split('/')[2] ? null : 'a feature never imports another feature'
}

/** Other modules import through `index.ts`; the module's own files do not use it. Tests may do both. */
function door(from: string, { file }: Import): string | null {
  if (file === null || isTest(from) || roomOf(from) === 'tests') return null
  const room = roomOf(file)
  if (roomOf(from) === room) {
    const inside = file.endsWith('/index.ts') && from.startsWith(file.slice(0, -'index.ts'.length))
    return inside ? 'index.ts is for outsiders; import the file itself' : null
  }
  const kind = DOORS[room]
  if (kind === undefined) return null
  const { folder } = HOUSE[room]
  const inner = file.slice(folder.length + 1).split('/')
  // Decisions have an index of their own, which only the server imports.
  if (room === 'domain' && kindOf(file) === 'judge') {
    const judge = `${folder}/${inner[0]}/judge`
    return file === `${judge}.ts` || file === `${judge}/index.ts` ? null : `come in through ${judge}/index.ts`
  }
  const expected = kind === 'room' ? `${folder}/index.ts` : `${folder}/${inner[0]}/index.ts`
  if (SIDE_DOORS.includes(file)) return null
  return file === expected || file.endsWith('.css') ? null : `come in through ${expected}`
}

/** Requires `#module/…` between modules, and `./` or `../` within one. */
function wayIn(from: string, { file, specifier }: Import): string | null {
  // The bench has a package.json of its own without the `#` aliases; the tests span many modules.
  if (file === null || from.startsWith('tests/bench/')) return null
  const room = roomOf(from)
  const other = roomOf(file)
  if (specifier.startsWith('#'))
    return room === other && room !== 'tests' ? 'within a room, import by relative path' : null
  const { alias } = HOUSE[other]
  if (room === other || alias === null || room === 'tooling') return null
  return `between rooms, import by ${alias}/…`
}

function library(from: string, what: Import): string | null {
  if (what.package === null) return null
  const room = roomOf(from)
  const allowed = [
    ...HOUSE[room].packages,
    ...WIDER.filter(({ folder }) => from.startsWith(`${folder}/`)).flatMap(({ packages }) => packages),
    ...(isTest(from) ? TEST_PACKAGES : []),
  ]
  return matches(what.package, allowed) ? null : `${room} may not use this library`
}

function home(from: string, what: Import): string | null {
  if (what.package === null || isTest(from) || (['tests', 'tooling'] as RoomName[]).includes(roomOf(from))) return null
  for (const { packages, folders } of HOMES) {
    if (!matches(what.package, packages)) continue
    if (!folders.some((folder) => from.startsWith(`${folder}/`)))
      return `this library lives in ${folders.join(', ')} only`
  }
  return null
}

/** The public's pages may not import the staff's app. */
function narrower(from: string, { file, package: name }: Import): string | null {
  for (const { folder, packages, files } of NARROWER) {
    if (!from.startsWith(`${folder}/`) || isTest(from)) continue
    const isAllowed =
      file === null ? name === null || matches(name, packages) : files.some((one) => file.startsWith(one))
    if (!isAllowed) return `${folder} is downloaded by itself, and does without this`
  }
  return null
}

function declared(from: string, what: Import, { packages }: Project): string | null {
  if (what.package === null || what.package.startsWith('node:')) return null
  // The bench installs its peers by itself (tests/bench/package.json).
  if (from.startsWith('tests/bench/')) return null
  const running = !isTest(from) && RUN_BY_NODE.includes(roomOf(from))
  if ((running ? packages.runtime : packages.all).has(what.package)) return null
  return running ? 'package.json does not list it under dependencies' : 'package.json does not list it'
}

/** The build removes unused files, except those that package.json lists under `sideEffects`. */
function effect(from: string, what: Import, { packages }: Project): string | null {
  if (what.file === null || !what.effect || !/^(src|sw)\//.test(from) || isTest(from) || what.file.endsWith('.css'))
    return null
  return packages.effects.has(what.file)
    ? null
    : 'list this file under sideEffects in package.json, or the build drops it'
}

function matches(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    if (!pattern.endsWith('*')) return pattern === name
    // A plain `*` means every npm package, but not Node's built-in modules.
    return pattern === '*' ? !name.startsWith('node:') : name.startsWith(pattern.slice(0, -1))
  })
}
