import cyrillic from '@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff?url'
import cyrillicBold from '@fontsource/noto-sans/files/noto-sans-cyrillic-600-normal.woff?url'
import greek from '@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff?url'
import greekBold from '@fontsource/noto-sans/files/noto-sans-greek-600-normal.woff?url'
import latin from '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff?url'
import latinBold from '@fontsource/noto-sans/files/noto-sans-latin-600-normal.woff?url'
import latinExt from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff?url'
import latinExtBold from '@fontsource/noto-sans/files/noto-sans-latin-ext-600-normal.woff?url'
import vietnamese from '@fontsource/noto-sans/files/noto-sans-vietnamese-400-normal.woff?url'
import vietnameseBold from '@fontsource/noto-sans/files/noto-sans-vietnamese-600-normal.woff?url'
import { buildFontFileName, type FontSource } from '#documents/pdf/index.ts'

/** URLs of the Japanese fonts by their paths. Only devices in Japanese cache them (`public-files.ts`). */
const JAPANESE = import.meta.glob<string>(
  '../../../node_modules/@fontsource/noto-sans-jp/files/noto-sans-jp-[0-9]*-400-normal.woff',
  { query: '?url', import: 'default', eager: true, exhaustive: true },
)

/**
 * URLs of all font files by name. A file is fetched when a text needs it; the service worker caches the files of Noto
 * Sans.
 */
const FILES: Readonly<Record<string, string>> = {
  [buildFontFileName('latin', 'normal')]: latin,
  [buildFontFileName('latin', 'bold')]: latinBold,
  [buildFontFileName('latin-ext', 'normal')]: latinExt,
  [buildFontFileName('latin-ext', 'bold')]: latinExtBold,
  [buildFontFileName('vietnamese', 'normal')]: vietnamese,
  [buildFontFileName('vietnamese', 'bold')]: vietnameseBold,
  [buildFontFileName('greek', 'normal')]: greek,
  [buildFontFileName('greek', 'bold')]: greekBold,
  [buildFontFileName('cyrillic', 'normal')]: cyrillic,
  [buildFontFileName('cyrillic', 'bold')]: cyrillicBold,
  ...Object.fromEntries(Object.entries(JAPANESE).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url])),
}

export const loadBrowserFont: FontSource = async (file) => {
  const response = await fetch(FILES[file] ?? file)
  if (!response.ok) throw new Error(`No font: ${file}`)
  return new Uint8Array(await response.arrayBuffer())
}
