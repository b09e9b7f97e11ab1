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
import { fontFile, type FontSource } from '#documents/pdf/index.ts'

/** URLs of the built font files. The service worker caches them; each is fetched when a text needs it. */
const FILES: Readonly<Record<string, string>> = {
  [fontFile('latin', 'normal')]: latin,
  [fontFile('latin', 'bold')]: latinBold,
  [fontFile('latin-ext', 'normal')]: latinExt,
  [fontFile('latin-ext', 'bold')]: latinExtBold,
  [fontFile('vietnamese', 'normal')]: vietnamese,
  [fontFile('vietnamese', 'bold')]: vietnameseBold,
  [fontFile('greek', 'normal')]: greek,
  [fontFile('greek', 'bold')]: greekBold,
  [fontFile('cyrillic', 'normal')]: cyrillic,
  [fontFile('cyrillic', 'bold')]: cyrillicBold,
}

export const browserFonts: FontSource = async (file) => {
  const response = await fetch(FILES[file] ?? file)
  if (!response.ok) throw new Error(`No font: ${file}`)
  return new Uint8Array(await response.arrayBuffer())
}
