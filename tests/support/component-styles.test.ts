import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Styles that components need besides those of every page (`src/ui/theme/base-styles.ts`). */
const STYLES: Readonly<Record<string, readonly string[]>> = {
  Checkbox: ['Checkbox', 'InlineInput'],
  ColorInput: ['ColorInput', 'ColorPicker', 'ColorSwatch', 'Popover'],
  Menu: ['Menu', 'Popover'],
  Modal: ['Modal', 'ModalBase'],
  Pagination: ['Pagination'],
  PasswordInput: ['PasswordInput'],
  Pill: ['Pill'],
  Popover: ['Popover'],
  Progress: ['Progress'],
  Radio: ['InlineInput', 'Radio'],
  SegmentedControl: ['FloatingIndicator', 'SegmentedControl'],
  Switch: ['InlineInput', 'Switch'],
  Tabs: ['Tabs'],
}

/** Without its styles a component is drawn by the browser alone: a checkbox's tick fills the page. */
it('each file imports the styles of the components that it draws', () => {
  const files = globSync('src/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'))
  const lacking = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const imported = [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]
    const names = imported.flatMap(([, list = '']) => list.split(',').map((name) => name.trim()))
    const wanted = new Set(names.flatMap((name) => STYLES[name] ?? []))
    return [...wanted].filter((name) => !text.includes(`styles/${name}.layer.css`)).map((name) => `${file}: ${name}`)
  })
  expect(lacking).toEqual([])
})

/** Files below `src/features` with layout classes (`src/ui/README.md`). All others use Stack and Group. */
const BY_CLASSES: readonly string[] = [
  // loaded by the public page, by citizens' pages, or before the first screen is usable
  'answering/',
  'citizen/',
  'forms-list/',
  'sign-in/',
  'answer-view/limited/',
  'answer-view/answer-sections.tsx',
  // rendered per question or per row
  'answer-view/print/printed-answer.tsx',
  'answer-view/requests/ask-section.tsx',
  'form-editor/panels/languages/languages-panel.tsx',
  'form-editor/questions/',
  'form-editor/sections/',
  'places/countries-screen.tsx',
  'statistics/charts/',
  'statistics/questions/',
  // the style module lays out the page, which scrolls inside
  'door/scanning.tsx',
  'form-editor/find/outline.tsx',
]

/** A block with a layout class, and the name of its element. Lists and texts keep the classes. */
const LAID_OUT =
  /<(div|section|fieldset|form|header|nav|search|article|aside)\b(?:(?!<\w)[^])*?className=(?:"|\{`)[^"`]*\br-(?:column|row|line)\b/g

it('screens lay out with Stack and Group instead of classes', () => {
  const files = globSync('src/features/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'))
  const laidOut = files.filter((file) => readFileSync(file, 'utf8').search(LAID_OUT) !== -1)
  const allowed = (file: string): boolean => BY_CLASSES.some((path) => file.startsWith(`src/features/${path}`))
  expect(laidOut.filter((file) => !allowed(file))).toEqual([])
  expect(BY_CLASSES.filter((path) => !laidOut.some((file) => file.startsWith(`src/features/${path}`)))).toEqual([])
})

/** Components that the style page does not show: they read an account or the URL, or only load or surround others. */
const NOT_SHOWN =
  'FormImage ListScreen RecordScreen RenderWhenNear OverflowLinks ProblemItems PendingLines AdministrationTabs MunicipalitySelects AccountProvider SessionActionsProvider'

it('the style page shows every component of src/ui', () => {
  const doors = readFileSync('src/ui/index.ts', 'utf8').replaceAll(/export type \{[^}]*\}|\btype \w+/g, '')
  const page = readFileSync('tests/support/style-page.tsx', 'utf8')
  const names = [...doors.matchAll(/\b[A-Z][a-z]\w*/g)].map(([name]) => name)
  const hidden = names.filter((name) => !page.includes(`<ui.${name}`) && !NOT_SHOWN.split(' ').includes(name))
  expect(hidden.filter((name) => !name.startsWith('Lazy'))).toEqual([])
})

it('tables are drawn by the shared components of lists and charts alone', () => {
  const files = globSync('src/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'))
  const drawing = files.filter((file) => /<(?:Table\b|table[\s>])/.test(readFileSync(file, 'utf8')))
  expect(drawing.toSorted()).toEqual(['src/features/statistics/charts/chart-table.tsx', 'src/ui/page/list-table.tsx'])
})

/** Styles of the app, and of the pages that the server renders. */
const STYLED = ['src/**/*.{css,html,ts,tsx}', 'functions/src/core/**/*.ts']

it('text has three weights; bold words of authors have their own', () => {
  const files = STYLED.flatMap((pattern) => globSync(pattern)).filter((file) => !file.includes('.test.'))
  const texts = files.map((file) => readFileSync(file, 'utf8').replaceAll(/\[data-style='bold'\] \{[^}]*\}/g, ''))
  const weights = texts.flatMap((text) => [
    ...text.matchAll(/(?:font-weight: |fontWeight: '?|fw=\{?"?|(?:medium|bold): ')(\w+)/g),
  ])
  expect([...new Set(weights.map(([, weight]) => weight))].toSorted()).toEqual(['400', '500', '650', 'inherit'])
})

/** Variables of the server's pages, and the tokens with the same colour. */
const PLAIN_TOKENS: Readonly<Record<string, string>> = {
  text: 'ink',
  faint: 'ink-soft',
  line: 'line-strong',
  ground: 'page',
  card: 'raised',
  fill: 'accent',
  'on-fill': 'on-accent',
  problem: 'attention',
}
const PUBLIC_TOKENS: Readonly<Record<string, string>> = {
  page: 'page',
  raised: 'raised',
  ink: 'ink',
  soft: 'ink-soft',
  line: 'line',
  strong: 'line-strong',
  accent: 'accent',
  attention: 'attention',
}

describe.each([
  ['payment and status pages', 'functions/src/core/pages/plain-page.ts', '', PLAIN_TOKENS],
  ['the public page before the app is loaded', 'src/app/publico.html', 'f-', PUBLIC_TOKENS],
])('the look of %s', (_name, file, prefix, named) => {
  const text = readFileSync(file, 'utf8')
  /** The values of a variable: light, then dark. */
  const valuesOf = (source: string, name: string): readonly string[] =>
    [...source.matchAll(new RegExp(`--${name}: (#\\w+);`, 'g'))].map(([, value = '']) =>
      value.replace(/^#fff$/, '#ffffff'),
    )

  it.each(Object.entries(named))('has for --%s the colour of --r-%s in both schemes', (name, token) => {
    const values = valuesOf(readFileSync('src/ui/theme/tokens.css', 'utf8'), `r-${token}`)
    expect(values).toHaveLength(2)
    expect(valuesOf(text, `${prefix}${name}`)).toEqual(values)
  })

  it('has the radii of the theme', () => {
    const radii = [...text.matchAll(/border-radius: ([^;]+);/g)].map(([, radius]) => radius)
    expect([...new Set(radii)].toSorted()).toEqual(['6px', '8px'])
  })
})

it('headings and strong words of the server’s pages have the weight of the app', () => {
  expect(readFileSync('functions/src/core/pages/plain-page.ts', 'utf8')).toMatch(
    /\n *h1, h2, strong \{ font-weight: 650; \}\n/,
  )
})
