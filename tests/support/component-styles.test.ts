import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Styles that a component needs beside those of every page (`src/ui/theme/base-styles.ts`). */
const STYLES: Readonly<Record<string, readonly string[]>> = {
  Checkbox: ['Checkbox', 'InlineInput'],
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

/** Without its styles a component is drawn by the browser alone: the tick of a checkbox fills the page. */
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
