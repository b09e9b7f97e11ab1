import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

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
  'FormImage ListScreen RecordScreen RenderWhenNear FoldedLinks ProblemItems PendingLines AdministrationTabs MunicipalitySteps AccountProvider SessionActionsProvider'

it('the style page shows every component of src/ui', () => {
  const doors = readFileSync('src/ui/index.ts', 'utf8').replaceAll(/export type \{[^}]*\}|\btype \w+/g, '')
  const page = readFileSync('tests/support/style-page.tsx', 'utf8')
  const names = [...doors.matchAll(/\b[A-Z][a-z]\w*/g)].map(([name]) => name)
  const hidden = names.filter((name) => !page.includes(`<ui.${name}`) && !NOT_SHOWN.split(' ').includes(name))
  expect(hidden.filter((name) => !name.startsWith('Lazy'))).toEqual([])
})
